import { useCallback, useEffect, useLayoutEffect, useMemo } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { NONE, noteFormSchema, type NoteForm } from '#domain/note.ts';
import type { Folder } from '../../data/folders/queries.ts';
import type { Draft } from '../../data/notes/drafts.ts';
import { FormActions } from '../../ui/form-actions.tsx';
import { FormField, SelectField } from '../../ui/form-field.tsx';
import { Input } from '../../ui/input.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { folderOptions } from './folder-options.ts';
import { useKeptDraft } from './use-kept-draft.ts';

/** What the form tells the window that it stands in. */
export type NoteFormState = {
  isDirty: boolean;
  isPending: boolean;
  /** Forgets the text that is kept on this device. */
  onDiscard?: () => void;
};

type Props = {
  identity: Pick<Draft, 'userId' | 'noteUid' | 'base'>;
  left?: Draft | undefined;
  defaults: NoteForm;
  folders: readonly Folder[];
  isPending: boolean;
  onState: (state: NoteFormState) => void;
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
  const isDirty = formState.isDirty || left !== undefined;
  // Before the next key can come: Escape right after a letter has to ask.
  useLayoutEffect(
    () => onState({ isDirty, isPending, onDiscard: drop }),
    [onState, isDirty, isPending, drop],
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
      <FormField control={control} name="title" label="Title">
        {(field) => <Input {...field} autoComplete="off" />}
      </FormField>
      <SelectField control={control} name="folder" label="Folder" options={options} />
      <FormField control={control} name="content" label="Content">
        {(field) => <Textarea {...field} rows={10} placeholder="Write your note content here..." />}
      </FormField>
      <FormActions submitLabel="Save" isPending={isPending} onCancel={cancel} />
    </form>
  );
}
