import { useUpdateTheme, useOwnProfile } from '../../data/profile/profile.ts';
import type { ProfileRow, Theme } from '../../db/rows.ts';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { ChoiceGroup, type Choice } from './choice.tsx';
import { HeaderColorChoice } from './header-color-choice.tsx';

const themes: Choice<Theme>[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** A small picture of a page in a theme; its colours are that theme's, not the page's. */
function Picture({ theme }: { theme: Theme }) {
  const [paper, card, text] =
    theme === 'dark' ? ['#101114', '#202126', '#a6aab6'] : ['#f6f6f8', '#ffffff', '#555964'];
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
      picture={(theme) => <Picture theme={theme} />}
    />
  );
}

/** Theme and header colour, which follow the person to every device. */
export function DisplayTab() {
  const { profile, error, retry, isRetrying } = useOwnProfile();
  if (profile) {
    return (
      <div className="flex flex-col gap-8">
        <ThemeChoice profile={profile} />
        <HeaderColorChoice profile={profile} />
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
