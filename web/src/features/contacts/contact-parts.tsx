import { clsx } from 'clsx';
import { Mail, Phone, Smartphone } from 'lucide-react';
import { categoryLabel, NO_CATEGORY } from '#domain/category.ts';
import { initials, mailHref, phoneHref } from '#domain/contact.ts';
import { useCategoryColors } from '../../data/categories/categories.ts';
import type { Contact } from '../../data/contacts/contacts.ts';
import { CategoryMark } from '../../ui/category-mark.tsx';

export function ContactCategory({ category }: Pick<Contact, 'category'>) {
  const colorOf = useCategoryColors();
  if (!category || category === NO_CATEGORY) return null;
  return <CategoryMark color={colorOf(category)} label={categoryLabel(category)} />;
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

type OpenButtonProps = { contact: Contact; name: string; onOpen: (uid: string) => void };

/** The name; as a button it covers the whole card, below the links. */
export function OpenButton({ contact, name, onOpen }: OpenButtonProps) {
  return (
    <button
      type="button"
      onClick={() => onOpen(contact.uid)}
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

const LINKS = {
  email_address: { Icon: Mail, hrefOf: mailHref },
  mobile_phone: { Icon: Smartphone, hrefOf: phoneHref },
  phone: { Icon: Phone, hrefOf: phoneHref },
};

type ContactLinkProps = {
  contact: Contact;
  to: keyof typeof LINKS;
  /** The text has room on wide screens only. */
  isIconOnPhones?: boolean;
};

/** Writes or calls. Lies above the button that covers its card, so that it never opens the dialog. */
export function ContactLink({ contact, to, isIconOnPhones = false }: ContactLinkProps) {
  const text = contact[to];
  if (!text) return null;
  const { Icon, hrefOf } = LINKS[to];
  return (
    <a
      href={hrefOf(text)}
      className={clsx(
        'relative z-10 inline-flex min-w-0 items-center gap-2 rounded-half text-soft hover:text-accent-ink hover:underline',
        isIconOnPhones ? 'max-md:size-9 max-md:shrink-0 max-md:justify-center' : 'h-7',
      )}
      data-tooltip={isIconOnPhones ? text : undefined}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className={clsx('truncate', isIconOnPhones && 'max-md:sr-only')}>{text}</span>
    </a>
  );
}
