import { useMemo, useState } from 'react';
import { useJoinContacts } from '../../../data/contacts/contacts.ts';
import type { Line, LineKind } from '../../../import-export/preview.ts';
import type { Similar } from '../../../import-export/similar.ts';
import type { Position } from '../../../import-export/types.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { Checkbox } from '../../../ui/input.tsx';
import { ImportLines, type ImportItem } from './import-lines.tsx';
import { JoinDialog } from './join-dialog.tsx';
import type { Read } from './use-import.ts';

const KINDS: { kind: LineKind; one: string; many: string }[] = [
  { kind: 'task', one: 'task', many: 'tasks' },
  { kind: 'contact', one: 'contact', many: 'contacts' },
  { kind: 'note', one: 'note', many: 'notes' },
];

const VIEWS = [
  { view: 'all', label: 'All', holds: () => true },
  {
    view: 'new',
    label: 'New',
    holds: (item: ImportItem) => item.kind !== 'problem' && item.state === 'new',
  },
  {
    view: 'similar',
    label: 'Like one you have',
    holds: (item: ImportItem) => item.kind !== 'problem' && item.state === 'similar',
  },
  {
    view: 'same',
    label: 'You have it',
    holds: (item: ImportItem) => item.kind !== 'problem' && item.state === 'same',
  },
  {
    view: 'left',
    label: 'With remarks',
    holds: (item: ImportItem) => item.kind === 'problem' || item.left !== '',
  },
] as const;
type View = (typeof VIEWS)[number]['view'];

const counted = (total: number, one: string, many: string) =>
  `${total.toLocaleString('en-US')} ${total === 1 ? one : many}`;

const placeOf = ({ file, line, entry }: Position) =>
  line === undefined
    ? entry === undefined
      ? file
      : `${file}, entry ${entry}`
    : `${file}, line ${line}`;

type PreviewProps = {
  read: Read;
  error: string | undefined;
  additionsTo: (indexes: readonly number[]) => Promise<[number, Similar][]>;
  similarTo: (index: number) => Promise<Similar | undefined>;
  onImport: (chosen: readonly number[]) => void;
  onCancel: () => void;
};

/** Everything that was read, row by row, before anything is sent. */
export function ImportPreview(props: PreviewProps) {
  const { read, error, additionsTo, similarTo, onImport, onCancel } = props;
  const { lines, problems } = read;
  const [left, setLeft] = useState<ReadonlySet<number>>(
    () => new Set(lines.flatMap(({ index, state }) => (state === 'same' ? [index] : []))),
  );
  const [joined, setJoined] = useState<ReadonlySet<number>>(new Set<number>());
  const [view, setView] = useState<View>('all');
  const [joining, setJoining] = useState<{ line: Line; similar: Similar } | null>(null);
  const { mutate: join, isPending: isJoining } = useJoinContacts();

  const items = useMemo(
    (): readonly ImportItem[] => [
      ...problems.map(
        ({ at, text, skipped }, index) =>
          ({
            kind: 'problem',
            key: `problem ${index}`,
            where: placeOf(at),
            text,
            skipped,
          }) as const,
      ),
      ...lines,
    ],
    [lines, problems],
  );
  const views = useMemo(
    () =>
      VIEWS.map((one) => ({ ...one, count: items.filter(one.holds).length })).filter(
        ({ count, view: name }) => count > 0 || name === 'all',
      ),
    [items],
  );
  const shown = useMemo(() => {
    const holds = VIEWS.find((one) => one.view === view)?.holds;
    return holds && view !== 'all' ? items.filter(holds) : items;
  }, [items, view]);
  const byKind = useMemo(() => Map.groupBy(lines, ({ kind }) => kind), [lines]);
  const alike = useMemo(() => lines.filter(({ state }) => state === 'similar'), [lines]);
  const open = alike.filter(({ index }) => !joined.has(index));
  const chosen = lines.length - left.size;

  const leave = (indexes: readonly number[], isLeft: boolean) =>
    setLeft((before) => {
      const next = new Set(before);
      for (const index of indexes) {
        if (isLeft) next.add(index);
        else next.delete(index);
      }
      return next;
    });
  const markJoined = (indexes: readonly number[]) => {
    setJoined((before) => new Set([...before, ...indexes]));
    leave(indexes, true);
  };
  const joinAdditions = async () => {
    const additions = await additionsTo(open.map(({ index }) => index));
    join(
      additions.map(([, { uid, differences }]) => ({
        uid,
        changes: Object.fromEntries(differences.map(({ field, theirs }) => [field, theirs])),
      })),
      { onSuccess: () => markJoined(additions.map(([index]) => index)) },
    );
  };

  if (lines.length === 0 && read.rows === 0) {
    return (
      <div className="mt-2">
        <p role="alert" className="text-pretty">
          There is nothing in it that could be imported.
        </p>
        <ul className="mt-2 flex flex-col gap-2">
          {problems.slice(0, 100).map(({ at, text }) => (
            <li key={`${placeOf(at)} ${text}`} className="wrap-anywhere">
              <span dir="auto" className="font-medium">
                {placeOf(at)}
              </span>
              : {text}
            </li>
          ))}
        </ul>
        <Button className="mt-4" onClick={onCancel}>
          Choose something else
        </Button>
      </div>
    );
  }

  return (
    <div className="mt-2">
      <p className="text-pretty">
        <span dir="auto" className="font-medium wrap-anywhere">
          {read.fileName}
        </span>{' '}
        {read.files === 1 ? 'is' : 'are'} read, and nothing is added yet. Choose what you want.
      </p>
      <div className="mt-3 flex flex-wrap gap-x-6 gap-y-3">
        {KINDS.map(({ kind, one, many }) => {
          const all = byKind.get(kind) ?? [];
          const wanted = all.length - all.filter(({ index }) => left.has(index)).length;
          if (all.length === 0) return null;
          return (
            <label key={kind} className="flex cursor-pointer items-center gap-2.5">
              <Checkbox
                checked={wanted > 0}
                ref={(box) => {
                  if (box) box.indeterminate = wanted > 0 && wanted < all.length;
                }}
                onCheckedChange={() =>
                  leave(
                    all.flatMap(({ index, state }) =>
                      wanted > 0 || (state !== 'same' && !joined.has(index)) ? [index] : [],
                    ),
                    wanted > 0,
                  )
                }
              />
              {wanted === all.length
                ? counted(all.length, one, many)
                : `${wanted.toLocaleString('en-US')} of ${counted(all.length, one, many)}`}
            </label>
          );
        })}
      </div>
      {open.length > 0 ? (
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-base bg-accent-soft px-3 py-2">
          <p className="min-w-0 flex-1 basis-64 text-pretty">
            {open.length === 1
              ? '1 contact looks like one that you have.'
              : `${open.length.toLocaleString('en-US')} contacts look like ones that you have.`}{' '}
            Joining fills in what yours lacks.
          </p>
          <Button isPending={isJoining} onClick={() => void joinAdditions()}>
            Join where nothing differs
          </Button>
        </div>
      ) : null}
      <div className="sticky top-14 z-10 -mx-1 mt-4 flex flex-wrap gap-1 bg-surface px-1 py-2">
        {views.map(({ view: name, label, count }) => (
          <Button
            key={name}
            size="sm"
            variant={name === view ? 'secondary' : 'ghost'}
            aria-pressed={name === view}
            onClick={() => setView(name)}
          >
            {label} <span className="text-soft">{count.toLocaleString('en-US')}</span>
          </Button>
        ))}
      </div>
      <ImportLines
        key={view}
        items={shown}
        left={left}
        joined={joined}
        onChoose={(index, isChosen) => leave([index], !isChosen)}
        onJoin={(line) => {
          const ask = async () => {
            const similar = await similarTo(line.index);
            if (similar) setJoining({ line, similar });
          };
          void ask();
        }}
      />
      <div className="sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-surface px-1 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        {error === undefined ? null : (
          <div className="min-w-0 flex-1 basis-64">
            <FieldError>{error}</FieldError>
          </div>
        )}
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          variant="primary"
          disabled={chosen === 0 && lines.length > 0}
          onClick={() => onImport(lines.flatMap(({ index }) => (left.has(index) ? [] : [index])))}
        >
          {chosen === 0 ? 'Import' : `Import ${counted(chosen, 'entry', 'entries')}`}
        </Button>
      </div>
      {joining ? (
        <JoinDialog
          similar={joining.similar}
          theirName={joining.line.title}
          isPending={isJoining}
          onClose={() => setJoining(null)}
          onJoin={(changes) =>
            join([{ uid: joining.similar.uid, changes }], {
              onSuccess: () => {
                markJoined([joining.line.index]);
                setJoining(null);
              },
            })
          }
        />
      ) : null}
    </div>
  );
}
