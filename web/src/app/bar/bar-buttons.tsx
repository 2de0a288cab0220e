import type { ComponentProps } from 'react';
import { clsx } from 'clsx';
import { ChevronDown, CircleUser, Menu } from 'lucide-react';
import { ALL_CATEGORIES } from '../../../../supabase/functions/_shared/domain/task-category.ts';
import { useSelectedCategory } from '../../data/categories/use-selected-category.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { selectLook, selectLooks } from '../../ui/select-look.ts';

/** What opens the menus of the bar; they stand here before the menus themselves are loaded. */
export function MainMenuButton(props: ComponentProps<'button'>) {
  return (
    <IconButton label="Menu" variant="bar" aria-haspopup="menu" {...props}>
      <Menu aria-hidden />
    </IconButton>
  );
}

export function AccountButton(props: ComponentProps<'button'>) {
  return (
    <IconButton label="Account" variant="bar" aria-haspopup="menu" {...props}>
      <CircleUser aria-hidden />
    </IconButton>
  );
}

export const categoryFilterLook = 'max-w-32 sm:max-w-48';

export function CategoryButton(props: ComponentProps<'button'>) {
  const { selected } = useSelectedCategory();
  return (
    <button
      type="button"
      aria-label="Category"
      aria-haspopup="listbox"
      className={clsx(selectLook, selectLooks.bar, categoryFilterLook)}
      {...props}
    >
      <span>{selected === ALL_CATEGORIES ? 'All' : selected}</span>
      <ChevronDown aria-hidden className="size-4 shrink-0 opacity-80" />
    </button>
  );
}
