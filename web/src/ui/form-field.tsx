import type { ReactNode } from 'react';
import {
  Controller,
  type Control,
  type ControllerRenderProps,
  type FieldPath,
  type FieldValues,
} from 'react-hook-form';
import { Field, type FieldControl } from './field.tsx';
import type { SelectOption } from './select-props.ts';
import { Select } from './select.tsx';

type Shared<Form extends FieldValues, Name extends FieldPath<Form>> = {
  control: Control<Form>;
  name: Name;
  label: string;
  hint?: ReactNode;
  className?: string | undefined;
  /** Forgets the value with the field. */
  shouldUnregister?: boolean;
};

type FormFieldProps<Form extends FieldValues, Name extends FieldPath<Form>> = Shared<Form, Name> & {
  children: (field: ControllerRenderProps<Form, Name> & FieldControl) => ReactNode;
};

/**
 * One field of a react-hook-form, with its label and what is wrong with it.
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

type SelectFieldProps<Form extends FieldValues, Name extends FieldPath<Form>> = Shared<
  Form,
  Name
> & { options: readonly SelectOption[]; placeholder?: string };

/** A field that is one of few. */
export function SelectField<Form extends FieldValues, Name extends FieldPath<Form>>({
  options,
  placeholder,
  ...field
}: SelectFieldProps<Form, Name>) {
  return (
    <FormField {...field}>
      {({ value, onChange, name: _name, ref: _ref, disabled: _disabled, ...rest }) => (
        <Select
          {...rest}
          value={value ?? ''}
          onValueChange={onChange}
          options={options}
          {...(placeholder ? { placeholder } : {})}
        />
      )}
    </FormField>
  );
}
