import { useEffect, useState } from 'react';
import { ALL_CATEGORIES, categoryLabel, NO_CATEGORY } from '#domain/category.ts';
import { quickTask } from '#domain/task.ts';
import { useCategories, useSelectedCategory } from '../../data/categories/categories.ts';
import { useAddTask } from '../../data/tasks/tasks.ts';
import type { partLabel, ReadWords } from '../../features/tasks/words.tsx';
import { useToday } from '../../lib/clock.ts';

type Reader = { read: ReadWords; labelOf: typeof partLabel };
let loaded: Reader | null = null;

/** The parser of quick-add words, loaded while the palette is open; null until then. */
function useReader(): Reader | null {
  const [reader, setReader] = useState(loaded);
  useEffect(() => {
    if (loaded) return undefined;
    const stop = new AbortController();
    const load = async () => {
      try {
        const words = await import('../../features/tasks/words.tsx');
        loaded = { read: await words.loadReader(), labelOf: words.partLabel };
        if (!stop.signal.aborted) setReader(loaded);
      } catch (error) {
        console.warn('Words are not read: their code could not be loaded.', error);
      }
    };
    void load();
    return () => stop.abort();
  }, []);
  return reader;
}

/** The task that a text would become, read as in the quick add (spec section 2); null for no task. */
export function useTaskOf(text: string) {
  const today = useToday();
  const { names: categories } = useCategories();
  const { selected } = useSelectedCategory('tasks');
  const { mutate: create } = useAddTask();
  const reader = useReader();
  const words = reader?.read(text, { today, categories });
  const filtered = selected === ALL_CATEGORIES ? NO_CATEGORY : selected;
  const quick = quickTask(words?.title ?? text, filtered, words);
  if (!quick) return null;
  const task = { ...quick, category: quick.category === NO_CATEGORY ? null : quick.category };
  const labels = words?.parts.map((part) => reader?.labelOf(part, words, today)) ?? [];
  if (task.category && !words?.category) labels.push(categoryLabel(task.category));
  return { title: task.title, detail: labels.join(', '), create: () => create(task) };
}
