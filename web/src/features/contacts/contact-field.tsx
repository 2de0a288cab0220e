import type { ComponentProps } from 'react';
import { Controller, type Control } from 'react-hook-form';
import type {
  ContactField as FieldName,
  ContactForm,
} from '../../../../supabase/functions/_shared/domain/contacts-form.ts';
import { Field } from '../../ui/field.tsx';
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
    <Controller
      name={name}
      control={control}
      render={({ field, fieldState }) => (
        <Field
          label={label}
          error={fieldState.error?.message}
          {...(className ? { className } : {})}
        >
          {(joined) => (
            <Input
              {...field}
              {...joined}
              {...input}
              onChange={(event) => {
                if (onValueChange) onValueChange(event.target.value);
                else field.onChange(event);
              }}
            />
          )}
        </Field>
      )}
    />
  );
}
