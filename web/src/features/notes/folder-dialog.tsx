import { useMemo } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm } from 'react-hook-form';
import {
  folderChoice,
  folderFormSchema,
  formToFolder,
  NONE,
  type FolderForm,
} from '../../../../supabase/functions/_shared/domain/notes.ts';
import { useSelectedCategory } from '../../data/categories/use-selected-category.ts';
import { useCreateFolder, useUpdateFolder } from '../../data/folders/mutations.ts';
import type { Folder } from '../../data/folders/types.ts';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { folderOptions } from './folder-options.ts';
import { FormWindow } from './form-window.tsx';

type Props = { folder: Folder | null; folders: readonly Folder[]; onClose: () => void };

/** Creates a folder or changes one (spec section 2, folder dialog). A failed save leaves it open. */
export function FolderDialog({ folder, folders, onClose }: Props) {
  const create = useCreateFolder();
  const update = useUpdateFolder();
  const { names } = useSelectedCategory();
  const isPending = create.isPending || update.isPending;
  const { control, handleSubmit, formState } = useForm<FolderForm>({
    resolver: zodResolver(folderFormSchema),
    defaultValues: {
      name: folder?.name ?? '',
      category: folder?.category || NONE,
      parent: folderChoice(folder?.parent_id ?? null),
    },
  });
  const parents = useMemo(
    () => [{ value: NONE, label: 'No parent' }, ...folderOptions(folders, folder?.id)],
    [folders, folder],
  );
  // A folder may have a category that is no more: it must not vanish by saving another field.
  const categories = [...new Set([...names, ...(folder?.category ? [folder.category] : [])])];
  const save = (form: FolderForm) => {
    const changes = formToFolder(form);
    const done = { onSuccess: onClose };
    if (folder) update.mutate({ id: folder.id, changes }, done);
    else create.mutate(changes, done);
  };
  const choice = (name: 'category' | 'parent', label: string, options: typeof parents) => (
    <Controller
      name={name}
      control={control}
      render={({ field: { value, onChange, onBlur } }) => (
        <Field label={label}>
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
  );
  return (
    <FormWindow
      title={folder ? 'Edit Folder' : 'New Folder'}
      thing="folder"
      // Nothing of it was kept anywhere.
      unsaved={formState.isDirty ? { discard: () => undefined } : null}
      isPending={isPending}
      onClose={onClose}
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => void handleSubmit(save)(event)}
      >
        <Controller
          name="name"
          control={control}
          render={({ field, fieldState }) => (
            <Field label="Name" error={fieldState.error?.message}>
              {(joined) => <Input autoComplete="off" {...field} {...joined} />}
            </Field>
          )}
        />
        {choice('category', 'Category', [
          { value: NONE, label: 'No category' },
          ...categories.map((name) => ({ value: name, label: name })),
        ])}
        {choice('parent', 'Parent folder', parents)}
        <DialogActions>
          <Button disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" isPending={isPending}>
            {isPending ? 'Saving...' : 'Save'}
          </Button>
        </DialogActions>
      </form>
    </FormWindow>
  );
}
