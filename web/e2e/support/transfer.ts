import { expect, type Page } from '@playwright/test';
import type { Actor } from './actor.ts';
import { button } from './notes.ts';

/** Settings, Import and Export. */
export async function openTransfer(actor: Actor, options = {}): Promise<Page> {
  const page = await actor.open('/settings?tab=transfer', options);
  await expect(button(page, 'Choose files…')).toBeEnabled();
  return page;
}

type Chosen = string | { name: string; mimeType: string; buffer: Buffer };

export const choose = (page: Page, ...files: Chosen[]) =>
  page.getByLabel('Files to import').setInputFiles(files as string[]);
