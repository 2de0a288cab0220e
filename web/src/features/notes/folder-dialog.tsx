import { useMemo, useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { folderFormSchema, formToFolder, type FolderForm } from '#domain/folder-form.ts';
import { folderChoice, NONE } from '#domain/note.ts';
import { categoryOptions, useCategories } from '../../data/categories/categories.ts';
import {
  useCreateFolder,
  useUpdateFolder,
  type FolderInput,
  type Folder,
} from '../../data/folders/folders.ts';
import { FormField } from '../../ui/form-field.tsx';
import { FormActions, FormDialog } from '../../ui/form-dialog.tsx';
import { Input } from '../../ui/input.tsx';
import { SelectField } from '../../ui/select.tsx';
import { folderOptions } from './folder-tree.ts';

type Props = {
  /** NEW creates one. */
  uid: string;
  folders: readonly Folder[];
  onClose: () => void;
};

/** Creates a folder or changes one (spec section 2). A failed save leaves it open. */
export function FolderDialog({ uid, folders, onClose }: Props) {
  const create = useCreateFolder();
  const update = useUpdateFolder();
  const { names } = useCategories();
  // As it was when the dialog opened, so that changes made elsewhere meanwhile stay.
  const [folder] = useState(() => folders.find((known) => known.uid === uid));
  const isPending = create.isPending || update.isPending;
  const { control, handleSubmit, formState } = useForm<FolderForm>({
    resolver: zodResolver(folderFormSchema),
    defaultValues: {
      name: folder?.name ?? '',
      category: folder?.category || NONE,
      parent: folderChoice(folder?.parent_uid ?? null),
    },
  });
  const parents = useMemo(
    () => [{ value: NONE, label: 'No parent' }, ...folderOptions(folders, uid)],
    [folders, uid],
  );
  // Also a deleted category of the folder: saving another field must not remove it.
  const categories = categoryOptions(
    names,
    folder?.category || NONE,
    'No category',
    (name) => name,
  );
  const save = (form: FolderForm) => {
    const fields = formToFolder(form);
    const done = { onSuccess: onClose };
    if (folder) update.mutate({ uid: folder.uid, changes: folderChanges(folder, fields) }, done);
    else create.mutate(fields, done);
  };
  return (
    <FormDialog
      title={folder ? 'Edit Folder' : 'New Folder'}
      entityName="folder"
      isDirty={formState.isDirty}
      isPending={isPending}
      isInUrl
      onClose={onClose}
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => void handleSubmit(save)(event)}
      >
        <FormField control={control} name="name" label="Name">
          {(field) => <Input {...field} autoComplete="off" />}
        </FormField>
        <SelectField control={control} name="category" label="Category" options={categories} />
        <SelectField control={control} name="parent" label="Parent folder" options={parents} />
        <FormActions submitLabel="Save" isPending={isPending} onCancel={onClose} />
      </form>
    </FormDialog>
  );
}

/** Only the fields that differ from the folder. */
function folderChanges(folder: Folder, fields: FolderInput): Partial<FolderInput> {
  return {
    ...(fields.name !== folder.name && { name: fields.name }),
    ...(fields.category !== folder.category && { category: fields.category }),
    ...(fields.parent_uid !== folder.parent_uid && { parent_uid: fields.parent_uid }),
  };
}
