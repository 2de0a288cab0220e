import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import {
  folderChoice,
  formToNote,
  NEW_NOTE_TITLE,
  NONE,
  noteFormSchema,
  type NoteForm,
} from '#domain/note.ts';
import { newUid } from '#domain/uid.ts';
import type { Folder } from '../../data/folders/folders.ts';
import { NO_BASE, type Draft } from '../../data/notes/drafts.ts';
import { useCreateNote, useSaveNote } from '../../data/notes/mutations.ts';
import { useNote, type Note, type NoteSummary } from '../../data/notes/queries.ts';
import { loadFailureText } from '../../lib/errors.ts';
import { NEW } from '../../lib/url-state.ts';
import { FormField } from '../../ui/form-field.tsx';
import { FormActions, FormDialog } from '../../ui/form-dialog.tsx';
import { Input, Textarea } from '../../ui/input.tsx';
import { SelectField } from '../../ui/select.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { folderOptions } from './folder-tree.ts';
import { forgetEditIntent, requestEdit, useNotesState, useSelectedNote } from './notes-state.ts';
import { useDraftAutosave } from './use-draft-autosave.ts';

type Props = { userId: string; folders: readonly Folder[]; onClose: () => void };

/** What the form reports to its dialog. */
type FormState = {
  isDirty: boolean;
  isPending: boolean;
  /** Deletes the draft on this device. */
  onDiscard?: () => void;
};

const UNTOUCHED: FormState = { isDirty: false, isPending: false };

/** 'New Note': the created note is selected and opened in the editor (spec section 4). */
export function NewNoteDialog({ userId, folders, onClose }: Props) {
  const intent = useNotesState('editIntent');
  const [draft] = useState(intent?.noteUid === NEW ? intent.draft : undefined);
  useEffect(() => {
    if (draft) forgetEditIntent();
  }, [draft]);
  const folderUid = useNotesState('folderUid');
  const [uid] = useState(newUid);
  const [, select] = useSelectedNote();
  const { mutate: create, isPending } = useCreateNote();
  const [state, setState] = useState(UNTOUCHED);
  return (
    <FormDialog title="New Note" size="lg" entityName="note" {...state} isInUrl onClose={onClose}>
      <NoteFormFields
        identity={{ userId, noteUid: '', base: NO_BASE }}
        draft={draft}
        defaults={{
          title: draft?.title ?? NEW_NOTE_TITLE,
          content: draft?.content ?? '',
          folder: folderChoice(folderUid),
        }}
        folders={folders}
        isPending={isPending}
        onState={setState}
        onCancel={onClose}
        onSubmit={(form, dropDraft) =>
          create(
            { uid, ...formToNote(form) },
            {
              onSuccess: () => {
                dropDraft();
                requestEdit({ noteUid: uid });
                select(uid, { replace: true });
              },
            },
          )
        }
      />
    </FormDialog>
  );
}

type EditProps = Props & { uid: string; notes: readonly NoteSummary[] };

/** 'Edit Note': title, text as markup, and the folder. */
export function EditNoteDialog({ uid, notes, ...props }: EditProps) {
  // As it was when the dialog opened: if it is deleted elsewhere, saving restores it.
  const [note] = useState(() => notes.find((known) => known.uid === uid));
  const open = useNote(uid, note);
  const [state, setState] = useState(UNTOUCHED);
  return (
    <FormDialog
      title="Edit Note"
      size="lg"
      entityName="note"
      {...state}
      isInUrl
      onClose={props.onClose}
    >
      {open.status === 'ready' ? (
        <EditNoteForm {...props} note={open.note} onState={setState} />
      ) : null}
      {open.status === 'error' ? (
        <ErrorState
          message={loadFailureText(open.error)}
          onRetry={open.retry}
          isRetrying={open.isRetrying}
        />
      ) : null}
      {open.status === 'loading' ? <Skeleton className="h-72 w-full" /> : null}
    </FormDialog>
  );
}

type EditFormProps = Props & { note: Note; onState: (state: FormState) => void };

function EditNoteForm({ userId, note, folders, onClose, onState }: EditFormProps) {
  const [base] = useState(note);
  const { mutate: save, isPending } = useSaveNote();
  return (
    <NoteFormFields
      identity={{ userId, noteUid: note.uid, base }}
      defaults={{
        title: base.title,
        content: base.content ?? '',
        folder: folderChoice(base.folder_uid),
      }}
      folders={folders}
      isPending={isPending}
      onState={onState}
      onCancel={onClose}
      onSubmit={(form, dropDraft) =>
        save(
          { uid: note.uid, base, changes: formToNote(form) },
          {
            onSuccess: () => {
              dropDraft();
              onClose();
            },
          },
        )
      }
    />
  );
}

type FieldsProps = {
  identity: Pick<Draft, 'userId' | 'noteUid' | 'base'>;
  draft?: Draft | undefined;
  defaults: NoteForm;
  folders: readonly Folder[];
  isPending: boolean;
  onState: (state: FormState) => void;
  onCancel: () => void;
  /** `dropDraft` deletes the draft on this device; to be called once the note is saved. */
  onSubmit: (form: NoteForm, dropDraft: () => void) => void;
};

/** The fields of the note dialog (spec sections 2, 5 and 9: a content box of 10 rows). */
function NoteFormFields(props: FieldsProps) {
  const { identity, draft, defaults, folders, isPending, onState, onCancel, onSubmit } = props;
  const isNew = identity.noteUid === '';
  const { control, handleSubmit, getValues, setFocus, formState } = useForm<NoteForm>({
    resolver: zodResolver(noteFormSchema),
    defaultValues: defaults,
  });
  useEffect(() => {
    // On touch screens the keyboard would cover the text that is there.
    if (isNew || matchMedia('(hover: hover)').matches) setFocus('title', { shouldSelect: true });
  }, [isNew, setFocus]);
  const options = useMemo(
    () => [{ value: NONE, label: 'No folder' }, ...folderOptions(folders)],
    [folders],
  );
  const read = useCallback(() => {
    const { title, content } = getValues();
    return { title, content };
  }, [getValues]);
  const { changed, drop } = useDraftAutosave(identity, read, draft);
  const isDirty = formState.isDirty || draft !== undefined;
  // A layout effect, so that Escape right after a letter asks.
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
        {(field) => (
          <Input
            {...field}
            autoComplete="off"
            onKeyDown={(event) => {
              // As in a note on the page: its text comes next.
              if (!isNew || event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              event.preventDefault();
              setFocus('content');
            }}
          />
        )}
      </FormField>
      <SelectField control={control} name="folder" label="Folder" options={options} />
      <FormField control={control} name="content" label="Content">
        {(field) => <Textarea {...field} rows={10} placeholder="Write your note content here..." />}
      </FormField>
      <FormActions submitLabel="Save" isPending={isPending} onCancel={cancel} />
    </form>
  );
}
