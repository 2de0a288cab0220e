import { useState } from 'react';
import { Bell, CircleUser, Menu } from 'lucide-react';
import {
  useUpdateHabits,
  useUpdateTheme,
  useOwnProfile,
  useUpdateHeaderColor,
} from '../../data/profile/profile.ts';
import type { ProfileRow, Theme, HeaderColor } from '../../db/rows.ts';
import { Field } from '../../ui/field.tsx';
import { Logo } from '../../ui/logo.tsx';
import { Select } from '../../ui/select.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { Switch } from '../../ui/switch.tsx';
import { ChoiceGroup, type Choice } from './choice.tsx';

/** A small picture of a page, in the colours of the theme. */
function Picture({ theme }: { theme: Theme }) {
  const [paper, card, text] =
    theme === 'dark' ? ['#171614', '#22211e', '#aca79e'] : ['#fcfbf8', '#f1efe9', '#57534c'];
  return (
    <svg
      aria-hidden
      viewBox="0 0 160 72"
      className="aspect-[20/9] w-full rounded-half border border-line"
    >
      <rect width="160" height="72" fill={paper} />
      <rect width="160" height="14" fill="var(--bar)" />
      {[22, 38, 54].map((y, index) => (
        <g key={y}>
          <rect x="12" y={y} width="136" height="12" rx="2" fill={card} />
          <circle cx="20" cy={y + 6} r="2.5" fill="none" stroke={text} />
          <rect x="28" y={y + 4.5} width={[64, 88, 48][index]} height="3" rx="1.5" fill={text} />
        </g>
      ))}
    </svg>
  );
}

const themes: Choice<Theme>[] = [
  { value: 'light', label: 'Light', picture: <Picture theme="light" /> },
  { value: 'dark', label: 'Dark', picture: <Picture theme="dark" /> },
];

function ThemeChoice({ profile }: { profile: ProfileRow }) {
  const { mutate } = useUpdateTheme(profile.id);
  return (
    <ChoiceGroup
      name="theme"
      legend="Theme"
      className="grid max-w-lg grid-cols-2 gap-3"
      choices={themes}
      value={profile.theme}
      onChoose={(theme, onSettled) => mutate({ theme }, { onSettled })}
    />
  );
}

const weekStarts = [
  { value: 'language', label: 'By language' },
  { value: '0', label: 'Sunday' },
  { value: '1', label: 'Monday' },
  { value: '6', label: 'Saturday' },
];

/** The first day of the week, and single-key shortcuts (WCAG 2.1.4). */
function Habits({ profile }: { profile: ProfileRow }) {
  const { mutate } = useUpdateHabits(profile.id);
  return (
    <div className="flex max-w-lg flex-col gap-6">
      <Field label="Week starts on">
        {(controlProps) => (
          <Select
            {...controlProps}
            className="sm:w-56"
            value={profile.week_start?.toString() ?? 'language'}
            onValueChange={(value) =>
              mutate({ week_start: value === 'language' ? null : Number(value) })
            }
            options={weekStarts}
          />
        )}
      </Field>
      <div className="flex items-start justify-between gap-4">
        <div>
          <label htmlFor="keyboard-shortcuts" className="font-medium">
            Single-key shortcuts
          </label>
          <p id="keyboard-shortcuts-hint" className="text-sm text-soft">
            Such as N to add and / to search. Press ? to see them all.
          </p>
        </div>
        <Switch
          id="keyboard-shortcuts"
          aria-describedby="keyboard-shortcuts-hint"
          checked={profile.keyboard_shortcuts}
          onCheckedChange={(isOn) => mutate({ keyboard_shortcuts: isOn })}
        />
      </div>
    </div>
  );
}

/** Theme, header colour and habits, which are stored in the profile. */
export function DisplayTab() {
  const { profile, error, retry, isRetrying } = useOwnProfile();
  if (profile) {
    return (
      <div className="flex flex-col gap-8">
        <ThemeChoice profile={profile} />
        <HeaderColorChoice profile={profile} />
        <Habits profile={profile} />
      </div>
    );
  }
  if (error) {
    return (
      <ErrorState
        title="Your preferences could not be loaded"
        isRetrying={isRetrying}
        onRetry={retry}
      />
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <output className="sr-only">Loading preferences</output>
      <Skeleton className="h-5 w-24" />
      <Skeleton className="h-28" />
      <Skeleton className="h-5 w-32" />
      <Skeleton className="h-28" />
    </div>
  );
}

const names: { value: HeaderColor; label: string }[] = [
  { value: 'blue', label: 'Blue' },
  { value: 'green', label: 'Green' },
  { value: 'purple', label: 'Purple' },
  { value: 'red', label: 'Red' },
  { value: 'orange', label: 'Orange' },
  { value: 'gray', label: 'Gray' },
];

const colors: Choice<HeaderColor>[] = names.map((name) => ({
  ...name,
  picture: (
    <span
      aria-hidden
      data-accent={name.value}
      className="h-8 rounded-half bg-bar forced-color-adjust-none"
    />
  ),
}));

function Preview({ color }: { color: HeaderColor }) {
  return (
    <figure className="mt-4">
      <figcaption className="mb-1.5 text-xs font-medium text-soft">Preview</figcaption>
      <div
        data-accent={color}
        data-testid="header-preview"
        className="overflow-hidden rounded-base border border-line bg-canvas"
      >
        <div className="flex items-center gap-2.5 bg-bar px-3 py-2.5 text-white">
          <Menu aria-hidden className="size-4" />
          <Logo className="size-5" />
          <span className="font-semibold">Almanac</span>
          <Bell aria-hidden className="ml-auto size-4" />
          <CircleUser aria-hidden className="size-4" />
        </div>
        <div className="flex items-center gap-3 p-3">
          <span className="rounded-half bg-accent px-2.5 py-1 text-xs font-medium text-white">
            Add
          </span>
          <span className="text-xs font-medium text-accent-ink">A link</span>
        </div>
      </div>
    </figure>
  );
}

/** Six colours, each shown in the preview on hover (spec section 2). */
export function HeaderColorChoice({ profile }: { profile: ProfileRow }) {
  const { mutate } = useUpdateHeaderColor(profile.id);
  const [pointed, setPointed] = useState<HeaderColor | null>(null);
  return (
    <ChoiceGroup
      name="header-color"
      legend="Header Color"
      className="grid grid-cols-3 gap-3 sm:grid-cols-6"
      choices={colors}
      value={profile.header_color}
      onChoose={(color, onSettled) => mutate({ header_color: color }, { onSettled })}
      onPoint={setPointed}
    >
      <Preview color={pointed ?? profile.header_color} />
    </ChoiceGroup>
  );
}
