import type { ComponentProps, ReactNode } from 'react';
import { clsx } from 'clsx';
import {
  ArrowRight,
  CircleCheck,
  Cloud,
  Contact,
  Folder,
  NotebookText,
  Plus,
  Tag,
  Zap,
} from 'lucide-react';
import type { Kind } from './rank.ts';

type ResultKind = Kind | 'create';

const icons: Record<ResultKind, ReactNode> = {
  task: <CircleCheck aria-hidden />,
  contact: <Contact aria-hidden />,
  note: <NotebookText aria-hidden />,
  folder: <Folder aria-hidden />,
  category: <Tag aria-hidden />,
  screen: <ArrowRight aria-hidden />,
  action: <Zap aria-hidden />,
  create: <Plus aria-hidden />,
};

const kindLabels: Record<ResultKind, string> = {
  task: 'Task',
  contact: 'Contact',
  note: 'Note',
  folder: 'Folder',
  category: 'Category',
  screen: 'Screen',
  action: 'Action',
  create: '',
};

type Props = {
  kind: ResultKind;
  /** Before the match, the match, after it (`markedParts`). */
  title: readonly string[];
  detail?: string;
  /** What was found in its text, as a title is. */
  excerpt?: readonly string[];
  isDone?: boolean;
  /** Not found on this device. */
  isFromServer?: boolean;
  optionProps: ComponentProps<'div'>;
};

function Marked({ parts: [before, match, after] }: { parts: readonly string[] }) {
  return (
    <>
      {before}
      {match ? <b>{match}</b> : null}
      {after}
    </>
  );
}

/** A result: icon, title, and what tells it from others with the same title. */
export function Result(props: Props) {
  const { kind, title, detail = '', isDone = false, isFromServer = false, optionProps } = props;
  const { excerpt = [] } = props;
  return (
    <div
      {...optionProps}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-base px-3 outline-accent aria-selected:bg-hover aria-selected:outline-2 aria-selected:-outline-offset-2 sm:min-h-10 [&_svg]:size-4.5 [&_svg]:shrink-0 [&_svg]:text-soft"
    >
      {icons[kind]}
      <span className="min-w-0 flex-1 py-1">
        <span dir="auto" className={clsx('block truncate', isDone && 'text-soft line-through')}>
          <Marked parts={title} />
        </span>
        {excerpt.some((part) => part !== '') ? (
          <span dir="auto" className="block truncate text-sm text-soft">
            <Marked parts={excerpt} />
          </span>
        ) : null}
      </span>
      <span className="flex max-w-1/2 shrink-0 text-sm text-soft">
        <span className="truncate">{detail}</span>
        <span className="shrink-0 whitespace-pre">
          {detail && kindLabels[kind] ? ', ' : ''}
          {kindLabels[kind]}
        </span>
        {isFromServer ? (
          <Cloud aria-label=", from the server" className="ml-2 self-center" />
        ) : null}
      </span>
    </div>
  );
}
