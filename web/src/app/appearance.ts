import { useEffect } from 'react';
import type { ProfileRow, Theme } from '../db/rows.ts';
import { writeStored, useStored } from '../lib/storage.ts';
import { useMedia } from '../lib/use-media.ts';

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
 * Puts theme and header colour on the page, and keeps the profile's choice here, so that the next
 * load paints it before anything is known (index.html).
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
