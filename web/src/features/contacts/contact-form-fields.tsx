import type { ComponentProps, ReactNode } from 'react';
import { useWatch, type Control, type UseFormReturn } from 'react-hook-form';
import type { ContactField, ContactForm } from '#domain/contact-form.ts';
import { buildFullName } from '#domain/contact.ts';
import { categoryOptions } from '../../data/categories/categories.ts';
import { FormField } from '../../ui/form-field.tsx';
import { Input } from '../../ui/input.tsx';
import { SelectField } from '../../ui/select.tsx';

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 grid-cols-2 gap-x-3 gap-y-3 sm:gap-x-4">
      <legend className="mb-2 text-xs font-semibold tracking-wide text-soft uppercase">
        {title}
      </legend>
      {children}
    </fieldset>
  );
}

type TextFieldProps = Omit<ComponentProps<'input'>, 'onChange' | 'name'> & {
  control: Control<ContactForm>;
  name: ContactField;
  label: string;
  /** Instead of the form's own handler. */
  onValueChange?: (value: string) => void;
};

/** A field for one line of text. */
function TextField({ control, name, label, onValueChange, className, ...input }: TextFieldProps) {
  return (
    <FormField control={control} name={name} label={label} className={className}>
      {(field) => (
        <Input
          dir={input.type === undefined ? 'auto' : undefined}
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

type NameField = 'first_name' | 'middle_name' | 'last_name';

type ChangeName = (field: NameField, value: string) => void;
type NameFieldsProps = { control: Control<ContactForm>; changeName: ChangeName };

function NameFields({ control, changeName }: NameFieldsProps) {
  const names = useWatch({ control, name: ['first_name', 'middle_name', 'last_name'] });
  const [first_name, middle_name, last_name] = names;
  return (
    <Group title="Name">
      <TextField
        control={control}
        name="first_name"
        label="First Name"
        autoComplete="given-name"
        onValueChange={(value) => changeName('first_name', value)}
      />
      <TextField
        control={control}
        name="middle_name"
        label="Middle Name"
        autoComplete="additional-name"
        onValueChange={(value) => changeName('middle_name', value)}
      />
      <TextField
        control={control}
        name="last_name"
        label="Last Name"
        autoComplete="family-name"
        onValueChange={(value) => changeName('last_name', value)}
      />
      <TextField control={control} name="suffix" label="Suffix" autoComplete="honorific-suffix" />
      <TextField
        control={control}
        name="display_full_name"
        label="Display Name"
        autoComplete="name"
        placeholder={buildFullName({ first_name, middle_name, last_name })}
        className="col-span-2"
      />
    </Group>
  );
}

type CategoryFieldProps = { control: Control<ContactForm>; categories: readonly string[] };

function CategoryField({ control, categories }: CategoryFieldProps) {
  const current = useWatch({ control, name: 'category' });
  return (
    <SelectField
      control={control}
      name="category"
      label="Category"
      className="max-sm:col-span-2"
      options={categoryOptions(categories, current, 'No category')}
    />
  );
}

type Props = {
  form: UseFormReturn<ContactForm>;
  categories: readonly string[];
  changeName: ChangeName;
};

/** All fields of a contact, in groups. */
export function ContactFormFields({ form: { control }, categories, changeName }: Props) {
  return (
    // The focused field must not be hidden behind the buttons.
    <div className="flex flex-col gap-6 [&_button]:scroll-mb-28 [&_input]:scroll-mb-28">
      <NameFields control={control} changeName={changeName} />
      <Group title="Work">
        <TextField
          control={control}
          name="title"
          label="Title"
          autoComplete="organization-title"
          className="max-sm:col-span-2"
        />
        <TextField
          control={control}
          name="company"
          label="Company"
          autoComplete="organization"
          className="max-sm:col-span-2"
        />
        <CategoryField control={control} categories={categories} />
      </Group>
      <Group title="Email and phone">
        <TextField
          control={control}
          name="email_address"
          label="Email Address"
          type="email"
          autoComplete="email"
          className="col-span-2"
        />
        <TextField
          control={control}
          name="mobile_phone"
          label="Mobile Phone"
          type="tel"
          autoComplete="mobile tel"
          className="max-sm:col-span-2"
        />
        <TextField
          control={control}
          name="phone"
          label="Phone"
          type="tel"
          autoComplete="home tel"
          className="max-sm:col-span-2"
        />
      </Group>
      <Group title="Address">
        <TextField
          control={control}
          name="address_one"
          label="Address Line 1"
          autoComplete="address-line1"
          className="col-span-2"
        />
        <TextField
          control={control}
          name="address_two"
          label="Address Line 2"
          autoComplete="address-line2"
          className="col-span-2"
        />
        <TextField control={control} name="city" label="City" autoComplete="address-level2" />
        <TextField control={control} name="state" label="State" autoComplete="address-level1" />
        <TextField control={control} name="zip_code" label="ZIP Code" autoComplete="postal-code" />
      </Group>
    </div>
  );
}
