import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { dragByMouse, pickUp, pointOn } from './support/drag.ts';
import { breakDisk } from './support/faults.ts';
import { toastRegion } from './support/frame.ts';
import {
  addFolder,
  addNote,
  button,
  editorOf,
  openNotes,
  openRowMenu,
  storedNotes,
} from './support/notes.ts';
import { toast } from './support/tasks.ts';

async function dragOnto(page: Page, from: Locator, to: Locator) {
  await dragByMouse(page, await pointOn(from, 60), await pointOn(to, 60));
}

test('spec §4 notes: moved by mouse and keyboard; failures change nothing', async ({ alice }) => {
  const work = await addFolder(alice, 'Work');
  await addNote(alice, 'Trip');
  const page = await openNotes(alice);

  await test.step('spec §4: moved, opened, edited and saved by keyboard only', async () => {
    const press = (key: string) => page.keyboard.press(key);
    await button(page, 'Trip').focus();
    await press('ArrowDown');
    await expect(button(page, 'Work')).toBeFocused();
    await press('ArrowUp');
    await expect(button(page, 'Trip')).toBeFocused();
    await press('Tab');
    await expect(button(page, 'Move Trip')).toBeFocused();
    await pickUp(page, /^Trip is over/);
    await press('ArrowDown');
    await expect(page.getByText('Trip is over Work.')).toBeAttached();
    await press('Space');
    await expect.poll(async () => (await storedNotes(alice))[0]?.folder_uid).toBe(work.uid);

    await button(page, 'Work').focus();
    await press('ArrowLeft');
    await expect(button(page, 'Trip')).toBeHidden();
    await press('ArrowRight');
    await expect(button(page, 'Trip')).toBeVisible();
    await press('End');
    await expect(button(page, 'Trip')).toBeFocused();
    await press('Enter');
    await button(page, 'Edit').focus();
    await press('Enter');
    await expect(editorOf(page)).toBeFocused();
    await page.keyboard.type('by hand');
    await press('Shift+Tab');
    await expect(button(page, 'Bold')).toBeFocused();
    await press('ArrowLeft');
    await expect(button(page, 'More')).toBeFocused();
    await press('ArrowLeft');
    await expect(button(page, 'Quote')).toBeFocused();
    await press('Enter');
    // Saved from wherever the focus is: the toolbar gives it back to the text a moment later.
    await button(page, 'Quote').press('Control+s');
    await expect(page.getByRole('article').getByRole('blockquote')).toHaveText('by hand');
  });

  await test.step('design §8: Delete asks, and the focus goes on to the next row', async () => {
    await addNote(alice, 'Zero');
    const asked = page.getByRole('alertdialog');
    await button(page, 'Work').press('Delete');
    await expect(asked).toHaveAccessibleName('Delete Folder');
    await page.keyboard.press('Escape');
    await expect(button(page, 'Work')).toBeFocused();
    await button(page, 'Zero').press('Delete');
    await expect(asked).toContainText('Are you sure you want to delete this note?');
    await button(asked, 'Delete').press('Enter');
    await expect(button(page, 'Zero')).toHaveCount(0);
    await expect(button(page, 'Work')).toBeFocused();
    await expect(page.getByRole('article')).toBeVisible();
  });

  await test.step('spec §4: dragged onto a folder and All Notes; §8: a failure is only logged', async () => {
    const folderOfTrip = async () => (await storedNotes(alice))[0]?.folder_uid;
    await dragOnto(page, button(page, 'Trip'), button(page, 'All Notes'));
    await expect.poll(folderOfTrip).toBeNull();
    await dragOnto(page, button(page, 'Trip'), button(page, 'Work'));
    await expect.poll(folderOfTrip).toBe(work.uid);
    await dragOnto(page, button(page, 'Trip'), button(page, 'All Notes'));
    await expect.poll(folderOfTrip).toBeNull();

    const row = page.locator('li', { hasText: 'Trip' });
    await expect(row).toHaveAttribute('aria-level', '1');
    // At once, and without a network; it arrives when there is one.
    await page.context().setOffline(true);
    await dragOnto(page, button(page, 'Trip'), button(page, 'Work'));
    await expect(row).toHaveAttribute('aria-level', '2');
    await page.context().setOffline(false);
    await expect.poll(folderOfTrip).toBe(work.uid);

    await breakDisk(page);
    const logged = page.waitForEvent('console', (message) =>
      message.text().startsWith('A change could not be kept'),
    );
    await dragOnto(page, button(page, 'Trip'), button(page, 'All Notes'));
    await logged;
    await expect(row).toHaveAttribute('aria-level', '2');
    await expect(toastRegion(page).getByRole('listitem')).toHaveCount(0);
  });

  await test.step('spec §8: failures of folders say so and change nothing', async () => {
    await expect(button(page, 'Work')).toBeVisible();
    await button(page, 'New folder').click();
    const create = page.getByRole('dialog', { name: 'New Folder' });
    await create.getByLabel('Name').fill('Home');
    await button(create, 'Save').click();
    await expect(toast(page, 'Error', 'Failed to create folder')).toBeVisible();
    await expect(create.getByLabel('Name')).toHaveValue('Home');
    await button(create, 'Cancel').click();
    await openRowMenu(page, 'Folder', 'Work');
    await page.getByRole('menuitem', { name: 'Edit Folder' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Folder' });
    await edit.getByLabel('Name').fill('Labour');
    await button(edit, 'Save').click();
    await expect(toast(page, 'Error', 'Failed to update folder')).toBeVisible();
    await button(edit, 'Cancel').click();
    await openRowMenu(page, 'Folder', 'Work');
    await page.getByRole('menuitem', { name: 'Delete Folder' }).click();
    await button(page.getByRole('alertdialog'), 'Delete').click();
    await expect(toast(page, 'Error', 'Failed to delete folder')).toBeVisible();
    await expect(button(page, 'Work')).toBeVisible();
  });
});
