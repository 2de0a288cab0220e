import { useDeferredValue, useEffect } from 'react';
import { Plus, Users } from 'lucide-react';
import type { ContactViewMode } from '#domain/contact.ts';
import { useSelectedCategory } from '../../data/categories/use-selected-category.ts';
import { useContacts } from '../../data/contacts/queries.ts';
import type { Contact } from '../../data/contacts/queries.ts';
import { loadFailureText } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { late } from '../../ui/late.tsx';
import { ContactCollection } from './contact-collection.tsx';
import { ContactsSkeleton } from './contacts-skeleton.tsx';
import { openContactWindow, resetPage, useContactWindow, useSearch } from './page-state.ts';
import { useShownContacts } from './use-shown-contacts.ts';
import { useSortField } from './use-sort-field.ts';
import { useViewMode } from './use-view-mode.ts';

const ContactDialog = late(async () => (await import('./contact-dialog.tsx')).ContactDialog, {
  onMissing: ({ onClose }) => onClose(),
});

function countText(shown: number, all: number): string {
  const of = shown === all ? '' : `${shown.toLocaleString('en')} of `;
  return `${of}${all === 1 ? '1 contact' : `${all.toLocaleString('en')} contacts`}`;
}

type ListProps = {
  contacts: readonly Contact[];
  viewMode: ContactViewMode;
  /** More are on their way. */
  isPartial: boolean;
};

function ContactList({ contacts, viewMode, isPartial }: ListProps) {
  const [sortField] = useSortField();
  const { selected: category } = useSelectedCategory({ offersNone: true });
  // The box shows a keystroke at once; the list follows when the browser has a moment.
  const search = useDeferredValue(useSearch());
  const shown = useShownContacts(contacts, { sortField, category, search });
  const isNarrowed = search.trim() !== '' || contacts.length > 0;
  // What is looked for may be among those that are still on their way.
  if (isPartial && shown.length === 0) return <ContactsSkeleton viewMode={viewMode} />;
  return (
    <>
      <output
        className={shown.length > 0 ? 'mb-3 block text-sm text-soft tabular-nums' : 'sr-only'}
      >
        {isPartial ? 'Loading contacts...' : countText(shown.length, contacts.length)}
      </output>
      {shown.length > 0 ? (
        <ContactCollection key={viewMode} contacts={shown} viewMode={viewMode} />
      ) : (
        <EmptyState
          icon={<Users />}
          title="No contacts found"
          hint={
            isNarrowed ? 'Try adjusting your search' : 'Get started by adding your first contact'
          }
          action={
            <Button variant="primary" onClick={() => openContactWindow('new')}>
              <Plus aria-hidden />
              Add Contact
            </Button>
          }
        />
      )}
    </>
  );
}

/** The screen /contacts (spec section 2). */
export function ContactsPage() {
  const contacts = useContacts();
  const [viewMode] = useViewMode();
  const open = useContactWindow();
  useEffect(() => resetPage, []);
  return (
    <main className="mx-auto w-full max-w-[1600px] flex-1 p-3 sm:p-4">
      <h1 className="sr-only">Contacts</h1>
      {contacts.status === 'loading' ? <ContactsSkeleton viewMode={viewMode} /> : null}
      {contacts.status === 'error' ? (
        <ErrorState
          title="Your contacts could not be loaded"
          message={loadFailureText(contacts.error)}
          onRetry={contacts.retry}
          isRetrying={contacts.isRetrying}
        />
      ) : null}
      {contacts.status === 'ready' ? (
        <ContactList
          contacts={contacts.contacts}
          viewMode={viewMode}
          isPartial={contacts.isPartial}
        />
      ) : null}
      {open ? (
        <ContactDialog
          key={open === 'new' ? 'new' : open.uid}
          uid={open === 'new' ? null : open.uid}
          onClose={() => openContactWindow(null)}
        />
      ) : null}
    </main>
  );
}
