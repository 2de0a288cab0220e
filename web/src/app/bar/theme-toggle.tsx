import { Moon, Sun } from 'lucide-react';
import { useUpdateTheme } from '../../data/profile/mutations.ts';
import { writeStored } from '../../lib/storage.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useTheme } from '../theme.ts';
import { useProfile } from '../use-profile.ts';

/** Flips the theme; the server learns of it when somebody is signed in (spec section 4). */
export function ThemeToggle() {
  const profile = useProfile();
  const { mutate } = useUpdateTheme(profile?.id ?? '');
  const next = useTheme(profile) === 'dark' ? 'light' : 'dark';
  return (
    <IconButton
      label={`Switch to ${next} mode`}
      variant="bar"
      onClick={() => {
        if (profile) mutate({ theme: next });
        else writeStored('theme', next);
      }}
    >
      {next === 'dark' ? <Moon aria-hidden /> : <Sun aria-hidden />}
    </IconButton>
  );
}
