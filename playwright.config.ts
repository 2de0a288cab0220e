import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findBrowser } from './tools/browser.ts';

// Windows, toasts and drags are tried as they move. Elsewhere the pictures of it are a sixth of the time.
const MOVING =
  /\/(frame|frame-toasts|frame-theme|tasks-drag|tasks-dialog|drag-test|leaving|notifications)\.spec\.ts$/;

/**
 * Playwright's own list (the last one given counts) of what could come between a test and the page,
 * and the process that Chromium keeps ready for a next site: no context ever goes to a second one.
 */
const DISABLED = [
  'SpareRendererForSitePerProcess',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'PreconnectToSearch',
];

export default defineConfig({
  testDir: 'web/e2e',
  globalSetup: './tools/test-stack.ts',
  fullyParallel: true,
  forbidOnly: true,
  // As in vitest.config.ts: a stalled shared machine gets a second chance, which the report calls
  // flaky; at home every failure counts.
  retries: process.env.CI ? 1 : 0,
  workers: availableParallelism(),
  timeout: 60_000,
  expect: { timeout: 7_500 },
  reporter: [['list']],
  projects: [
    { name: 'moving', testMatch: MOVING },
    {
      name: 'still',
      testIgnore: MOVING,
      use: { contextOptions: { reducedMotion: 'reduce' } },
    },
  ],
  use: {
    // Tests that lose files or requests on the way do so before the worker (offline.spec.ts has it).
    serviceWorkers: 'block',
    // Only what was done and when: the film costs a third of the time, the pages' copies a tenth.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findBrowser(),
      args: [
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // Pages for less processor time: docs/decisions/0043.
        `--disable-features=${DISABLED.join()}`,
        '--js-flags=--no-opt --no-maglev',
      ],
    },
  },
});
