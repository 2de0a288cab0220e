import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { press, type State } from './acts.ts';

const CONTACTS = resolve(import.meta.dirname, '../../tests/import/google-contacts.csv');

async function preview(page: Page): Promise<void> {
  await page.getByLabel('Files to import').setInputFiles(CONTACTS);
  await page.getByRole('list', { name: 'What was read' }).waitFor();
}

const settings = (tab: string, window = '', act?: State['act']): State => ({
  name: `settings-${tab}${window === '' ? '' : `-${window}`}`,
  person: 'household',
  path: `/settings?tab=${tab}`,
  ...(act && { act }),
});

const admin = (window: string, act: State['act']): State => ({
  name: `admin-${window}`,
  person: 'household',
  path: '/admin',
  ...(act && { act }),
});

/** Settings, administration, and what opens on them. */
export const accountStates: State[] = [
  settings('categories'),
  settings('categories', 'rename', press('Rename Work')),
  settings('categories', 'delete', press('Delete Work')),
  settings('display'),
  settings('account'),
  settings('account', 'email', press('Change email')),
  settings('account', 'delete', press('Delete account')),
  settings('security'),
  settings('security', 'second-step', async (page) => {
    await press('Turn on…')(page);
    await page.getByRole('img', { name: /QR code/ }).waitFor();
  }),
  settings('security', 'app-password', press('New app password')),
  settings('transfer'),
  settings('transfer', 'preview', preview),
  settings('deleted'),
  { name: 'admin', person: 'household', path: '/admin' },
  admin('new-user', press('New user')),
  admin('invite', press('Invite')),
  admin('reset-password', press(/^Reset Password of/)),
  admin('delete-user', press(/^Delete /)),
  { name: 'admin-settings', person: 'household', path: '/admin?tab=global-settings' },
  { name: 'email-config', person: 'household', path: '/email-config' },
  { name: 'drag-test', person: 'household', path: '/drag-test' },
];
