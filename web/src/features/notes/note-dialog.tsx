import { useRef, useState } from 'react';
import { newUid } from '#domain/uid.ts';
import { folderChoice, formToNote, NEW_NOTE_TITLE, type NoteForm } from '#domain/note.ts';
import type { Folder } from '../../data/folders/queries.ts';
import { NO_BASE, type Draft } from '../../data/notes/drafts.ts';
import { useCreateNote } from '../../data/notes/mutations.ts';
import { useNote, type Note, type NoteSummary } from '../../data/notes/queries.ts';
import { loadFailureText } from '../../lib/errors.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormWindow } from '../../ui/form-window.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { NoteFormFields, type NoteFormState } from './note-form-fields.tsx';
import { requestEdit, usePageState } from './page-state.ts';
import { useNoteSave } from './use-note-save.ts';
import { useSelectedNote } from './use-selected-note.ts';

type Props = { userId: string; folders: readonly Folder[]; onClose: () => void };

const UNTOUCHED: NoteFormState = { isDirty: false, isPending: false };

/** 'New Note': what it creates is selected and edited (spec section 4). */
export function NewNoteDialog({ userId, folders, onClose, draft }: Props & { draft?: Draft }) {
  const folderUid = usePageState('folderUid');
  const [uid] = useState(newUid);
  const [, select] = useSelectedNote();
  const { mutate: create, isPending } = useCreateNote();
  const [state, setState] = useState(UNTOUCHED);
  return (
    <FormWindow title="New Note" size="lg" thing="note" {...state} onClose={onClose}>
      <NoteFormFields
        identity={{ userId, noteUid: '', base: NO_BASE }}
        left={draft}
        defaults={{
          title: draft?.title ?? NEW_NOTE_TITLE,
          content: draft?.content ?? '',
          folder: folderChoice(folderUid),
        }}
        folders={folders}
        isPending={isPending}
        onState={setState}
        onCancel={onClose}
        onSubmit={(form, drop) =>
          create(
            { uid, ...formToNote(form) },
            {
              onSuccess: () => {
                drop();
                requestEdit(uid);
                select(uid);
                onClose();
              },
            },
          )
        }
      />
    </FormWindow>
  );
}

/** 'Edit Note': title, text as markup, and the folder. */
export function EditNoteDialog({ note, ...props }: Props & { note: NoteSummary }) {
  const open = useNote(note.uid, note);
  const [state, setState] = useState(UNTOUCHED);
  return (
    <FormWindow title="Edit Note" size="lg" thing="note" {...state} onClose={props.onClose}>
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
    </FormWindow>
  );
}

type EditProps = Props & { note: Note; onState: (state: NoteFormState) => void };

function EditNoteForm({ userId, note, folders, onClose, onState }: EditProps) {
  const [base] = useState(note);
  const dropDraft = useRef<() => void>(undefined);
  const onDone = () => {
    dropDraft.current?.();
    onClose();
  };
  const saving = useNoteSave({ uid: note.uid, base, onDone });
  const submit = (form: NoteForm, drop: () => void) => {
    dropDraft.current = drop;
    saving.save(formToNote(form));
  };
  return (
    <NoteFormFields
      identity={{ userId, noteUid: note.uid, base }}
      defaults={{
        title: base.title,
        content: base.content ?? '',
        folder: folderChoice(base.folder_uid),
      }}
      folders={folders}
      isPending={saving.isPending}
      onState={onState}
      onCancel={onClose}
      onSubmit={submit}
    />
  );
}
