import { useEffect, useRef, useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { Trash2 } from 'lucide-react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { buildFullName } from '#domain/contact.ts';
import {
  contactChanges,
  contactFormSchema,
  contactToForm,
  formToContact,
  isEmptyContact,
  isNameBuilt,
  newContactForm,
  type ContactForm,
} from '#domain/contact-form.ts';
import { NO_CATEGORY } from '#domain/category.ts';
import { useCategories, useSelectedCategory } from '../../data/categories/categories.ts';
import {
  useBringBackContact,
  useCreateContact,
  useUpdateContact,
  useContact,
  type Contact,
} from '../../data/contacts/contacts.ts';
import { Button } from '../../ui/button.tsx';
import { FormActions, FormDialog } from '../../ui/form-dialog.tsx';
import { Warning } from '../../ui/states.tsx';
import { ContactFormFields } from './contact-form-fields.tsx';
import { DeleteContactDialog } from './delete-contact-dialog.tsx';

/** Builds the display name from the names, as if the person had typed it. */
function buildName({ getValues, setValue }: UseFormReturn<ContactForm>): void {
  setValue('display_full_name', buildFullName(getValues()), {
    shouldDirty: true,
    shouldValidate: getValues('display_full_name') !== '',
  });
}

/**
 * The form of a contact, or of a new one. If the contact changes elsewhere while it is open, untouched
 * fields follow and touched ones stay.
 */
function useContactForm(contact: Contact | undefined, category: string) {
  const form = useForm<ContactForm>({
    resolver: zodResolver(contactFormSchema),
    defaultValues: contact ? contactToForm(contact) : newContactForm(category),
  });
  // Read to subscribe: reset() needs dirtyFields to know which fields to keep.
  const { dirtyFields, isDirty } = form.formState;
  const followed = useRef(contact);

  useEffect(() => {
    if (!contact || contact === followed.current) return;
    followed.current = contact;
    const followsNames = isNameBuilt(form.getValues()) && dirtyFields.display_full_name === true;
    form.reset(contactToForm(contact), { keepDirtyValues: true });
    if (followsNames) buildName(form);
  }, [contact, form, dirtyFields]);

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          // The error of an empty contact is shown at one field and depends on all of them.
          const isShown = form.getFieldState('first_name').error !== undefined;
          if (isShown && !isEmptyContact(values)) void form.trigger('first_name');
        },
      }),
    [form],
  );

  /** Changes one of the names; the display name follows until the person has typed one. */
  const changeName = (field: 'first_name' | 'middle_name' | 'last_name', value: string) => {
    const followsNames = isNameBuilt(form.getValues());
    form.setValue(field, value, { shouldDirty: true, shouldTouch: true });
    if (followsNames) buildName(form);
  };

  return { form, isDirty, changeName };
}

type Props = {
  /** Null: a new contact. */
  uid: string | null;
  onClose: () => void;
};

/** Creates a contact or changes one (spec section 4). A failed save leaves it open. */
export function ContactDialog({ uid, onClose }: Props) {
  const contact = useContact(uid);
  const { names } = useCategories();
  const { selected } = useSelectedCategory('contacts');
  const category = names.includes(selected) ? selected : NO_CATEGORY;
  const { form, isDirty, changeName } = useContactForm(contact, category);
  const create = useCreateContact();
  const update = useUpdateContact();
  const bringBack = useBringBackContact();
  const [isAsking, setIsAsking] = useState(false);
  const isPending = create.isPending || update.isPending || bringBack.isPending;
  // While it is being deleted here the dialog stays as it is.
  const isKnown = contact !== undefined || isAsking;
  const isGone = uid !== null && !isKnown;

  const save = form.handleSubmit((values: ContactForm) => {
    const next = formToContact(values);
    if (!contact) {
      // Saving restores a contact that was deleted elsewhere.
      if (uid !== null) bringBack.mutate({ uid, row: next }, { onSuccess: onClose });
      else create.mutate(next, { onSuccess: onClose });
      return;
    }
    // Only what differs, so that a change made elsewhere meanwhile is not undone.
    update.mutate(
      { uid: contact.uid, changes: contactChanges(contact, next) },
      { onSuccess: onClose },
    );
  });

  return (
    <FormDialog
      size="lg"
      isInUrl
      title={uid === null ? 'New Contact' : 'Edit Contact'}
      entityName="contact"
      isDirty={isDirty}
      isPending={isPending}
      onClose={onClose}
    >
      <form noValidate onSubmit={(event) => void save(event)}>
        {isGone ? (
          <div className="mb-4">
            <Warning>This contact was deleted elsewhere. Saving creates it again.</Warning>
          </div>
        ) : null}
        <ContactFormFields form={form} categories={names} changeName={changeName} />
        <output className="sr-only">{isPending ? 'Saving...' : ''}</output>
        <div className="sticky bottom-[calc(-1*max(1.25rem,env(safe-area-inset-bottom)))] -mx-5 mt-5 -mb-[max(1.25rem,env(safe-area-inset-bottom))] border-t border-line bg-raised px-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:px-6 sm:pb-5 sm:rounded-b-base [&>div]:mt-4">
          <FormActions
            submitLabel={isKnown ? 'Update Contact' : 'Create Contact'}
            pendingLabel={isKnown ? 'Updating...' : 'Creating...'}
            isPending={isPending}
            onCancel={onClose}
          >
            {isKnown ? (
              <Button
                variant="ghost"
                className="text-danger-ink! max-sm:flex-none! sm:mr-auto"
                disabled={isPending}
                onClick={() => setIsAsking(true)}
              >
                <Trash2 aria-hidden />
                <span className="max-sm:sr-only">Delete</span>
              </Button>
            ) : null}
          </FormActions>
        </div>
      </form>
      {uid !== null && isAsking ? (
        <DeleteContactDialog uid={uid} onClose={() => setIsAsking(false)} onDeleted={onClose} />
      ) : null}
    </FormDialog>
  );
}
