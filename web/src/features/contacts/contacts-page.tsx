import { useState } from 'react';
import { Plus, Users } from 'lucide-react';
import { ALL_CATEGORIES, categoryLabel, NO_CATEGORY } from '#domain/category.ts';
import type { ContactViewMode } from '#domain/contact.ts';
import { useCategoryColors, useSelectedCategory } from '../../data/categories/categories.ts';
import { useContacts, type Contact } from '../../data/contacts/contacts.ts';
import { loadFailureText } from '../../lib/errors.ts';
import { NEW, useOpenDialog, useSearchText, useShowDialog } from '../../lib/url-state.ts';
import { Button } from '../../ui/button.tsx';
import { ShownOnly } from '../../ui/category-mark.tsx';
import { lazyDialog } from '../../ui/lazy.tsx';
import { EmptyState, Skeleton, ErrorState } from '../../ui/states.tsx';
import { ContactList } from './contact-list.tsx';
import { useFilteredContacts, useIsViewKnown, useSortField, useViewMode } from './contact-view.ts';

const ContactDialog = lazyDialog(async () => (await import('./contact-dialog.tsx')).ContactDialog);

const DeleteContactDialog = lazyDialog(
  async () => (await import('./delete-contact-dialog.tsx')).DeleteContactDialog,
);

/** In place of the contacts while they load; with their shape once the view mode is known. */
function ContactsSkeleton({ viewMode }: { viewMode: ContactViewMode | null }) {
  const isTiles = viewMode === 'tile';
  return (
    <div>
      <output className="mb-3 block text-sm text-soft">Loading contacts...</output>
      {viewMode === null ? null : (
        <div
          className={isTiles ? 'grid gap-3 sm:grid-cols-2 lg:grid-cols-3' : 'flex flex-col gap-px'}
        >
          {Array.from({ length: 12 }, (_, place) => (
            <Skeleton key={place} className={isTiles ? 'h-30' : 'h-14 xl:h-11'} />
          ))}
        </div>
      )}
    </div>
  );
}

/** The hint of an empty list; none if only the category hides contacts. */
function emptyHint(isSearched: boolean, all: number): { hint?: string } {
  if (isSearched) return { hint: 'Try adjusting your search' };
  return all === 0 ? { hint: 'Get started by adding your first contact' } : {};
}

function countText(shown: number, all: number): string {
  const of = shown === all ? '' : `${shown.toLocaleString('en')} of `;
  return `${of}${all === 1 ? '1 contact' : `${all.toLocaleString('en')} contacts`}`;
}

type FilteredContactsProps = {
  contacts: readonly Contact[];
  viewMode: ContactViewMode;
  /** More will follow. */
  isPartial: boolean;
};

function FilteredContacts({ contacts, viewMode, isPartial }: FilteredContactsProps) {
  const [sortField] = useSortField();
  const { selected: category, select } = useSelectedCategory('contacts');
  const colorOf = useCategoryColors();
  const search = useSearchText();
  const filtered = useFilteredContacts(contacts, { sortField, category, search });
  const showContact = useShowDialog('contact');
  const [deleting, setDeleting] = useState<string | null>(null);
  const isSearched = search.trim() !== '';
  const isHidden = category !== ALL_CATEGORIES && contacts.length > 0;
  // A match may be among those that will follow.
  if (isPartial && filtered.length === 0) return <ContactsSkeleton viewMode={viewMode} />;
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-soft">
        <output className={filtered.length > 0 ? 'tabular-nums' : 'sr-only'}>
          {isPartial ? 'Loading contacts...' : countText(filtered.length, contacts.length)}
        </output>
        {isHidden ? (
          <ShownOnly
            color={colorOf(category)}
            label={category === NO_CATEGORY ? 'No category' : categoryLabel(category)}
            onShowAll={() => select(ALL_CATEGORIES)}
          />
        ) : null}
      </div>
      {filtered.length > 0 ? (
        <ContactList
          key={viewMode}
          contacts={filtered}
          viewMode={viewMode}
          onOpen={showContact}
          onDelete={setDeleting}
        />
      ) : (
        <EmptyState
          icon={<Users />}
          title="No contacts found"
          {...emptyHint(isSearched, contacts.length)}
          action={
            <Button variant="primary" onClick={() => showContact(NEW)}>
              <Plus aria-hidden />
              Add Contact
            </Button>
          }
        />
      )}
      {deleting === null ? null : (
        <DeleteContactDialog uid={deleting} onClose={() => setDeleting(null)} />
      )}
    </>
  );
}

/** The screen /contacts (spec section 2). */
export function ContactsPage() {
  const contacts = useContacts();
  const [viewMode] = useViewMode();
  const isReady = contacts.status === 'ready';
  const isViewKnown = useIsViewKnown();
  const dialog = useOpenDialog('contact', {
    has: (uid) => isReady && contacts.rows.some((contact) => contact.uid === uid),
    isComplete: isReady && !contacts.isPartial,
  });
  return (
    <main className="mx-auto w-full max-w-[76rem] flex-1 px-4 py-3 sm:px-6 sm:py-4">
      <h1 className="sr-only">Contacts</h1>
      {contacts.status === 'loading' || (isReady && !isViewKnown) ? (
        <ContactsSkeleton viewMode={isViewKnown ? viewMode : null} />
      ) : null}
      {contacts.status === 'error' ? (
        <ErrorState
          title="Your contacts could not be loaded"
          message={loadFailureText(contacts.error)}
          onRetry={contacts.retry}
          isRetrying={contacts.isRetrying}
        />
      ) : null}
      {isReady && isViewKnown ? (
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
