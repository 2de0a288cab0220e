import type { Block, List, Paragraph, Text } from '../domain/markup/document.ts';
import { addressesIn } from '../domain/markup/addresses.ts';
import { parseMarkup } from '../domain/markup/markup.ts';
import { needsGap, type LineShape } from './markdown-gaps.ts';

/** What could be markup anywhere in a line. An underscore inside a word never is. */
const ESCAPED = /[\\`*[\]<>~&!|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;
/** What is markup only where a line begins. */
const AT_START = /^(?:[#+=-]|(?<number>\d{1,9})(?=[.)]))/u;

function escapedText(text: string): string {
  let written = '';
  let at = 0;
  for (const { from, to } of addressesIn(text)) {
    const address = text.slice(from, to);
    if (
      !/^https?:\/\/[\w./?=%#:@+-]*[\w/]$/u.test(address) ||
      !/^[\s,;:.]?$/u.test(text.charAt(to)) ||
      !/^\s?$/u.test(text.charAt(from - 1))
    )
      continue;
    written += text.slice(at, from).replaceAll(ESCAPED, String.raw`\$&`) + address;
    at = to;
  }
  return written + text.slice(at).replaceAll(ESCAPED, String.raw`\$&`);
}

const isPlainEdge = (text: string) => /^[\p{L}\p{N}](?:.*[\p{L}\p{N}])?$/su.test(text);

/** Where text is bold or italic and stars would not be read so, HTML says it. */
function marked(text: string, node: Text, before: string): string {
  const has = (mark: string) => node.marks?.some(({ type }) => type === mark) ?? false;
  const stars = (has('bold') ? '**' : '') + (has('italic') ? '*' : '');
  let written = text;
  if (stars !== '' && isPlainEdge(node.text) && text === node.text && !before.endsWith('*'))
    written = stars + written + stars;
  else {
    if (has('italic')) written = `<em>${written}</em>`;
    if (has('bold')) written = `<strong>${written}</strong>`;
  }
  return has('underline') ? `<u>${written}</u>` : written;
}

function inlineOf(texts: readonly Text[]): string {
  let written = '';
  for (const node of texts) {
    const link = node.marks?.find((mark) => mark.type === 'link');
    const isCode = node.marks?.some(({ type }) => type === 'code');
    let text = escapedText(node.text);
    if (isCode) {
      // One space on both sides is taken off again, where there is more than space.
      const padded = /^ .*[^ ].* $|^ .*[^ ].*|.*[^ ].* $/u.test(node.text)
        ? ` ${node.text} `
        : node.text;
      text = node.text.includes('\\') ? `\`${padded}\`` : `\`${padded}\``;
    }
    if (link) text = `[${text}](<${link.attrs.href}>)`;
    written += marked(text, node, written);
  }
  const entity = (space: string) => `&#${space.codePointAt(0)};`;
  return written
    .replace(AT_START, (start, number?: string) => (number === undefined ? `\\${start}` : start))
    .replace(/^(\d{1,9})([.)])/u, String.raw`$1\$2`)
    .replace(/^\s/u, entity)
    .replace(/\s$/u, entity);
}

type Written = { line: LineShape; text: string };

const asLine = (kind: Partial<LineShape>, isEmpty: boolean, quoted: boolean): LineShape => ({
  kind: 'text',
  quoted,
  pieces: isEmpty ? [] : [0],
  ...kind,
});

function listLines(
  list: List,
  indent: string,
  quoted: boolean,
  before: List | undefined,
): Written[] {
  const isSplit = list.type === 'orderedList' && before?.type === 'orderedList';
  const written: Written[] = isSplit
    ? [{ line: asLine({}, true, quoted), text: `${indent}<!-- -->` }]
    : [];
  for (const [index, item] of list.content.entries()) {
    const [first, ...below] = item.content;
    const number = list.type === 'orderedList' ? list.attrs.start + index : 1;
    const marker = list.type === 'orderedList' ? `${number}.` : '-';
    const check = item.type === 'taskItem' ? ` [${item.attrs.checked ? 'x' : ' '}]` : '';
    const text = inlineOf(first.content ?? []);
    const line = asLine({ kind: 'item', list: list.type }, text === '', quoted);
    written.push({ line, text: `${indent}${marker}${check}${text === '' ? '' : ` ${text}`}` });
    const inner = indent + ' '.repeat(marker.length + 1);
    for (const [at, nested] of below.entries())
      written.push(...listLines(nested, inner, quoted, below[at - 1]));
  }
  return written;
}

const textLine = (block: Paragraph, quoted: boolean): Written => {
  const text = inlineOf(block.content ?? []);
  return { line: asLine({}, text === '', quoted), text };
};

/** Markdown takes `#` at the end of a heading for its frame. */
const withoutClosing = (text: string) => text.replace(/(?<!\\)#$/u, String.raw`\#`);

function blockLines(block: Block, before: Block | undefined): Written[] {
  const previous = before && 'content' in before ? (before as List) : undefined;
  switch (block.type) {
    case 'paragraph':
      return [textLine(block, false)];
    case 'heading':
      return [
        {
          line: asLine({ kind: 'heading' }, false, false),
          text: `${'#'.repeat(block.attrs.level)} ${withoutClosing(inlineOf(block.content ?? []))}`.trimEnd(),
        },
      ];
    case 'horizontalRule':
      return [{ line: asLine({ kind: 'rule' }, true, false), text: '***' }];
    case 'codeBlock': {
      const code = block.content?.[0].text ?? '';
      const longest = Math.max(
        2,
        ...[...code.matchAll(/^\s*(`+)/gmu)].map(([, run = '']) => run.length),
      );
      const fence = '`'.repeat(longest + 1);
      const line = asLine({ kind: 'code' }, true, false);
      return [{ line, text: `${fence}${block.attrs.language ?? ''}\n${code}\n${fence}` }];
    }
    case 'blockquote':
      return block.content
        .flatMap((inner, at) =>
          inner.type === 'paragraph'
            ? [textLine(inner, true)]
            : listLines(inner, '', true, listBefore(block.content[at - 1])),
        )
        .flatMap((written, at, all) => {
          const gap = needsGap(all[at - 1]?.line, written.line)
            ? [{ line: asLine({}, true, true), text: '<!-- -->' }]
            : [];
          return [...gap, written];
        })
        .map(({ line, text }) => ({ line, text: `> ${text}`.trimEnd() }));
    default:
      return listLines(block, '', false, previous && listBefore(previous));
  }
}

const listBefore = (block: Paragraph | List | undefined) =>
  block && block.type !== 'paragraph' ? block : undefined;

/** A note as Markdown. `markupOfMarkdown` gives the note back; other programs show the same. */
export function markdownOf(markup: string): string {
  const { content } = parseMarkup(markup);
  const lines = content.flatMap((block, at) => blockLines(block, content[at - 1]));
  const written: string[] = [];
  let last: LineShape | undefined;
  for (const [at, { line, text }] of lines.entries()) {
    if (needsGap(last, line)) written.push('');
    if (line.quoted || text !== '') last = line;
    const next = lines[at + 1]?.line;
    const isBroken =
      line.kind === 'text' &&
      text !== '' &&
      next?.kind === 'text' &&
      next.pieces.length > 0 &&
      next.quoted === line.quoted;
    written.push(isBroken ? `${text}  ` : text);
  }
  return `${written.join('\n')}\n`;
}
