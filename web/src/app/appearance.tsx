import { useEffect, useRef } from 'react';
import { Moon, Sun } from 'lucide-react';
import { useUpdateTheme, useOwnProfile } from '../data/profile/profile.ts';
import type { ProfileRow, Theme } from '../db/rows.ts';
import { writeStored, useStored } from '../lib/storage.ts';
import { useMedia } from '../lib/store.ts';
import { IconButton } from '../ui/button.tsx';

type Preferences = Pick<ProfileRow, 'theme' | 'header_color'> | null | undefined;

/** The theme in force: the profile's, else the one stored here, else the system's (spec section 4). */
export function useTheme(profile: Preferences): Theme {
  const [stored] = useStored('theme', '');
  const isSystemDark = useMedia('(prefers-color-scheme: dark)');
  if (profile) return profile.theme;
  if (stored === 'light' || stored === 'dark') return stored;
  return isSystemDark ? 'dark' : 'light';
}

/**
 * Puts theme and header colour on the page, and stores the profile's choice on this device, so that
 * the next load paints it at once (index.html).
 */
export function useAppearance(profile: Preferences): void {
  const theme = useTheme(profile);
  const [accent] = useStored('headerColor', 'blue');
  const color = profile?.header_color ?? accent;
  useEffect(() => {
    if (!profile) return;
    writeStored('theme', profile.theme);
    writeStored('headerColor', profile.header_color);
  }, [profile]);
  useEffect(() => {
    const { classList, dataset } = document.documentElement;
    classList.toggle('dark', theme === 'dark');
    dataset.accent = color;
    const bar = getComputedStyle(document.documentElement).getPropertyValue('--bar').trim();
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', bar);
  }, [theme, color]);
}

/** Switches the theme, and saves it in the profile of whoever is signed in (spec section 4). */
export function ThemeToggle() {
  const { profile } = useOwnProfile();
  const { mutate } = useUpdateTheme(profile?.id ?? '');
  const next = useTheme(profile) === 'dark' ? 'light' : 'dark';
  // Chosen before the profile is loaded: sent once it is, or the old theme would win.
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
