import { useEffect, useState, type KeyboardEvent, type ReactNode } from 'react';
import { clsx } from 'clsx';
import { CalendarDays, Flag, Repeat, Sparkles, X } from 'lucide-react';
import { categoryLabel } from '#domain/category.ts';
import { addDays } from '#domain/dates.ts';
import { repeatLabels } from '#domain/repeat.ts';
import { priorityLabels } from '#domain/task.ts';
import { loadLanguages } from '#domain/words/languages.ts';
import { parseTask, type ParsedTask, type Part } from '#domain/words/parse-task.ts';
import { useCategoryColors } from '../../data/categories/categories.ts';
import { formatFullDay, formatWeekday, useToday } from '../../lib/clock.ts';
import { Button } from '../../ui/button.tsx';
import { CategoryDot } from '../../ui/category-mark.tsx';

type Options = { today: string; categories: readonly string[]; kept?: readonly string[] };
export type ReadWords = (text: string, options: Options) => ParsedTask;

let loaded: ReadWords | null = null;

/** Loads the parser for the browser's language and English. */
export async function loadReader(): Promise<ReadWords> {
  if (loaded) return loaded;
  const languages = await loadLanguages(navigator.language);
  loaded = (text, options) => parseTask(text, { ...options, languages });
  return loaded;
}

/** The parser once it is loaded. If that fails, words stay in the title; no error is shown. */
export function useReader(): ReadWords | null {
  const [read, setRead] = useState(() => loaded);
  useEffect(() => {
    if (read) return undefined;
    const stop = new AbortController();
    const load = async () => {
      try {
        const next = await loadReader();
        if (!stop.signal.aborted) setRead(() => next);
      } catch (error) {
        console.warn('Words are not read: their code could not be loaded.', error);
      }
    };
    void load();
    return () => stop.abort();
  }, [read]);
  return read;
}

function dayLabel(due: string, today: string): string {
  if (due === today) return 'Today';
  if (due === addDays(today, 1)) return 'Tomorrow';
  if (due < addDays(today, 7)) return formatWeekday(due);
  return formatFullDay(due);
}

/** The meaning of a part of the text, in the words of the task dialog. */
export function partLabel({ kind }: Part, task: ParsedTask, today: string): string {
  const due = task.due === undefined ? '' : dayLabel(task.due, today);
  const { repeat = 'none', priority = 'medium', category = '' } = task;
  if (kind === 'due') return `Due ${due}`;
  if (kind === 'priority') return `${priorityLabels[priority]} priority`;
  if (kind === 'category') return categoryLabel(category);
  const isDated = task.parts.some((part) => part.kind === 'due');
  return isDated ? repeatLabels[repeat] : `${repeatLabels[repeat]} from ${due}`;
}

const icons: Record<Exclude<Part['kind'], 'category'>, ReactNode> = {
  due: <CalendarDays aria-hidden className="size-3.5 shrink-0" />,
  repeat: <Repeat aria-hidden className="size-3.5 shrink-0" />,
  priority: <Flag aria-hidden className="size-3.5 shrink-0" />,
};

type ChipsProps = {
  task: ParsedTask;
  /** The words of the part are to stay in the title. */
  onKeep: (part: Part) => void;
  /** In the flow of the page, not over what is below the field. */
  isInFlow?: boolean;
};

/** What was understood of the text; pressing a chip keeps its words in the title instead. */
export function WordChips({ task, onKeep, isInFlow = false }: ChipsProps) {
  const today = useToday();
  const colorOf = useCategoryColors();
  const labels = task.parts.map((part) => partLabel(part, task, today));
  const keepByKey = (event: KeyboardEvent, part: Part) => {
    if (event.key !== 'Delete' && event.key !== 'Backspace') return;
    event.preventDefault();
    onKeep(part);
  };
  return (
    <>
      <output className="sr-only">
        {labels.length > 0 ? `Understood: ${labels.join(', ')}` : ''}
      </output>
      {labels.length > 0 ? (
        <ul
          aria-label="Understood"
          className={clsx(
            'flex max-w-full flex-wrap gap-1.5 text-ink',
            isInFlow
              ? '-mt-2'
              : 'absolute top-full left-0 z-30 mt-1.5 rounded-base border border-line bg-raised p-1.5 shadow-raised',
          )}
        >
          {task.parts.map((part, i) => (
            <li key={part.kind} className="flex min-w-0">
              <button
                type="button"
                aria-label={`${labels[i]}: keep “${part.text}” as text`}
                onClick={() => onKeep(part)}
                onKeyDown={(event) => keepByKey(event, part)}
                className="inline-flex h-10 max-w-full min-w-0 items-center gap-1.5 rounded-half bg-sunken px-2.5 text-sm hover:bg-hover md:h-8"
              >
                {part.kind === 'category' ? (
                  <CategoryDot color={colorOf(task.category ?? '')} />
                ) : (
                  icons[part.kind]
                )}
                <span dir="auto" className="truncate">
                  {labels[i]}
                </span>
                <X aria-hidden className="size-3.5 shrink-0 text-soft" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

type OfferProps = {
  title: string;
  categories: readonly string[];
  onApply: (task: ParsedTask) => void;
};

/** Offers to fill the other fields of the dialog with what the words of the title mean. */
export function WordsOffer({ title, categories, onApply }: OfferProps) {
  const today = useToday();
  const task = useReader()?.(title, { today, categories });
  const labels = task?.parts.map((part) => partLabel(part, task, today)) ?? [];
  return (
    <output className="-mt-2 empty:hidden">
      {task && labels.length > 0 ? (
        <Button size="sm" onClick={() => onApply(task)} className="max-w-full">
          <Sparkles aria-hidden />
          <span className="truncate">{labels.join(', ')}: apply</span>
        </Button>
      ) : null}
    </output>
  );
}
