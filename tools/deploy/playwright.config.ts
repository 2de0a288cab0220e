import { defineConfig } from '@playwright/test';
import { findBrowser } from '../browser.ts';

/** The files of `deploy/` in front of a stack; apart from the product's own specs, since it needs Caddy. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  forbidOnly: true,
  // A stalled shared machine gets a second chance; what needs it is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 7_500 },
  reporter: [['list']],
  use: {
    // Caddy's own certificate, which this machine does not know.
    ignoreHTTPSErrors: true,
    trace: 'retain-on-failure',
    launchOptions: { executablePath: findBrowser(), args: ['--disable-quic'] },
  },
});
