import { memo } from 'react';
import { clsx } from 'clsx';
import { Mail, Phone, Smartphone } from 'lucide-react';
import { categoryLabel, NO_CATEGORY } from '#domain/category.ts';
import { displayName, initials, mailHref, nameColor, phoneHref, rowName } from '#domain/contact.ts';
import { useCategoryColors } from '../../data/categories/categories.ts';
import type { Contact } from '../../data/contacts/contacts.ts';
import { CategoryMark, dotColor } from '../../ui/category-mark.tsx';

type CategoryProps = Pick<Contact, 'category'> & { className?: string };

function ContactCategory({ category, className }: CategoryProps) {
  const colorOf = useCategoryColors();
  if (!category || category === NO_CATEGORY) return null;
  return (
    <span className={clsx('flex min-w-0', className)}>
      <CategoryMark color={colorOf(category)} label={categoryLabel(category)} />
    </span>
  );
}

function Initials({ name, className }: { name: string; className: string }) {
  return (
    <span
      aria-hidden
      className={clsx(
        'initials inline-flex shrink-0 items-center justify-center rounded-full font-medium select-none forced-colors:border',
        className,
      )}
      style={dotColor(nameColor(name))}
    >
      {initials(name)}
    </span>
  );
}

type OpenButtonProps = {
  name: string;
  isCurrent: boolean;
  onOpen: () => void;
  className: string;
};

/** The name as a button that covers the whole card, below the links. */
function OpenButton({ name, isCurrent, onOpen, className }: OpenButtonProps) {
  return (
    <button
      type="button"
      tabIndex={isCurrent ? 0 : -1}
      onClick={onOpen}
      className={clsx(
        'block w-full truncate text-start font-medium text-ink outline-none after:absolute after:inset-0 after:rounded-base focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-ink',
        className,
      )}
    >
      {name}
    </button>
  );
}

type WorkTextProps = {
  contact: Contact;
  /** The displayed name: a company that is the name is not repeated. */
  name: string;
  className?: string;
};

/** Title and company; empty if there is neither. */
function workOf({ contact, name }: WorkTextProps): string {
  const company = contact.company === name ? null : contact.company;
  return [contact.title, company].filter(Boolean).join(', ');
}

function WorkText({ className, ...props }: WorkTextProps) {
  const work = workOf(props);
  return work === '' ? null : (
    <span className={clsx('block min-w-0 truncate text-sm text-soft', className)}>
      <bdi>{work}</bdi>
    </span>
  );
}

const LINKS = {
  email_address: { Icon: Mail, hrefOf: mailHref },
  mobile_phone: { Icon: Smartphone, hrefOf: phoneHref },
  phone: { Icon: Phone, hrefOf: phoneHref },
};
const WAYS = ['email_address', 'mobile_phone', 'phone'] as const;

type ContactLinkProps = {
  contact: Contact;
  to: keyof typeof LINKS;
  isCurrent: boolean;
  /** Shows the address beside its icon from 768 px on. */
  hasText?: boolean;
};

/** An email or phone link, above the button that covers the card. */
function ContactLink({ contact, to, isCurrent, hasText = false }: ContactLinkProps) {
  const address = contact[to];
  if (!address) return null;
  const { Icon, hrefOf } = LINKS[to];
  return (
    <a
      href={hrefOf(address)}
      aria-label={address}
      tabIndex={isCurrent ? 0 : -1}
      data-tooltip={hasText ? undefined : address}
      className={clsx(
        'relative z-10 inline-flex min-w-0 items-center text-soft hover:text-accent-ink',
        hasText
          ? 'gap-2 rounded-half hover:underline max-md:size-11 max-md:shrink-0 max-md:justify-center md:h-7'
          : 'size-9 shrink-0 justify-center rounded-full hover:bg-accent-soft pointer-coarse:size-11',
      )}
    >
      <Icon aria-hidden className={clsx('size-4 shrink-0', !hasText && 'pointer-coarse:size-5')} />
      {hasText ? <span className="truncate max-md:hidden">{address}</span> : null}
    </a>
  );
}

type Props = {
  contact: Contact;
  /** The one of the list that Tab reaches. */
  isCurrent: boolean;
  onOpen: (uid: string) => void;
};

const HAIRLINE =
  'before:pointer-events-none before:absolute before:right-3 before:bottom-0 before:border-b before:border-line';

/** A tile. All have the same height, so that the grid needs no measuring. */
export const ContactTile = memo(function ContactTile({ contact, isCurrent, onOpen }: Props) {
  const name = displayName(contact);
  const { email_address, mobile_phone, phone } = contact;
  return (
    <div
      className={clsx(
        'relative flex h-full items-center gap-3.5 rounded-base px-3 transition-colors before:left-18 hover:bg-hover',
        HAIRLINE,
      )}
    >
      <Initials name={name} className="size-11 text-base" />
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex items-baseline gap-3">
          <div dir="auto" className="min-w-0 flex-1">
            <OpenButton
              name={name}
              isCurrent={isCurrent}
              onOpen={() => onOpen(contact.uid)}
              className="text-lg"
            />
          </div>
          <ContactCategory category={contact.category} className="shrink-0" />
        </div>
        <div dir="auto">
          <WorkText contact={contact} name={name} />
        </div>
        <div className="mt-1 flex items-center">
          {/* Hidden, because the links have these texts as names. */}
          <div aria-hidden className="min-w-0 flex-1 pr-2 text-sm text-soft">
            <span className="block truncate">{email_address}</span>
            {/* The second number is shown whole or not at all. */}
            <span className="flex max-h-5 flex-wrap gap-x-3 overflow-hidden tabular-nums">
              {mobile_phone ? <span className="max-w-full truncate">{mobile_phone}</span> : null}
              {phone ? <span className="max-w-full truncate">{phone}</span> : null}
            </span>
          </div>
          {WAYS.map((way) => (
            <ContactLink key={way} contact={contact} to={way} isCurrent={isCurrent} />
          ))}
        </div>
      </div>
    </div>
  );
});

/**
 * A row of the list view: columns if there is room, else two lines, and on phones the links as icons.
 * From 1024 px on numbers are never truncated.
 */
export const ContactRow = memo(function ContactRow({ contact, isCurrent, onOpen }: Props) {
  const name = rowName(contact);
  const link = (to: keyof typeof LINKS) => (
    <ContactLink contact={contact} to={to} isCurrent={isCurrent} hasText />
  );
  return (
    <div
      className={clsx(
        'relative flex h-full items-center gap-3 rounded-base px-3 before:left-14 lg:gap-x-5 lg:before:left-16 hover:bg-hover md:grid md:grid-cols-[2rem_minmax(0,5fr)_minmax(0,6fr)_9.5rem] lg:grid-cols-[2rem_minmax(0,5fr)_minmax(0,6fr)_9.5rem_9.5rem_6.5rem] xl:grid-cols-[2rem_minmax(0,5fr)_minmax(0,5fr)_minmax(0,5fr)_9.5rem_9.5rem_7rem]',
        HAIRLINE,
      )}
    >
      <Initials name={name} className="size-8 text-xs" />
      <div dir="auto" className="min-w-0 max-md:flex-1">
        <OpenButton
          name={name}
          isCurrent={isCurrent}
          onOpen={() => onOpen(contact.uid)}
          className="text-base"
        />
        <WorkText contact={contact} name={name} className="xl:hidden" />
      </div>
      <div dir="auto" className="min-w-0 max-xl:hidden">
        <WorkText contact={contact} name={name} />
      </div>
      <div className="flex text-sm md:contents">
        <div className="md:flex md:min-w-0">{link('email_address')}</div>
        <div className="flex tabular-nums md:min-w-0 md:flex-col md:*:flex md:*:min-w-0 lg:contents">
          <div>{link('mobile_phone')}</div>
          <div>{link('phone')}</div>
        </div>
      </div>
      <ContactCategory category={contact.category} className="max-lg:hidden" />
    </div>
  );
});
