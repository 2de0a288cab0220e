import { useEffect, useRef, useState } from 'react';
import { Check, X } from 'lucide-react';
import { useRenameCategory } from '../../data/categories/mutations.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Input } from '../../ui/input.tsx';
import { CATEGORY_NAME_LENGTH, isReservedName, nameAfterEdit } from './category-name.ts';

type Props = {
  name: string;
  names: readonly string[];
  /** Gets the name that the category has now. */
  onClose: (name: string) => void;
};

/** A name being edited in its place: Enter confirms, Escape cancels (spec section 2). */
export function RenameCategory({ name, names, onClose }: Props) {
  const [text, setText] = useState(name);
  const input = useRef<HTMLInputElement>(null);
  const { mutate: rename } = useRenameCategory();
  useEffect(() => input.current?.select(), []);
  const confirm = () => {
    const next = nameAfterEdit(name, text, names);
    const isAccepted = next !== null && !isReservedName(next);
    if (isAccepted) rename({ from: name, to: next });
    onClose(isAccepted ? next : name);
  };
  return (
    <form
      className="flex min-w-0 flex-1 items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        confirm();
      }}
    >
      <Input
        ref={input}
        aria-label={`New name of ${name}`}
        autoComplete="off"
        enterKeyHint="done"
        maxLength={CATEGORY_NAME_LENGTH}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose(name);
        }}
      />
      <IconButton type="submit" label="Save name">
        <Check aria-hidden />
      </IconButton>
      <IconButton label="Cancel" onClick={() => onClose(name)}>
        <X aria-hidden />
      </IconButton>
    </form>
  );
}
