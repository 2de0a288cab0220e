import { Sparkles } from 'lucide-react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import type { TaskForm } from '#domain/task-form.ts';
import { useToday } from '../../lib/clock.ts';
import { Button } from '../../ui/button.tsx';
import { partLabel } from './word-chips.tsx';
import { useReader } from './words.ts';

type Props = { form: UseFormReturn<TaskForm>; categories: readonly string[] };

/** Offers to fill the other fields with what the words of the title mean. */
export function WordsOffer({ form, categories }: Props) {
  const today = useToday();
  const title = useWatch({ control: form.control, name: 'title' });
  const read = useReader();
  const task = read?.(title, { today, categories });
  const apply = () => {
    if (!task) return;
    const { due, repeat, priority, category } = task;
    const set = (name: keyof TaskForm, value: string | undefined) => {
      if (value !== undefined)
        form.setValue(name, value, {
          shouldDirty: true,
          shouldValidate: form.formState.isSubmitted,
        });
    };
    set('title', task.title);
    set('dueDate', due);
    set('repeatType', repeat);
    set('priority', priority);
    set('category', category);
    form.setFocus('title');
  };
  const labels = task?.parts.map((part) => partLabel(part, task, today)) ?? [];
  return (
    <output className="-mt-2 empty:hidden">
      {labels.length > 0 ? (
        <Button size="sm" onClick={apply} className="max-w-full">
          <Sparkles aria-hidden />
          <span className="truncate">{labels.join(', ')}: apply</span>
        </Button>
      ) : null}
    </output>
  );
}
