import { useMemo, useState } from 'react';
import { clsx } from 'clsx';
import { Search, X } from 'lucide-react';
import * as Radix from '@radix-ui/react-dialog';
import { BackCloses } from '../../lib/unsaved-changes.ts';
import { closeOnEscape, overlayStyles, useReturnFocus } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/button.tsx';
import { useTaskOf } from './create-task.ts';
import { detailOf, useEntries } from './entries.ts';
import { useFromServer } from './from-server.ts';
import { useListbox } from './listbox.ts';
import { excerptParts, markedParts } from './rank.ts';
import { Result } from './result.tsx';
import { useOpen } from './open.ts';

/** At most this many results are shown. */
const LIMIT = 20;

const panelStyles =
  'fixed inset-0 z-40 mx-auto flex w-full animate-fade flex-col bg-raised text-ink outline-none sm:top-[10dvh] sm:bottom-auto sm:max-h-[70dvh] sm:max-w-2xl sm:rounded-base sm:border sm:border-line sm:shadow-overlay';

type FinderProps = { onClose: () => void };

/** The search field and its results. */
function Finder({ onClose }: FinderProps) {
  const [search, setSearch] = useState('');
  const { recent, index } = useEntries();
  const isEmpty = search.trim() === '';
  const found = useMemo(
    () => (isEmpty ? recent.slice(0, LIMIT) : index.find(search, LIMIT)),
    [isEmpty, recent, index, search],
  );
  const task = useTaskOf(search);
  // Shown last, so that nothing moves when it arrives.
  const fromServer = useFromServer(search, found);
  const own = found.length + (task ? 1 : 0);
  const open = useOpen();
  const { fieldProps, listProps, optionProps } = useListbox({
    count: own + fromServer.length,
    search,
    onChoose: (at) => {
      onClose();
      const entry = found[at] ?? fromServer[at - own]?.entry;
      if (entry) open(entry);
      else task?.create();
    },
  });
  const results = found.length + fromServer.length;
  return (
    <>
      <div className="flex items-center gap-3 border-b border-line pl-4 sm:pl-5">
        <Search aria-hidden className="size-5 shrink-0 text-soft" />
        <input
          {...fieldProps}
          aria-label="Search everything"
          placeholder="Tasks, contacts, notes, actions..."
          autoComplete="off"
          enterKeyHint="go"
          dir="auto"
          maxLength={200}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          className="h-14 min-w-0 flex-1 bg-transparent text-field outline-none"
        />
        <IconButton label="Close" size="sm" className="mr-3" onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </div>
      <output className="sr-only">{results === 1 ? '1 result' : `${results} results`}</output>
      {results === 0 ? <p className="px-5 pt-4 text-soft">Nothing found.</p> : null}
      <div
        {...listProps}
        aria-label="Results"
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]"
      >
        {found.map((entry, at) => (
          <Result
            key={`${entry.kind} ${entry.uid}`}
            kind={entry.kind}
            title={markedParts(entry.title, search)}
            {...detailOf(entry)}
            optionProps={optionProps(at)}
          />
        ))}
        {task ? (
          <Result
            kind="create"
            title={['Create task “', task.title, '”']}
            detail={task.detail}
            optionProps={optionProps(found.length)}
          />
        ) : null}
        {fromServer.map(({ entry, excerpt }, at) => (
          <Result
            key={`server ${entry.kind} ${entry.uid}`}
            kind={entry.kind}
            title={markedParts(entry.title, search)}
            excerpt={excerptParts(excerpt, search)}
            isFromServer
            optionProps={optionProps(own + at)}
          />
        ))}
      </div>
    </>
  );
}

/** One search over all rows on this device, the screens and the actions (docs/decisions/0058). */
export function Palette({ onClose }: FinderProps) {
  const returnFocus = useReturnFocus(true);
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className={clsx(overlayStyles, 'max-sm:hidden')} />
        <Radix.Content
          aria-describedby={undefined}
          className={panelStyles}
          onCloseAutoFocus={returnFocus}
          onKeyDown={closeOnEscape(onClose)}
        >
          <Radix.Title className="sr-only">Search everything</Radix.Title>
          <Finder onClose={onClose} />
          <BackCloses onBack={onClose} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
