import { useState } from 'react';
import { Bell, CircleUser, Menu } from 'lucide-react';
import { useUpdateHeaderColor } from '../../data/profile/profile.ts';
import type { HeaderColor, ProfileRow } from '../../db/rows.ts';
import { Logo } from '../../ui/logo.tsx';
import { ChoiceGroup, type Choice } from './choice.tsx';

const colors: Choice<HeaderColor>[] = [
  { value: 'blue', label: 'Blue' },
  { value: 'green', label: 'Green' },
  { value: 'purple', label: 'Purple' },
  { value: 'red', label: 'Red' },
  { value: 'orange', label: 'Orange' },
  { value: 'gray', label: 'Gray' },
];

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

/** Six colours, each shown in the preview while it is pointed at (docs/spec.md, section 2). */
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
      renderPicture={(color) => (
        <span aria-hidden data-accent={color} className="h-8 rounded-half bg-bar" />
      )}
    >
      <Preview color={pointed ?? profile.header_color} />
    </ChoiceGroup>
  );
}
