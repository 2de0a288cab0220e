import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

type Look = { theme: 'light' | 'dark'; color: string };
type Axe = {
  run(within: string | { include: Element[] }, options: object): Promise<{ violations: Finding[] }>;
};
type Finding = { id: string; nodes: { target: unknown[] }[] };

const dark: Look[] = [{ theme: 'dark', color: 'blue' }];

/** Both themes with all six header colours, but for the one that a page begins with. */
export const everyOtherLook: Look[] = (['light', 'dark'] as const)
  .flatMap((theme) =>
    ['blue', 'green', 'purple', 'red', 'orange', 'gray'].map((color) => ({ theme, color })),
  )
  .filter(({ theme, color }) => theme === 'dark' || color !== 'blue');

/** What axe finds in a part of a page, or in all of it. */
export async function findViolations(page: Page, within = 'html'): Promise<string[]> {
  // Without the names of all elements that nothing is wrong with, which take as long as the rest.
  const options = { resultTypes: ['violations' as const] };
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  const { violations } = isThere
    ? await page.evaluate(
        async ([inside, how]) => {
          // A colour on its way is neither the old one nor the new.
          const moving = document.getAnimations().filter((one) => one instanceof CSSTransition);
          await Promise.allSettled(moving.map((one) => one.finished));
          return (globalThis as unknown as { axe: Axe }).axe.run(inside, how);
        },
        [within, options] as const,
      )
    : // "Legacy" judges in the page itself, not in a blank one beside it, which takes twice the time
      // and is for frames of other origins. It leaves axe on the page, for the next time.
      await new AxeBuilder({ page }).include(within).setLegacyMode().options(options).analyze();
  return violations.map(
    ({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}

/**
 * What has less contrast than 4.5:1 in each look. The looks are put on the page as app/theme.ts does
 * it, without a person and a server for each, and judged by the axe that is already on the page: the
 * first of a theme everywhere, each other where a colour is not what it was in the first.
 */
export function findContrast(page: Page, within: string, looks: Look[]): Promise<string[]> {
  return page.evaluate(
    async ([inside, wanted]) => {
      const { axe } = globalThis as unknown as { axe: Axe };
      const { classList, dataset } = document.documentElement;
      // A colour on its way from one look to the next belongs to neither.
      const still = new CSSStyleSheet();
      still.replaceSync('* { transition: none !important; animation: none !important; }');
      document.adoptedStyleSheets.push(still);
      const elements = [...document.querySelectorAll(`${inside}, ${inside} *`)];
      const colorsOf = (element: Element) => {
        const { color, background, opacity } = getComputedStyle(element);
        return `${color} ${background} ${opacity}`;
      };
      const firsts = new Map<string, string[]>();
      const found: string[] = [];
      const runOnly = ['color-contrast', 'link-in-text-block'];
      const options = { runOnly, resultTypes: ['violations'], preload: false };
      const accent = dataset.accent;
      for (const { theme, color } of wanted) {
        classList.toggle('dark', theme === 'dark');
        dataset.accent = color;
        const colors = elements.map(colorsOf);
        const first = firsts.get(theme);
        if (!first) firsts.set(theme, colors);
        const others = elements.filter((_, index) => colors[index] !== first?.[index]);
        const where = first ? { include: others } : inside;
        if (first && others.length === 0) continue;
        const { violations } = await axe.run(where, options);
        for (const { id, nodes } of violations)
          found.push(`${theme} ${color}: ${id} at ${nodes.map(({ target }) => target).join(', ')}`);
      }
      classList.remove('dark');
      dataset.accent = accent;
      return found;
    },
    [within, looks] as const,
  );
}

/**
 * Everything that axe knows about a light page, then contrast in the given looks, on which nothing
 * else depends. `within`: an open menu or dialog, which hides what is behind it from assistive
 * technology.
 */
export async function expectNoFindings(
  page: Page,
  where: string,
  { within = 'html', looks = dark }: { within?: string; looks?: Look[] } = {},
): Promise<void> {
  await expect(page.locator('html'), where).toHaveCSS('color-scheme', 'light');
  expect(await findViolations(page, within), where).toEqual([]);
  expect(await findContrast(page, within, looks), where).toEqual([]);
}
