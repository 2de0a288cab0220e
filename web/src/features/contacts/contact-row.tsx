import { memo } from 'react';
import { rowName } from '#domain/contact.ts';
import type { Contact } from '../../data/contacts/queries.ts';
import { EmailLink, MobileLink, PhoneLink } from './contact-links.tsx';
import { Avatar, CategoryMark, OpenButton, WorkText } from './contact-parts.tsx';

type Props = { contact: Contact };

/** A row of the list view: columns where there is room, else two lines, and on phones the links as icons. */
export const ContactRow = memo(function ContactRow({ contact }: Props) {
  const name = rowName(contact);
  return (
    <div className="relative flex h-full items-center gap-3 border-b border-line bg-surface px-3 hover:bg-hover md:grid md:grid-cols-[2rem_minmax(0,5fr)_minmax(0,6fr)_9.5rem] lg:grid-cols-[1.75rem_minmax(0,5fr)_minmax(0,5fr)_minmax(0,5fr)_minmax(0,3fr)_minmax(0,3fr)_7rem]">
      <Avatar name={name} className="size-8 text-xs lg:size-7" />
      <div className="min-w-0 max-md:flex-1">
        <OpenButton contact={contact} name={name} />
        <WorkText contact={contact} name={name} className="lg:hidden" />
      </div>
      <div className="min-w-0 max-lg:hidden">
        <WorkText contact={contact} name={name} />
      </div>
      <div className="flex text-sm md:contents">
        <div className="md:flex md:min-w-0">
          <EmailLink contact={contact} isIconOnPhones />
        </div>
        <div className="flex md:min-w-0 md:flex-col md:*:flex md:*:min-w-0 lg:contents">
          <div>
            <MobileLink contact={contact} isIconOnPhones />
          </div>
          <div>
            <PhoneLink contact={contact} isIconOnPhones />
          </div>
        </div>
      </div>
      <div className="flex min-w-0 max-lg:hidden">
        <CategoryMark category={contact.category} />
      </div>
    </div>
  );
});
