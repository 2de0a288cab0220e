import { expect, type Locator, type Page } from '@playwright/test';
import { settled } from './frame.ts';

type Point = { x: number; y: number };

/**
 * Picks up what has the focus and waits for what is said about it. The arrow keys move it from a
 * timer on that dnd-kit sets at that moment: only a test is quick enough to press one before.
 */
export async function pickUp(page: Page, said: string | RegExp): Promise<void> {
  await page.keyboard.press('Space');
  await expect(page.getByText(said)).toBeAttached();
  await settled(page);
}

/** A point of an element, from its left edge or in its middle, half-way down. */
export async function pointOn(target: Locator, fromLeft?: number): Promise<Point> {
  const box = await target.boundingBox();
  if (!box) throw new Error('There is nothing to drag');
  return { x: box.x + (fromLeft ?? box.width / 2), y: box.y + box.height / 2 };
}

/** Drags by mouse; where the pointer came to rest is where it lets go. */
export async function dragByMouse(page: Page, from: Point, to: Point): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await settled(page);
  await page.mouse.up();
}
