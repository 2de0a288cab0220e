import type { ComponentProps } from 'react';
import type { Control } from 'react-hook-form';
import type { ContactField as FieldName, ContactForm } from '#domain/contact-form.ts';
import { FormField } from '../../ui/form-field.tsx';
import { Input } from '../../ui/input.tsx';

type Props = Omit<ComponentProps<'input'>, 'onChange' | 'name'> & {
  control: Control<ContactForm>;
  name: FieldName;
  label: string;
  /** In place of the form's own. */
  onValueChange?: (value: string) => void;
};

/** One line of text of the contact dialog. */
export function ContactField({ control, name, label, onValueChange, className, ...input }: Props) {
  return (
    <FormField control={control} name={name} label={label} className={className}>
      {(field) => (
        <Input
          {...field}
          {...input}
          onChange={(event) => {
            if (onValueChange) onValueChange(event.target.value);
            else field.onChange(event);
          }}
        />
      )}
    </FormField>
  );
}
