import { useEffect, useId, useRef } from 'react';
import { clsx } from 'clsx';
import { Copy } from 'lucide-react';
import { copyText } from '../lib/toast.ts';
import { Button } from './button.tsx';
import { Input } from './input.tsx';

type CopyFieldProps = {
  label: string;
  value: string;
  /** In a monospaced font, to be read letter by letter. */
  isCode?: boolean;
};

/** A generated text to be copied, selected from the start. */
export function CopyField({ label, value, isCode = false }: CopyFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <div className="flex gap-2">
        <Input
          ref={field}
          id={id}
          readOnly
          value={value}
          className={clsx('min-w-0', isCode && 'font-mono')}
          onFocus={({ target }) => target.select()}
        />
        <Button onClick={() => void copyText(value)}>
          <Copy aria-hidden />
          Copy
        </Button>
      </div>
    </div>
  );
}
