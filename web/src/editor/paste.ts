import { Fragment, Slice, type ResolvedPos, type Schema } from '@tiptap/pm/model';
import type { Paragraph } from '#domain/markup/document.ts';
import { parseMarkup, serializeMarkup } from '#domain/markup/markup.ts';

/**
 * Converts clipboard content of other programs into what a note can hold. All text is kept. Lists
 * become lists, a row of a table becomes a line, and images are counted, since notes have none.
 */
const BLOCKS = 'p, div, h1, h2, h3, h4, h5, h6, blockquote, pre';

const make = (document: Document, tag: string, ...content: (Node | string)[]) => {
  const element = document.createElement(tag);
  element.append(...content);
  return element;
};

/** A cell's text on one line, with its links and marks. */
function cellContent(cell: Element): (Node | string)[] {
  for (const line of cell.querySelectorAll('br')) line.replaceWith(' ');
  for (const block of cell.querySelectorAll(BLOCKS)) block.replaceWith(...block.childNodes, ' ');
  const text = cell.textContent.trim();
  return text === '' ? [] : [...cell.childNodes];
}

/** A table becomes a line for each row; a layout table becomes its cells. */
function flattenTable(table: HTMLTableElement): void {
  const rows = [...table.rows].map((row) => [...row.cells]);
  const isLayout = rows.every((cells) => cells.length < 2) || table.querySelector('table, ul, ol');
  const lines = rows.flatMap((cells) =>
    isLayout
      ? cells.map((cell) => make(table.ownerDocument, 'div', ...cell.childNodes))
      : [
          make(
            table.ownerDocument,
            'p',
            ...cells.flatMap((cell, at) =>
              at > 0 ? [' | ', ...cellContent(cell)] : cellContent(cell),
            ),
          ),
        ],
  );
  const caption = table.caption
    ? [make(table.ownerDocument, 'p', ...table.caption.childNodes)]
    : [];
  table.replaceWith(...caption, ...lines);
}

/** Word writes list items as paragraphs with a level and a marker. */
function listsOfWord(body: HTMLElement): void {
  let open: HTMLElement[] = [];
  let last: Element | null = null;
  for (const line of body.querySelectorAll<HTMLElement>('p[style*="mso-list"]')) {
    const level = Number(/level(\d)/u.exec(line.getAttribute('style') ?? '')?.[1] ?? 1);
    const marker = line.querySelector(
      '[style*="mso-list:Ignore" i], [style*="mso-list: Ignore" i]',
    );
    const sign = marker?.textContent.trim() ?? '';
    marker?.remove();
    const tag = /^[\da-z]+[.)]$/iu.test(sign) ? 'ol' : 'ul';
    if (line.previousElementSibling !== last || !last) open = [];
    open = open.slice(0, level);
    const item = make(body.ownerDocument, 'li', make(body.ownerDocument, 'p', ...line.childNodes));
    let list = open[level - 1];
    if (list?.tagName.toLowerCase() !== tag) {
      list = make(body.ownerDocument, tag);
      const start = Number.parseInt(sign, 10);
      if (tag === 'ol' && start > 1) list.setAttribute('start', String(start));
      const above = open.slice(0, level - 1).at(-1)?.lastElementChild;
      if (above) above.append(list);
      else line.before(list);
      open[level - 1] = list;
    }
    list.append(item);
    line.remove();
    last = open.find(Boolean) ?? null;
  }
}

/** A list directly inside of another one belongs to the item before it. */
function nestLists(body: HTMLElement): void {
  for (const list of body.querySelectorAll(':is(ul, ol) > :is(ul, ol)')) {
    list.previousElementSibling?.append(list);
  }
}

/** Items with a checkbox, as Google Docs, GitHub and others write them. */
function checklists(body: HTMLElement): void {
  for (const item of body.querySelectorAll('li')) {
    const box = item.querySelector<HTMLInputElement>(
      ':scope > input[type=checkbox], :scope > :is(p, label) > input[type=checkbox]',
    );
    if (!box && item.getAttribute('role') !== 'checkbox') continue;
    const isChecked = box ? box.hasAttribute('checked') : item.ariaChecked === 'true';
    for (const extra of item.querySelectorAll(':scope > :is(input, img)')) extra.remove();
    box?.remove();
    item.dataset['type'] = 'taskItem';
    item.dataset['checked'] = String(isChecked);
    if (item.parentElement) item.parentElement.dataset['type'] = 'taskList';
  }
}

/** Removes an image, and its paragraph if that has nothing else. */
function removeImage(image: Element): void {
  const block = image.closest('p, div, figure');
  image.remove();
  if (block && !block.closest('td, th') && block.textContent.trim() === '') block.remove();
}

/** Pasted HTML converted for a note, and the number of its images. */
export function readableHtml(html: string): { html: string; images: number } {
  // A parsed document runs no scripts and loads nothing.
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  // Copied from this editor: nothing has to be converted.
  if (body.querySelector('[data-pm-slice]')) return { html, images: 0 };
  listsOfWord(body);
  nestLists(body);
  checklists(body);
  // Images of one pixel are tracking pixels.
  const images = body.querySelectorAll('img:not([width="1"])');
  for (const image of body.querySelectorAll('img')) removeImage(image);
  // Links are underlined anyway.
  for (const line of body.querySelectorAll<HTMLElement>('a [style], a[style]')) {
    line.style.textDecoration = '';
  }
  for (const line of body.querySelectorAll('a u')) line.replaceWith(...line.childNodes);
  // From the inside out.
  for (const table of [...body.querySelectorAll('table')].toReversed()) flattenTable(table);
  return { html: body.innerHTML, images: images.length };
}

const ITEM = /^(?<indent>\s*)(?:[-*•◦▪·‣]|(?<number>0|[1-9]\d{0,8})[.)])\s+(?<text>.*)$/u;

const literally = (text: string): Paragraph =>
  text === '' ? { type: 'paragraph' } : { type: 'paragraph', content: [{ type: 'text', text }] };

/** Text as markup: lists become lists, everything else is literal. */
function markupOfText(text: string): string {
  let indents: number[] = [];
  const lines = text.split(/\r\n|\r|\n/u).map((line) => {
    const { indent, number, text: item = '' } = ITEM.exec(line)?.groups ?? {};
    if (indent === undefined) {
      if (line.trim() !== '') indents = [];
      return serializeMarkup({ type: 'doc', content: [literally(line)] });
    }
    const width = indent.replaceAll('\t', '    ').length;
    indents = [...indents.filter((outer) => outer < width), width];
    const level = '  '.repeat(indents.length - 1);
    const box = number === undefined && /^\[[ xX]?\] /u.exec(item)?.[0];
    const shown = box ? item.slice(box.length) : item;
    const content = [{ type: 'listItem' as const, content: [literally(shown)] as [Paragraph] }];
    if (box) return `${level}- [${/x/iu.test(box) ? 'x' : ' '}] ${serializeItem(shown)}`;
    return (
      level +
      serializeMarkup({
        type: 'doc',
        content: [
          number === undefined
            ? { type: 'bulletList', content }
            : { type: 'orderedList', attrs: { start: Number(number) }, content },
        ],
      })
    );
  });
  return lines.join('\n');
}

const serializeItem = (text: string) =>
  serializeMarkup({
    type: 'doc',
    content: [{ type: 'heading', attrs: { level: 1 }, content: literally(text).content ?? [] }],
  }).slice(2);

/**
 * Pasted text line by line: empty lines stay, lists become lists, other markup stays text. With
 * Ctrl+Shift+V (`isPlain`) lists stay text, too.
 */
export function sliceFromText(
  text: string,
  schema: Schema,
  context: ResolvedPos,
  isPlain: boolean,
): Slice {
  const lines = text.split(/\r\n|\r|\n/u);
  if (!isPlain && lines.some((line) => ITEM.test(line))) {
    const { content } = schema.nodeFromJSON(parseMarkup(markupOfText(text)));
    const open = (node: typeof content.firstChild) => (node?.isTextblock ? 1 : 0);
    return new Slice(content, open(content.firstChild), open(content.lastChild));
  }
  const marks = context.marks();
  const paragraphs = lines.map((line) =>
    schema.node('paragraph', null, line === '' ? undefined : schema.text(line, marks)),
  );
  return new Slice(Fragment.from(paragraphs), 1, 1);
}
