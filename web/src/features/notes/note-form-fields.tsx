import { useCallback, useEffect, useMemo } from 'react';
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
import type { FormState } from './form-window.tsx';
import { useKeptDraft } from './use-kept-draft.ts';

type Props = {
  identity: Pick<Draft, 'userId' | 'noteId' | 'base'>;
  left?: Draft | undefined;
  defaults: NoteForm;
  folders: readonly Folder[];
  isPending: boolean;
  onState: (state: FormState) => void;
  onCancel: () => void;
  /** `drop` forgets what was kept on this device; to be called when the note is saved. */
  onSubmit: (form: NoteForm, drop: () => void) => void;
};

/** The fields of the note dialog (spec sections 2, 5 and 9: a content box of 10 rows). */
export function NoteFormFields(props: Props) {
  const { identity, left, defaults, folders, isPending, onState, onCancel, onSubmit } = props;
  const { control, handleSubmit, getValues, setFocus, formState } = useForm<NoteForm>({
    resolver: zodResolver(noteFormSchema),
    defaultValues: defaults,
  });
  useEffect(() => setFocus('title', { shouldSelect: true }), [setFocus]);
  const options = useMemo(
    () => [{ value: NONE, label: 'No folder' }, ...folderOptions(folders)],
    [folders],
  );
  const read = useCallback(() => {
    const { title, content } = getValues();
    return { title, content };
  }, [getValues]);
  const { changed, drop } = useKeptDraft(identity, read, left);
  const isUnsaved = formState.isDirty || left !== undefined;
  useEffect(
    () => onState({ unsaved: isUnsaved ? { discard: drop } : null, isPending }),
    [onState, isUnsaved, drop, isPending],
  );
  const cancel = () => {
    drop();
    onCancel();
  };
  return (
    <form
      noValidate
      data-keeps-text
      className="flex flex-col gap-4"
      onInput={changed}
      onSubmit={(event) => void handleSubmit((form) => onSubmit(form, drop))(event)}
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
