import { useRef, useState, type RefObject } from 'react';
import { Plus, Tags } from 'lucide-react';
import { CATEGORY_NAME_LIMIT, isReservedName, nameToAdd } from '#domain/category.ts';
import { useCreateCategory, useCategories } from '../../data/categories/categories.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { EmptyState, Skeleton, ErrorState } from '../../ui/states.tsx';
import { CategoryList } from './category-list.tsx';

type AddCategoryProps = { names: readonly string[]; inputRef: RefObject<HTMLInputElement | null> };

/** Adds a category by Enter or the button; ignores empty names and duplicates. */
function AddCategory({ names, inputRef }: AddCategoryProps) {
  const [text, setText] = useState('');
  const { mutate: create } = useCreateCategory();
  const isReserved = isReservedName(text);
  const add = () => {
    const name = nameToAdd(text, names);
    if (name === null || isReserved) return;
    create(name, {
      // What was typed comes back, unless something else was typed meanwhile.
      onError: () => setText((typed) => (typed === '' ? name : typed)),
    });
    setText('');
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <div className="flex gap-2">
        <Input
          ref={inputRef}
          dir="auto"
          aria-label="New category"
          aria-invalid={isReserved}
          aria-describedby={isReserved ? 'reserved-name' : undefined}
          placeholder="New category..."
          autoComplete="off"
          enterKeyHint="done"
          maxLength={CATEGORY_NAME_LIMIT}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" variant="primary">
          <Plus aria-hidden />
          Add
        </Button>
      </div>
      {isReserved ? (
        <div className="mt-1.5">
          <FieldError id="reserved-name">“All” and “None” are reserved names.</FieldError>
        </div>
      ) : null}
    </form>
  );
}

/** The categories of tasks, contacts and folders: add, rename, delete. */
export function CategoriesTab() {
  const { names, state } = useCategories();
  const input = useRef<HTMLInputElement>(null);
  return (
    <section aria-labelledby="categories-heading">
      <h2 id="categories-heading" className="text-lg font-semibold">
        Categories
      </h2>
      <p className="mt-1 mb-4 text-soft">
        Group tasks, contacts and folders. Renaming one updates it everywhere.
      </p>
      <AddCategory names={names} inputRef={input} />
      <div className="mt-4">
        {state.status === 'ready' ? <CategoryList names={names} inputRef={input} /> : null}
        {state.status === 'ready' && names.length === 0 ? (
          <EmptyState
            icon={<Tags />}
            title="No categories yet"
            hint="Work, Personal, Garden: whatever your days are made of."
            action={
              <Button onClick={() => input.current?.focus()}>Name your first category</Button>
            }
          />
        ) : null}
        {state.status === 'loading' ? <CategoriesSkeleton /> : null}
        {state.status === 'error' ? (
          <ErrorState
            title="Your categories could not be loaded"
            isRetrying={state.isRetrying}
            onRetry={state.retry}
          />
        ) : null}
      </div>
    </section>
  );
}

function CategoriesSkeleton() {
  return (
    <div className="divide-y divide-line">
      <output className="sr-only">Loading categories</output>
      {['w-24', 'w-32', 'w-20'].map((width) => (
        <div key={width} className="flex h-13 items-center gap-3 px-3">
          <Skeleton className="size-2.5 rounded-full" />
          <Skeleton className={`h-4 ${width}`} />
        </div>
      ))}
    </div>
  );
}
