import { Copy } from 'lucide-react';
import { copyText } from '../lib/toast.ts';
import { dropRecoveredInput, useRecoveredInput } from '../lib/form-recovery.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Textarea } from '../ui/input.tsx';

/** Offers what was typed on a screen that was taken away (lib/form-recovery.ts). */
export function RecoveredInputDialog() {
  const left = useRecoveredInput();
  return (
    <Dialog
      onClose={dropRecoveredInput}
      title="Recovered text"
      description="It was not saved. Copy what you still need."
    >
      <div className="flex flex-col gap-4">
        {left.map(({ label, text }, index) => (
          // Fields of several refused changes may have the same label.
          <Field key={`${index} ${label}`} label={label}>
            {(controlProps) => <Textarea {...controlProps} readOnly value={text} />}
          </Field>
        ))}
      </div>
      <DialogActions>
        <Button onClick={() => void copyText(left.map(({ text }) => text).join('\n'))}>
          <Copy aria-hidden />
          Copy
        </Button>
        <Button variant="primary" onClick={dropRecoveredInput}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
