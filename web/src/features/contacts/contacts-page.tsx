import { Plus, Users } from 'lucide-react';
import type { ContactViewMode } from '#domain/contact.ts';
import { useSelectedCategory } from '../../data/categories/queries.ts';
import { useContacts, type Contact } from '../../data/contacts/contacts.ts';
import { loadFailureText } from '../../lib/errors.ts';
import { NEW, useOpenDialog, useSearchText, useShowDialog } from '../../lib/url-state.ts';
import { Button } from '../../ui/button.tsx';
import { lazyWithRetry } from '../../ui/lazy.tsx';
import { EmptyState, Skeleton, ErrorState } from '../../ui/states.tsx';
import { ContactList } from './contact-list.tsx';
import { useSortField, useViewMode } from './use-contact-view.ts';
import { useFilteredContacts } from './use-filtered-contacts.ts';

const ContactDialog = lazyWithRetry(
  async () => (await import('./contact-dialog.tsx')).ContactDialog,
  {
    onError: ({ onClose }) => onClose(),
  },
);

/** The shape of what is coming, and the words for it. */
function ContactsSkeleton({ viewMode }: { viewMode: ContactViewMode }) {
  const isTiles = viewMode === 'tile';
  return (
    <div>
      <output className="mb-3 block text-sm text-soft">Loading contacts...</output>
      <div
        className={
          isTiles
            ? 'grid gap-3 sm:grid-cols-2 lg:grid-cols-3'
            : 'flex flex-col gap-px overflow-hidden rounded-base'
        }
      >
        {Array.from({ length: 12 }, (_, place) => (
          <Skeleton key={place} className={isTiles ? 'h-36' : 'h-14 lg:h-12'} />
        ))}
      </div>
    </div>
  );
}

function countText(shown: number, all: number): string {
  const of = shown === all ? '' : `${shown.toLocaleString('en')} of `;
  return `${of}${all === 1 ? '1 contact' : `${all.toLocaleString('en')} contacts`}`;
}

type FilteredContactsProps = {
  contacts: readonly Contact[];
  viewMode: ContactViewMode;
  /** More are on their way. */
  isPartial: boolean;
};

function FilteredContacts({ contacts, viewMode, isPartial }: FilteredContactsProps) {
  const [sortField] = useSortField();
  const { selected: category } = useSelectedCategory({ offersNone: true });
  const search = useSearchText();
  const filtered = useFilteredContacts(contacts, { sortField, category, search });
  const showContact = useShowDialog('contact');
  const isNarrowed = search.trim() !== '' || contacts.length > 0;
  // What is looked for may be among those that are still on their way.
  if (isPartial && filtered.length === 0) return <ContactsSkeleton viewMode={viewMode} />;
  return (
    <>
      <output
        className={filtered.length > 0 ? 'mb-3 block text-sm text-soft tabular-nums' : 'sr-only'}
      >
        {isPartial ? 'Loading contacts...' : countText(filtered.length, contacts.length)}
      </output>
      {filtered.length > 0 ? (
        <ContactList key={viewMode} contacts={filtered} viewMode={viewMode} onOpen={showContact} />
      ) : (
        <EmptyState
          icon={<Users />}
          title="No contacts found"
          hint={
            isNarrowed ? 'Try adjusting your search' : 'Get started by adding your first contact'
          }
          action={
            <Button variant="primary" onClick={() => showContact(NEW)}>
              <Plus aria-hidden />
              Add Contact
            </Button>
          }
        />
      )}
    </>
  );
}

/** The screen /contacts (docs/spec.md, section 2). */
export function ContactsPage() {
  const contacts = useContacts();
  const [viewMode] = useViewMode();
  const isReady = contacts.status === 'ready';
  const dialog = useOpenDialog('contact', {
    has: (uid) => isReady && contacts.rows.some((contact) => contact.uid === uid),
    isComplete: isReady && !contacts.isPartial,
  });
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
      {isReady ? (
        <FilteredContacts
          contacts={contacts.rows}
          viewMode={viewMode}
          isPartial={contacts.isPartial}
        />
      ) : null}
      {dialog.uid === null ? null : (
        <ContactDialog
          key={dialog.uid}
          uid={dialog.uid === NEW ? null : dialog.uid}
          onClose={dialog.close}
        />
      )}
    </main>
  );
}
