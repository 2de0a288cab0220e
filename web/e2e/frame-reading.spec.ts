import type { Locator, Page } from '@playwright/test';
import { expect, test, type Actor } from './fixtures.ts';
import { expectNoFindings } from './support/axe.ts';
import { addFolder, addNote } from './support/notes.ts';
import { findUnreadable, spaceTexts } from './support/reading.ts';
import { addCategories, addTasks, panel, trashTask } from './support/tasks.ts';

const LONG = 'W'.repeat(200);
const ARABIC = 'شراء الخبز والحليب من السوق';

/** More and longer than most people have, and a script that is written from the right. */
async function addMuch(actor: Actor): Promise<{ task: string; contact: string; note: string }> {
  const names = Array.from({ length: 40 }, (_, index) => `Category ${index}`);
  const category = 'x'.repeat(50);
  await addCategories(actor, ...names, category);
  const today = new Date().toISOString().slice(0, 10);
  await addTasks(
    actor,
    { title: LONG, due_date: '2020-01-05', category, priority: 'high', repeat_type: 'daily' },
    { title: ARABIC, due_date: '2020-01-05', category: ARABIC },
    ...Array.from({ length: 300 }, (_, index) => ({ title: `Task ${index}`, due_date: today })),
    { title: `Done ${LONG}`.slice(0, 200), completed: true, category },
    { title: `Gone ${LONG}`.slice(0, 200) },
  );
  await trashTask(actor, `Gone ${LONG}`.slice(0, 200));
  const contacts = [
    { first_name: LONG, company: LONG, email_address: `${'m'.repeat(60)}@example.org`, category },
    { first_name: 'ليلى', last_name: 'الحسن', company: ARABIC, mobile_phone: '+43 660 1234567' },
  ];
  const folder = await addFolder(actor, LONG);
  const note = await addNote(actor, LONG, `${LONG}\n\n- ${ARABIC}\n- ${LONG}`, folder.uid);
  await addNote(actor, ARABIC, ARABIC);
  const made = await actor.client
    .from('contacts')
    .insert(contacts, { defaultToNull: false })
    .select('uid');
  const task = await actor.client.from('tasks').select('uid').eq('title', LONG).single();
  return { task: task.data?.uid, contact: made.data?.[0]?.uid, note: note.uid };
}

test('design §8: what is long, much or written from the right is read at 200 %, with wide spacing and in forced colours', async ({
  admin,
}) => {
  const { task, contact, note } = await addMuch(admin);
  const button = (label: string) => (at: Page) => at.getByRole('button', { name: label }).first();
  const dialog = (at: Page) => at.getByRole('dialog').getByRole('button', { name: 'Cancel' });
  const screens: Record<string, (page: Page) => Locator> = {
    '/': (at) => panel(at, 'Due Today').getByRole('button', { name: 'Drag to reorder' }).first(),
    [`/?task=${task}`]: dialog,
    '/completed': button('Restore'),
    '/contacts': (at) => at.getByText('2 contacts'),
    [`/contacts?contact=${contact}`]: dialog,
    [`/notes?note=${note}`]: button('Edit'),
    '/settings': button('Rename'),
    '/settings?tab=security': (at) => at.getByText('This browser'),
    '/settings?tab=deleted': button('Restore all'),
    [`/admin?q=${admin.username}`]: button('Reset Password'),
    '/email-config': button('Save Configuration'),
  };
  const page = await admin.open('about:blank');
  // Rows find their places in the frames after the window has changed.
  const look = (where: string) =>
    expect.poll(() => findUnreadable(page), { message: where }).toEqual([]);

  for (const [path, sign] of Object.entries(screens)) {
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto(path);
    await expect(sign(page)).toBeVisible();
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    await look(`${path} in forced colours`);
    await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'reduce' });
    // A window of 1280 × 720 at 200 %.
    await page.setViewportSize({ width: 640, height: 360 });
    await look(`${path} at 200 %`);
    await spaceTexts(page);
    await look(`${path} at 200 %, spaced`);
    await page.setViewportSize({ width: 320, height: 640 });
    await look(`${path} at 400 %, spaced`);
    await expectNoFindings(page, path);
  }

  await test.step('what is covered, cut or too wide would be found', async () => {
    await page.evaluate(() => {
      const cover = document.createElement('div');
      cover.style.cssText = 'position: fixed; inset: 0; z-index: 99';
      const cut = document.createElement('p');
      cut.textContent = 'Cut '.repeat(100);
      cut.style.cssText = 'overflow: hidden; height: 20px; width: 999px';
      document.body.append(cover, cut);
    });
    const covered = (await findUnreadable(page)).join('\n');
    expect(covered).toContain('the page is 999 wide');
    expect(covered).toContain('P Cut');
    expect(covered).toContain('lies below DIV');
  });
});
