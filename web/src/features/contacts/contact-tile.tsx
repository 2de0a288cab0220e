import { memo } from 'react';
import { clsx } from 'clsx';
import { displayName } from '#domain/contact.ts';
import type { Contact } from '../../data/contacts/queries.ts';
import { EmailLink, MobileLink, PhoneLink } from './contact-links.tsx';
import { Avatar, CategoryMark, OpenButton, WorkText } from './contact-parts.tsx';

type Props = { contact: Contact };

/** A card of the tile view. All are of one height, so that the grid is known without measuring. */
export const ContactTile = memo(function ContactTile({ contact }: Props) {
  const name = displayName(contact);
  const isFull = contact.email_address && contact.mobile_phone && contact.phone;
  return (
    <div className="relative flex h-full flex-col rounded-base border border-line bg-surface p-4 shadow-card transition-colors hover:border-line-strong">
      <div className="flex items-start gap-3">
        <Avatar name={name} className="size-11 text-base" />
        <div className="min-w-0 flex-1 pt-0.5">
          <OpenButton contact={contact} name={name} />
          <WorkText contact={contact} name={name} />
        </div>
        <CategoryMark category={contact.category} />
      </div>
      <div className="mt-3 text-sm">
        <div className="flex">
          <EmailLink contact={contact} />
        </div>
        <div
          className={clsx(
            'flex',
            // A number that is cut off is of no use: one below the other, or small on a phone.
            isFull ? 'gap-4 max-sm:gap-2 max-sm:text-xs' : 'flex-col items-start *:max-w-full',
          )}
        >
          <MobileLink contact={contact} />
          <PhoneLink contact={contact} />
        </div>
      </div>
    </div>
  );
});
