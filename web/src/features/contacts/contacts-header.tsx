import { ArrowDownAZ, LayoutGrid, List, Plus, Search } from 'lucide-react';
import type { ContactSortField } from '#domain/contact.ts';
import { NEW, useSearchField, useShowDialog } from '../../lib/url-state.ts';
import { IconButton } from '../../ui/button.tsx';
import { LazySelect } from '../../ui/lazy-select.tsx';
import type { SelectOption } from '../../ui/select-props.ts';
import { useSortField, useViewMode } from './contact-view.ts';

const SORT_OPTIONS: readonly SelectOption<ContactSortField>[] = [
  { value: 'lastName', label: 'Last Name', icon: <ArrowDownAZ aria-hidden className="size-4" /> },
  { value: 'firstName', label: 'First Name', icon: <ArrowDownAZ aria-hidden className="size-4" /> },
  { value: 'company', label: 'Company', icon: <ArrowDownAZ aria-hidden className="size-4" /> },
];

function SearchBox() {
  const [search, setSearch] = useSearchField();
  return (
    <search className="relative min-w-0 flex-1 md:max-w-md">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-white max-sm:left-2"
      />
      <input
        type="search"
        aria-label="Search contacts"
        placeholder="Search contacts..."
        autoComplete="off"
        spellCheck={false}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        className="h-10 w-full scheme-dark rounded-base bg-black/20 pr-2 pl-9 text-field text-white transition-colors placeholder:text-white hover:bg-black/30 max-sm:pr-1 max-sm:pl-7.5 md:h-9"
      />
    </search>
  );
}

/** The contacts page's part of the header (spec section 2). */
export function ContactsHeader() {
  const [sortField, setSortField] = useSortField();
  const [viewMode, setViewMode] = useViewMode();
  const showContact = useShowDialog('contact');
  const isTiles = viewMode === 'tile';
  return (
    <div className="flex min-w-0 flex-1 items-center gap-1.5 sm:gap-2">
      <SearchBox />
      <LazySelect
        variant="header"
        aria-label="Sort by"
        value={sortField}
        onValueChange={setSortField}
        options={SORT_OPTIONS}
        // On narrow screens only the icon is visible.
        className="shrink-0 max-lg:gap-1 max-lg:px-2 max-lg:[&>span:first-child]:w-4"
      />
      <IconButton
        variant="header"
        label={isTiles ? 'Switch to list view' : 'Switch to tile view'}
        onClick={() => setViewMode(isTiles ? 'list' : 'tile')}
      >
        {isTiles ? <List aria-hidden /> : <LayoutGrid aria-hidden />}
      </IconButton>
      <IconButton variant="header" label="Add new contact" onClick={() => showContact(NEW)}>
        <Plus aria-hidden />
      </IconButton>
    </div>
  );
}
