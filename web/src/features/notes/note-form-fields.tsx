import { useCallback, useMemo } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm } from 'react-hook-form';
import {
  NONE,
  noteFormSchema,
  type NoteForm,
} from '../../../../supabase/functions/_shared/domain/notes.ts';
import type { Folder } from '../../data/folders/types.ts';
import type { Draft } from '../../data/notes/drafts.ts';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { folderOptions } from './folder-options.ts';
import { useKeptDraft } from './use-kept-draft.ts';

type Props = {
  identity: Pick<Draft, 'userId' | 'noteId' | 'base'>;
  left?: Draft | undefined;
  defaults: NoteForm;
  folders: readonly Folder[];
  isPending: boolean;
  onCancel: () => void;
  /** `drop` forgets what was kept on this device; to be called when the note is saved. */
  onSubmit: (form: NoteForm, drop: () => void) => void;
};

/** The fields of the note dialog (spec sections 2, 5 and 9: a content box of 10 rows). */
export function NoteFormFields(props: Props) {
  const { identity, left, defaults, folders, isPending, onCancel, onSubmit } = props;
  const { control, handleSubmit, getValues } = useForm<NoteForm>({
    resolver: zodResolver(noteFormSchema),
    defaultValues: defaults,
  });
  const options = useMemo(
    () => [{ value: NONE, label: 'No folder' }, ...folderOptions(folders)],
    [folders],
  );
  const read = useCallback(() => {
    const { title, content } = getValues();
    return { title, content };
  }, [getValues]);
  const kept = useKeptDraft(identity, read, left);
  const cancel = () => {
    kept.drop();
    onCancel();
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onInput={kept.changed}
      onSubmit={(event) => void handleSubmit((form) => onSubmit(form, kept.drop))(event)}
    >
      <Controller
        name="title"
        control={control}
        render={({ field, fieldState }) => (
          <Field label="Title" error={fieldState.error?.message}>
            {(joined) => <Input autoComplete="off" {...field} {...joined} />}
          </Field>
        )}
      />
      <Controller
        name="folder"
        control={control}
        render={({ field: { value, onChange, onBlur } }) => (
          <Field label="Folder">
            {(joined) => (
              <Select
                {...joined}
                value={value}
                onValueChange={onChange}
                onBlur={onBlur}
                options={options}
              />
            )}
          </Field>
        )}
      />
      <Controller
        name="content"
        control={control}
        render={({ field, fieldState }) => (
          <Field label="Content" error={fieldState.error?.message}>
            {(joined) => (
              <Textarea
                rows={10}
                placeholder="Write your note content here..."
                {...field}
                {...joined}
              />
            )}
          </Field>
        )}
      />
      <DialogActions>
        <Button disabled={isPending} onClick={cancel}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" isPending={isPending}>
          {isPending ? 'Saving...' : 'Save'}
        </Button>
      </DialogActions>
    </form>
  );
}
