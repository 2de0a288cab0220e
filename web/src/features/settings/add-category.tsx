import { useState, type RefObject } from 'react';
import { Plus } from 'lucide-react';
import { CATEGORY_NAME_LIMIT, isReservedName, nameToAdd } from '#domain/category.ts';
import { useCreateCategory } from '../../data/categories/mutations.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';

type Props = { names: readonly string[]; inputRef: RefObject<HTMLInputElement | null> };

/** Adds a category by Enter or the button; ignores empty names and duplicates. */
export function AddCategory({ names, inputRef }: Props) {
  const [text, setText] = useState('');
  const { mutate: create } = useCreateCategory();
  const isReserved = isReservedName(text);
  const add = () => {
    const name = nameToAdd(text, names);
    if (name === null || isReserved) return;
    create(name, {
      // What was typed comes back for another try, unless something else stands there by now.
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
          <FieldError id="reserved-name">All and None are words of the filters.</FieldError>
        </div>
      ) : null}
    </form>
  );
}
