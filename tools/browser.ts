import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/**
 * The shell first: it is the same engine without a window, while a whole Chromium draws its address
 * bar's pages for every context and costs twice the processor.
 */
const SYSTEM_BROWSERS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The path of a Chromium on this machine: CHROMIUM_PATH, the system's, or Playwright's own. */
export function findBrowser(): string | undefined {
  return [process.env.CHROMIUM_PATH ?? '', ...SYSTEM_BROWSERS, chromium.executablePath()].find(
    (path) => path !== '' && existsSync(path),
  );
}

/** Tries Playwright's download, then Debian's package; a failure of the first is not the end. */
function installBrowser(): void {
  const playwright = spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' });
  if (playwright.status === 0) return;
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  for (const args of [['update'], ['install', '-y', 'chromium-headless-shell']]) {
    const [command = '', ...rest] = [...sudo, 'apt-get', ...args];
    if (spawnSync(command, rest, { stdio: 'inherit' }).status !== 0) return;
  }
}

if (import.meta.main) {
  if (findBrowser() === undefined) installBrowser();
  const path = findBrowser();
  if (path === undefined)
    throw new Error('No Chromium found. Install one, or set CHROMIUM_PATH to its path.');
  console.log(`browser ${path}`);
}
