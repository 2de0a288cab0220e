import type { ReactNode } from 'react';
import {
  Controller,
  type Control,
  type ControllerRenderProps,
  type FieldPath,
  type FieldValues,
} from 'react-hook-form';
import { Field, type FieldControl } from './field.tsx';

export type FormFieldOptions<Form extends FieldValues, Name extends FieldPath<Form>> = {
  control: Control<Form>;
  name: Name;
  label: string;
  hint?: ReactNode;
  className?: string | undefined;
  /** Drops the value when the field is unmounted. */
  shouldUnregister?: boolean;
};

type FormFieldProps<Form extends FieldValues, Name extends FieldPath<Form>> = FormFieldOptions<
  Form,
  Name
> & {
  children: (field: ControllerRenderProps<Form, Name> & FieldControl) => ReactNode;
};

/**
 * One field of a react-hook-form form, with its label and error.
 *
 *     <FormField control={control} name="title" label="Title">
 *       {(field) => <Input {...field} autoComplete="off" />}
 *     </FormField>
 */
export function FormField<Form extends FieldValues, Name extends FieldPath<Form>>({
  control,
  name,
  label,
  hint,
  className,
  shouldUnregister = false,
  children,
}: FormFieldProps<Form, Name>) {
  return (
    <Controller
      name={name}
      control={control}
      shouldUnregister={shouldUnregister}
      render={({ field, fieldState }) => (
        <Field label={label} hint={hint} error={fieldState.error?.message} className={className}>
          {(controlProps) => children({ ...field, ...controlProps })}
        </Field>
      )}
    />
  );
}
