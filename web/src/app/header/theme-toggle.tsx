import { useEffect, useRef } from 'react';
import { Moon, Sun } from 'lucide-react';
import { useUpdateTheme } from '../../data/profile/mutations.ts';
import type { Theme } from '../../db/rows.ts';
import { writeStored } from '../../lib/storage.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useTheme } from '../appearance.ts';
import { useOwnProfile } from '../../data/profile/queries.ts';

/** Flips the theme; the server learns of it when somebody is signed in (spec section 4). */
export function ThemeToggle() {
  const { profile } = useOwnProfile();
  const { mutate } = useUpdateTheme(profile?.id ?? '');
  const next = useTheme(profile) === 'dark' ? 'light' : 'dark';
  // Chosen before the profile had come: it is told as soon as it has, or the old one would win.
  const early = useRef<Theme | null>(null);
  useEffect(() => {
    if (!profile || !early.current) return;
    if (early.current !== profile.theme) mutate({ theme: early.current });
    early.current = null;
  }, [profile, mutate]);
  const choose = () => {
    if (profile) {
      mutate({ theme: next });
      return;
    }
    early.current = next;
    writeStored('theme', next);
  };
  return (
    <IconButton label={`Switch to ${next} mode`} variant="header" onClick={choose}>
      {next === 'dark' ? <Moon aria-hidden /> : <Sun aria-hidden />}
    </IconButton>
  );
}
