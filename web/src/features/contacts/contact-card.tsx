import { memo } from 'react';
import { clsx } from 'clsx';
import { displayName, rowName } from '#domain/contact.ts';
import type { Contact } from '../../data/contacts/contacts.ts';
import { Avatar, ContactCategory, ContactLink, OpenButton, WorkText } from './contact-parts.tsx';

type Props = { contact: Contact; onOpen: (uid: string) => void };

/** A card of the tile view. All are of one height, so that the grid is known without measuring. */
export const ContactTile = memo(function ContactTile({ contact, onOpen }: Props) {
  const name = displayName(contact);
  const isFull = contact.email_address && contact.mobile_phone && contact.phone;
  return (
    <div className="relative flex h-full flex-col rounded-base border border-line bg-surface p-4 shadow-card transition-colors hover:border-line-strong">
      <div className="flex items-start gap-3">
        <Avatar name={name} className="size-11 text-base" />
        <div className="min-w-0 flex-1 pt-0.5">
          <OpenButton contact={contact} name={name} onOpen={onOpen} />
          <WorkText contact={contact} name={name} />
        </div>
        <ContactCategory category={contact.category} />
      </div>
      <div className="mt-3 text-sm">
        <div className="flex">
          <ContactLink contact={contact} to="email_address" />
        </div>
        <div
          className={clsx(
            'flex',
            // A number that is cut off is of no use: one below the other, or small on a phone.
            isFull ? 'gap-4 max-sm:gap-2 max-sm:text-xs' : 'flex-col items-start *:max-w-full',
          )}
        >
          <ContactLink contact={contact} to="mobile_phone" />
          <ContactLink contact={contact} to="phone" />
        </div>
      </div>
    </div>
  );
});

/** A row of the list view: columns where there is room, else two lines, and on phones the links as icons. */
export const ContactRow = memo(function ContactRow({ contact, onOpen }: Props) {
  const name = rowName(contact);
  return (
    <div className="relative flex h-full items-center gap-3 border-b border-line bg-surface px-3 hover:bg-hover md:grid md:grid-cols-[2rem_minmax(0,5fr)_minmax(0,6fr)_9.5rem] lg:grid-cols-[1.75rem_minmax(0,5fr)_minmax(0,5fr)_minmax(0,5fr)_minmax(0,3fr)_minmax(0,3fr)_7rem]">
      <Avatar name={name} className="size-8 text-xs lg:size-7" />
      <div className="min-w-0 max-md:flex-1">
        <OpenButton contact={contact} name={name} onOpen={onOpen} />
        <WorkText contact={contact} name={name} className="lg:hidden" />
      </div>
      <div className="min-w-0 max-lg:hidden">
        <WorkText contact={contact} name={name} />
      </div>
      <div className="flex text-sm md:contents">
        <div className="md:flex md:min-w-0">
          <ContactLink contact={contact} to="email_address" isIconOnPhones />
        </div>
        <div className="flex md:min-w-0 md:flex-col md:*:flex md:*:min-w-0 lg:contents">
          <div>
            <ContactLink contact={contact} to="mobile_phone" isIconOnPhones />
          </div>
          <div>
            <ContactLink contact={contact} to="phone" isIconOnPhones />
          </div>
        </div>
      </div>
      <div className="flex min-w-0 max-lg:hidden">
        <ContactCategory category={contact.category} />
      </div>
    </div>
  );
});
