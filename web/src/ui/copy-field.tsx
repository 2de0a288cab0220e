import { useEffect, useId, useRef, type ReactNode } from 'react';
import { clsx } from 'clsx';
import { Copy } from 'lucide-react';
import { copyText } from '../lib/toast.ts';
import { Button } from './button.tsx';
import { DialogActions } from './dialog.tsx';
import { Input } from './input.tsx';

type CopyFieldProps = {
  label: string;
  value: string;
  /** In a monospaced font, to be read letter by letter. */
  isCode?: boolean;
};

/** A generated text to be copied, selected from the start. */
function CopyField({ label, value, isCode = false }: CopyFieldProps) {
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

type ShownOnceProps = CopyFieldProps & {
  onClose: () => void;
  /** What is to be known about it. */
  children: ReactNode;
};

/** The end of a dialog that has made a text which it shows only now. */
export function ShownOnce({ onClose, children, ...field }: ShownOnceProps) {
  return (
    <div className="flex flex-col gap-3">
      <CopyField {...field} />
      <p className="text-sm text-pretty text-soft">{children}</p>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </div>
  );
}
