import { useEffect, useRef } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, type UseFormReturn } from 'react-hook-form';
import {
  contactFormSchema,
  contactToForm,
  isNameBuilt,
  newContactForm,
  type ContactForm,
} from '#domain/contact-form.ts';
import { buildFullName } from '#domain/contact.ts';
import type { Contact } from '../../data/contacts/contacts.ts';

/** Writes the display name from the names, as a change of the user's. */
function buildName({ getValues, setValue }: UseFormReturn<ContactForm>): void {
  setValue('display_full_name', buildFullName(getValues()), {
    shouldDirty: true,
    shouldValidate: getValues('display_full_name') !== '',
  });
}

/**
 * The form of one contact. While it is open and the contact changes elsewhere, fields that the user
 * has not touched follow and touched ones stay (the contact's own form, else an empty one).
 */
export function useContactForm(contact: Contact | undefined, category: string) {
  const form = useForm<ContactForm>({
    resolver: zodResolver(contactFormSchema),
    defaultValues: contact ? contactToForm(contact) : newContactForm(category),
  });
  // Read, so that react-hook-form keeps account of them: reset() asks which fields to keep.
  const { dirtyFields, isDirty } = form.formState;
  const followed = useRef(contact);

  useEffect(() => {
    if (!contact || contact === followed.current) return;
    followed.current = contact;
    const followsNames = isNameBuilt(form.getValues()) && dirtyFields.display_full_name === true;
    form.reset(contactToForm(contact), { keepDirtyValues: true });
    if (followsNames) buildName(form);
  }, [contact, form, dirtyFields]);

  /** Changes one of the names; the display name follows until the user has written their own. */
  const changeName = (field: 'first_name' | 'middle_name' | 'last_name', value: string) => {
    const followsNames = isNameBuilt(form.getValues());
    form.setValue(field, value, { shouldDirty: true, shouldTouch: true });
    if (followsNames) buildName(form);
  };

  return { form, isDirty, changeName };
}
