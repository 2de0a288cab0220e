import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectNoFindings } from './support/axe.ts';
import { pointOn } from './support/drag.ts';
import {
  addFolder,
  addNote,
  button,
  editorOf,
  openRowMenu,
  startEdit,
  storedNotes,
} from './support/notes.ts';

/** A note of the drawer, whose preview is part of its name. */
const rowOf = (drawer: Locator, title: string) =>
  drawer.getByRole('button', { name: new RegExp(`^${title}`, 'u') });
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

test('spec §2 notes on a phone: the sidebar is a drawer; §4 a note is dragged by touch', async ({
  alice,
}) => {
  const work = await addFolder(alice, 'Work');
  const home = await addFolder(alice, 'Home');
  await addNote(alice, 'Trip', 'pack', work.uid);
  for (const title of ['One', 'Two', 'Three']) await addNote(alice, title, `text of ${title}`);
  const page = await alice.open('about:blank', PHONE);
  const readings: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('select=uid%2Ccontent')) readings.push(request.url());
  });
  await page.goto('/notes');
  await expect(page.getByText('text of Two', { exact: true })).toBeVisible();
  // The previews of a new device come together; at most the copy's own reading is beside them.
  expect(readings.length).toBeLessThanOrEqual(2);
  const opener = button(page, 'Notes and folders');
  await opener.tap();
  const drawer = page.getByRole('dialog', { name: 'Notes and folders' });
  await expect(drawer.getByRole('heading', { name: 'Notes', exact: true })).toBeVisible();
  await expect(drawer.getByText('pack', { exact: true })).toBeVisible();

  const start = await pointOn(rowOf(drawer, 'Trip'), 60);
  const end = await pointOn(button(drawer, 'Home'), 60);
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: (typeof start)[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', start);
  await expect(page.getByText(/^(Picked up Trip|Trip is over)/)).toBeAttached();
  await touch('touchMove', { x: start.x, y: (start.y + end.y) / 2 });
  await touch('touchMove', end);
  await expect(page.getByText('Trip is over Home.')).toBeAttached();
  await touch('touchEnd');
  await expect.poll(async () => (await storedNotes(alice))[0]?.folder_uid).toBe(home.uid);
  await expect(drawer).toBeVisible();

  await page.goBack();
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL('/notes');
  // The list is where a phone lands: one tap opens a note, Back returns to the list.
  const recent = page.getByRole('region', { name: 'Recent notes' });
  await expect(recent.getByRole('listitem')).toContainText(['Trip', 'Three', 'Two', 'One']);
  await expect(recent.getByText('pack', { exact: true })).toBeVisible();
  await recent.getByRole('button', { name: /^Trip/ }).tap();
  await expect(page.getByRole('article')).toContainText('pack');
  await page.goBack();
  await expect(recent).toBeVisible();
  await recent.getByRole('button', { name: /^Two/ }).tap();
  await button(page, 'Back to notes').tap();
  await expect(recent).toBeVisible();
  await opener.tap();
  await button(drawer, 'All Notes').tap();
  await expect(drawer).toBeHidden();

  await opener.tap();
  await button(drawer, 'Close').tap();
  await expect(opener).toBeFocused();
  await opener.tap();
  await rowOf(drawer, 'Trip').tap();
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('article')).toContainText('pack');
  await button(page, 'Edit').tap();
  await expect(editorOf(page)).toBeVisible();
  // The way to the sidebar and the add button share a row of the bar.
  const [way, add] = await Promise.all([
    opener.boundingBox(),
    page.getByTitle('Add new note').boundingBox(),
  ]);
  expect(way?.y).toBe(add?.y);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test('design §8 notes: axe finds nothing on desktop and phone, in both themes', async ({
  alice,
}) => {
  const work = await addFolder(alice, 'Work');
  const note = await addNote(alice, 'Trip', '**pack**\n- a\n> b', work.uid);
  const page = await alice.open(`/notes?note=${note.uid}`, { reducedMotion: 'reduce' });
  await expect(page.getByRole('article')).toBeVisible();
  await expectNoFindings(page, 'reading');
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await expect(button(page, 'Trip')).toHaveCSS('outline-style', 'solid');
  await expect(button(page, 'Work')).toHaveCSS('outline-style', 'none');
  await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'reduce' });
  await openRowMenu(page, 'Note', 'Trip');
  await page.getByRole('menuitem', { name: 'Edit Note' }).click();
  await page.getByRole('dialog').getByLabel('Title').fill('');
  await button(page.getByRole('dialog'), 'Save').click();
  await expect(page.getByText('Title is required', { exact: true })).toBeVisible();
  await expectNoFindings(page, 'window');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Unsaved changes' })).toBeVisible();
  await expectNoFindings(page, 'unsaved changes');
  await button(page, 'Discard').click();
  await startEdit(page);
  await expect(editorOf(page)).toBeVisible();
  await expectNoFindings(page, 'editing');

  await page.setViewportSize(PHONE.viewport);
  await expectNoFindings(page, 'editing on a phone');
  await button(page, 'Cancel').click();
  await button(page, 'Notes and folders').click();
  await expect(button(page, 'Work')).toBeVisible();
  await expectNoFindings(page, 'drawer');
  await button(page, 'New folder').click();
  await expect(page.getByRole('dialog', { name: 'New Folder' })).toBeVisible();
  await expectNoFindings(page, 'folder window');
});
