import { clsx } from 'clsx';
import { categoryDot, categoryLabel, NO_CATEGORY } from '#domain/category.ts';
import { initials } from '#domain/contact.ts';
import type { Contact } from '../../data/contacts/queries.ts';
import { CategoryMark as DotAndLabel } from '../../ui/category-mark.tsx';
import { openContactWindow } from './page-state.ts';

export function CategoryMark({ category }: { category: string | null }) {
  if (!category || category === NO_CATEGORY) return null;
  return <DotAndLabel dot={categoryDot(category)} label={categoryLabel(category)} />;
}

export function Avatar({ name, className }: { name: string; className: string }) {
  return (
    <span
      aria-hidden
      className={clsx(
        'inline-flex shrink-0 items-center justify-center rounded-full bg-accent-soft font-medium text-accent-ink select-none',
        className,
      )}
    >
      {initials(name)}
    </span>
  );
}

/** The name; as a button it covers the whole card, below the links. */
export function OpenButton({ contact, name }: { contact: Contact; name: string }) {
  return (
    <button
      type="button"
      onClick={() => openContactWindow({ uid: contact.uid })}
      className="block max-w-full truncate text-left text-sm font-medium text-ink outline-none after:absolute after:inset-0 after:rounded-base focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-ink"
    >
      {name}
    </button>
  );
}

type WorkTextProps = {
  contact: Contact;
  /** As it is shown: a company that goes by its own name need not say it twice. */
  name: string;
  className?: string;
};

/** What somebody does and where. */
export function WorkText({ contact, name, className }: WorkTextProps) {
  const company = contact.company === name ? null : contact.company;
  const work = [contact.title, company].filter(Boolean).join(', ');
  return work === '' ? null : (
    <span className={clsx('block truncate text-sm text-soft', className)}>{work}</span>
  );
}
