import type { ComponentProps } from 'react';
import { CircleUser, Menu } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';

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
