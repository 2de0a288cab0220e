import { clsx } from 'clsx';
import { Check, ChevronDown, ChevronUp } from 'lucide-react';
import * as Radix from '@radix-ui/react-select';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { useClosedByBack } from '../lib/unsaved-changes.ts';
import { FormField, type FormFieldOptions } from './form-field.tsx';
import {
  chooseOption,
  optionStyles,
  selectStyles,
  selectVariants,
  type SelectOption,
  type SelectProps,
} from './select-props.ts';

/** A select. Type-ahead, scrolling and the edge padding of 10 px come with Radix (spec section 9). */
export function Select<Value extends string>({
  value,
  onValueChange,
  options,
  placeholder,
  disabled,
  defaultOpen = false,
  variant = 'field',
  className,
  ...trigger
}: SelectProps<Value>) {
  const choose = chooseOption(options, onValueChange);
  const opening = useClosedByBack({ defaultOpen });
  return (
    <Radix.Root value={value} onValueChange={choose} disabled={disabled} {...opening}>
      <Radix.Trigger
        className={clsx(selectStyles, selectVariants[variant], className)}
        {...trigger}
      >
        <Radix.Value placeholder={placeholder} />
        <Radix.Icon asChild>
          <ChevronDown aria-hidden className="size-4 shrink-0 opacity-80" />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          collisionPadding={10}
          className="z-50 max-h-(--radix-select-content-available-height) max-w-(--radix-select-content-available-width) min-w-(--radix-select-trigger-width) animate-rise overflow-hidden rounded-base border border-line bg-raised text-ink shadow-raised"
        >
          <Radix.ScrollUpButton className="flex justify-center py-1">
            <ChevronUp aria-hidden className="size-4" />
          </Radix.ScrollUpButton>
          <Radix.Viewport className="p-1">
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                className="flex min-h-9 cursor-default items-center gap-2 rounded-half py-1.5 pr-8 pl-2 text-base wrap-anywhere outline-none select-none data-[highlighted]:bg-hover md:min-h-8"
              >
                <Radix.ItemText>
                  <span className={optionStyles}>
                    {option.icon}
                    {option.label}
                  </span>
                </Radix.ItemText>
                <Radix.ItemIndicator className="absolute right-2">
                  <Check aria-hidden className="size-4 text-accent-ink" />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
          <Radix.ScrollDownButton className="flex justify-center py-1">
            <ChevronDown aria-hidden className="size-4" />
          </Radix.ScrollDownButton>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

type SelectFieldProps<Form extends FieldValues, Name extends FieldPath<Form>> = FormFieldOptions<
  Form,
  Name
> & { options: readonly SelectOption[]; placeholder?: string };

/** A select as a field of a form. */
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
