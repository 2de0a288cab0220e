import { chromium, type Browser } from '@playwright/test';
import { startTestStack, type TestStack } from '../stack/testing.ts';
import { findBrowser } from './browser.ts';

/** Runs something with a stack of its own and a browser; the actors of the e2e tests find both. */
export async function inBrowser<Result>(
  run: (browser: Browser, stack: TestStack) => Promise<Result>,
): Promise<Result> {
  await using stack = await startTestStack();
  process.env.ALMANAC_URL = stack.url;
  process.env.ALMANAC_PUBLISHABLE_KEY = stack.publishableKey;
  process.env.ALMANAC_SECRET_KEY = stack.secretKey;
  const executablePath = findBrowser();
  await using browser = await chromium.launch(executablePath ? { executablePath } : {});
  return await run(browser, stack);
}
