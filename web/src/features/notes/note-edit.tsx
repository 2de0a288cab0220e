import { useCallback, useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { noteContentSchema, noteTitleSchema, storedContent } from '#domain/note.ts';
import type { Folder } from '../../data/folders/folders.ts';
import type { Draft } from '../../data/notes/drafts.ts';
import { useEraseNote, useSaveNote, type NoteBase } from '../../data/notes/mutations.ts';
import type { Note } from '../../data/notes/queries.ts';
import { NoteEditor } from '../../editor/note-editor.tsx';
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { UnsavedChangesDialog } from '../../ui/form-dialog.tsx';
import { Warning } from '../../ui/states.tsx';
import { EditorToolbar, withShortcut } from './editor-toolbar.tsx';
import { NotePage } from './note-view.tsx';
import { useDraftAutosave } from './use-draft-autosave.ts';

type Props = {
  userId: string;
  note: Note;
  path: readonly Folder[];
  /** It was deleted elsewhere; `note` is its last version. */
  isGone: boolean;
  /** An unsaved text to continue with. */
  draft?: Draft | undefined;
  /** It was just created: the title gets the focus, and Cancel deletes the note. */
  isNew?: boolean | undefined;
  /** Editing is over; `open` is the note to show then, null for none. */
  onEnd: (open: string | null) => void;
};

type Problems = { title?: string | undefined; content?: string | undefined };

/**
 * Saves by Ctrl+S or ⌘S anywhere in the form. A native listener, because React's events also bubble
 * from dialogs that the form renders.
 */
function useSaveKey(save: () => void): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const saveNow = useEffectEvent(save);
  useEffect(() => {
    const element = form.current;
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      saveNow();
    };
    element?.addEventListener('keydown', listen);
    return () => element?.removeEventListener('keydown', listen);
  }, []);
  return form;
}

/** Edit mode: title and text with Save and Cancel (spec section 2, notes). */
export function NoteEdit({ userId, note, path, isGone, draft, isNew = false, onEnd }: Props) {
  const [start] = useState(() => draft ?? { title: note.title, content: note.content ?? '' });
  const [base] = useState<NoteBase>(() => draft?.base ?? note);
  const [title, setTitle] = useState(start.title);
  const [isDirty, setDirty] = useState(draft !== undefined);
  const [problems, setProblems] = useState<Problems>({});
  const readContent = useRef(() => start.content);
  // Not by revisions: the device's own text gets a new one once it is sent.
  const isChangedElsewhere =
    (note.content ?? '') !== (base.content ?? '') || note.title !== base.title;

  const read = useCallback(() => ({ title, content: readContent.current() }), [title]);
  const autosave = useDraftAutosave({ userId, noteUid: note.uid, base }, read, draft);
  const leaving = useUnsavedChanges({ isDirty, parameter: 'note' });
  const end = (open: string | null) => {
    autosave.drop();
    setDirty(false);
    leaving.release();
    onEnd(leaving.isAsking ? note.uid : open);
  };
  const { mutate, isPending } = useSaveNote();
  const { mutate: erase } = useEraseNote();
  const cancel = () => {
    const isUntouched = isNew && !isDirty && !isChangedElsewhere;
    if (isUntouched) erase(note.uid);
    end(isUntouched ? null : note.uid);
  };
  const titleField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isNew) titleField.current?.select();
  }, [isNew]);

  const changed = () => {
    setDirty(true);
    autosave.changed();
  };
  const save = () => {
    if (isPending) return;
    const text = read();
    const checkedTitle = noteTitleSchema.safeParse(text.title);
    const checkedContent = noteContentSchema.safeParse(text.content);
    setProblems({
      title: checkedTitle.error?.issues[0]?.message,
      content: checkedContent.error?.issues[0]?.message,
    });
    if (!checkedTitle.success || !checkedContent.success) return;
    const changes = { title: checkedTitle.data, content: storedContent(checkedContent.data) };
    mutate({ uid: note.uid, base, changes }, { onSuccess: end });
  };

  const form = useSaveKey(save);
  return (
    <form
      ref={form}
      aria-label="Edit note"
      data-keeps-text
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <NoteEditor
        markup={start.content}
        label="Content"
        isFocused={!isNew}
        isReadOnly={isPending}
        onChange={(readNow) => {
          readContent.current = readNow;
          changed();
        }}
      >
        {(editor, text) => (
          <NotePage
            path={path}
            actions={
              <>
                <Button
                  type="submit"
                  variant="primary"
                  data-tooltip={withShortcut('Save', 'S')}
                  isPending={isPending}
                >
                  {isPending ? 'Saving...' : 'Save'}
                </Button>
                <Button disabled={isPending} onClick={cancel}>
                  Cancel
                </Button>
              </>
            }
            title={
              <input
                ref={titleField}
                dir="auto"
                aria-label="Title"
                placeholder="Note title..."
                autoComplete="off"
                className="block w-full truncate rounded-half bg-transparent placeholder:text-faint"
                value={title}
                disabled={isPending}
                aria-invalid={problems.title !== undefined}
                aria-describedby={problems.title ? 'note-title-problem' : undefined}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
                  event.preventDefault();
                  editor.commands.focus();
                }}
                onChange={(event) => {
                  setTitle(event.target.value);
                  changed();
                }}
              />
            }
            line={<EditorToolbar editor={editor} />}
          >
            {problems.title ? (
              <FieldError id="note-title-problem">{problems.title}</FieldError>
            ) : null}
            {isGone || isChangedElsewhere ? (
              <Warning>
                {isGone
                  ? 'This note was deleted elsewhere. Saving brings it back.'
                  : 'This note was changed elsewhere. Saving joins both versions.'}
              </Warning>
            ) : null}
            {problems.content ? <FieldError>{problems.content}</FieldError> : null}
            {text}
          </NotePage>
        )}
      </NoteEditor>
      {leaving.isAsking ? (
        <UnsavedChangesDialog
          text="This note has changes that are not saved yet."
          onStay={leaving.stay}
          isPending={isPending}
          onSave={save}
          onDiscard={() => end(note.uid)}
        />
      ) : null}
    </form>
  );
}
