import type { Page } from '@playwright/test';

/** What WCAG 1.4.12 lets a reader do to a text. */
const SPACING = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }
`;

/** Spaces the page's texts as WCAG 1.4.12 has it. */
export async function spaceTexts(page: Page): Promise<void> {
  await page.evaluate((rules) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets.push(sheet);
  }, SPACING);
}

/**
 * What of a page cannot be read or reached: what makes it wider than the window, controls beyond its
 * edges, texts cut without a sign of it, and controls that lie below something else even when they
 * have been scrolled to the middle.
 */
export function findUnreadable(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const found = scrollWidth > clientWidth ? [`the page is ${scrollWidth} wide`] : [];
    const layer = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1);
    const nameOf = (element: Element) =>
      [element.tagName, element.ariaLabel ?? element.textContent.slice(0, 40)].join(' ');
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      const shown = { opacityProperty: true, visibilityProperty: true };
      return width > 1 && height > 1 && element.checkVisibility(shown);
    };
    /** Dots, or a number of lines, say that there is more. */
    const isSigned = (element: Element): boolean => {
      const { textOverflow, webkitLineClamp, display } = getComputedStyle(element);
      const isShortened = textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
      const { parentElement } = element;
      return isShortened || (display === 'inline' && !!parentElement && isSigned(parentElement));
    };

    for (const control of (layer ?? document).querySelectorAll('a[href], button, input')) {
      if (!isShown(control)) continue;
      control.scrollIntoView({ block: 'center', behavior: 'instant' });
      if (!isShown(control)) continue;
      const { left, right, top, bottom } = control.getBoundingClientRect();
      const isScrolled = control.closest('[role=tablist], [role=toolbar], .overflow-x-auto');
      if ((left < 0 || right > clientWidth + 0.5) && !isScrolled)
        found.push(`${nameOf(control)} is beyond the edge`);
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      const above = document.elementFromPoint(x, y);
      if (!above || control.contains(above) || above.contains(control)) continue;
      const isOfIt = above.closest('label, [role=radiogroup], li')?.contains(control);
      if (!isOfIt) found.push(`${nameOf(control)} lies below ${nameOf(above)}`);
    }

    for (const text of (layer ?? document.body).querySelectorAll<HTMLElement>('*')) {
      const isText = [...text.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
      if (!isText || !isShown(text)) continue;
      const style = getComputedStyle(text);
      const isClipping = /hidden|clip/.test(style.overflow);
      const isCut =
        text.scrollWidth > text.clientWidth + 1 || text.scrollHeight > text.clientHeight + 1;
      if (isClipping && isCut && !isSigned(text)) found.push(`${nameOf(text)} is cut`);
      const box = text.getBoundingClientRect();
      const frame = text.closest<HTMLElement>('button, a[href], li')?.getBoundingClientRect();
      if (frame && !isSigned(text) && (box.bottom > frame.bottom + 2 || box.top < frame.top - 2))
        found.push(`${nameOf(text)} is higher than its place`);
    }
    return found;
  });
}
