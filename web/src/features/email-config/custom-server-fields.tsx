import { useWatch, type Control, type UseFormSetValue } from 'react-hook-form';
import type { EmailConfig } from '#domain/mail.ts';
import { FormField } from '../../ui/form-field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { portFor, securities } from './services.ts';

type Props = {
  control: Control<EmailConfig>;
  setValue: UseFormSetValue<EmailConfig>;
};

/**
 * Where a mail server of one's own answers. Unregistered when they go, so that a wrong port which
 * nobody sees any more cannot keep the form from being sent.
 */
export function CustomServerFields({ control, setValue }: Props) {
  const port = useWatch({ control, name: 'emailPort' });
  return (
    <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_7rem_9rem]">
      <FormField control={control} name="emailHost" label="Host" shouldUnregister>
        {(field) => (
          <Input
            {...field}
            value={field.value ?? ''}
            placeholder="smtp.example.com"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
        )}
      </FormField>
      <FormField control={control} name="emailPort" label="Port" shouldUnregister>
        {(field) => (
          <Input
            {...field}
            type="number"
            inputMode="numeric"
            min={1}
            max={65535}
            value={field.value ?? ''}
            onChange={({ target }) =>
              field.onChange(target.value === '' ? undefined : target.valueAsNumber)
            }
          />
        )}
      </FormField>
      <FormField control={control} name="emailSecurity" label="Security" shouldUnregister>
        {({ value, onChange, ref: _ref, name: _name, disabled: _disabled, ...field }) => (
          <Select
            {...field}
            value={value ?? ''}
            onValueChange={(next) => {
              // The placeholder's empty value is never chosen from the list.
              if (next === '') return;
              onChange(next);
              setValue('emailPort', portFor(next, port), { shouldValidate: true });
            }}
            options={securities}
            placeholder="Select"
          />
        )}
      </FormField>
    </div>
  );
}
