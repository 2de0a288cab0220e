import { createContext, memo, use, useMemo, type ReactNode } from 'react';
import { addressesIn } from '#domain/markup/addresses.ts';
import type { Block, List, Paragraph, TaskItem, Text, TextMark } from '#domain/markup/document.ts';
import { parseMarkup, tasksOf } from '#domain/markup/markup.ts';
import './note-text.css';

const ELEMENTS = { bold: 'strong', italic: 'em', underline: 'u', code: 'code' } as const;

function Link({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

/** Text with its addresses as links. */
function withAddresses(text: string): ReactNode {
  const addresses = addressesIn(text);
  if (addresses.length === 0) return text;
  const rest = text.slice(addresses.at(-1)?.to);
  return [
    ...addresses.map(({ from, to, href }, index) => (
      <span key={index}>
        {text.slice(addresses[index - 1]?.to ?? 0, from)}
        <Link href={href}>{text.slice(from, to)}</Link>
      </span>
    )),
    rest,
  ];
}

function marked(text: string, marks: readonly TextMark[]): ReactNode {
  const isLink = marks.some(({ type }) => type === 'link');
  return marks.reduceRight<ReactNode>(
    (inner, mark) => {
      if (mark.type === 'link') return <Link href={mark.attrs.href}>{inner}</Link>;
      const Element = ELEMENTS[mark.type];
      return <Element>{inner}</Element>;
    },
    isLink ? text : withAddresses(text),
  );
}

// Nothing here is reordered or has state, so indexes are enough as keys.
const texts = (content: readonly Text[] = []) =>
  content.map(({ text, marks = [] }, index) => <span key={index}>{marked(text, marks)}</span>);

function Line({ content }: Paragraph) {
  return <p dir="auto">{content ? texts(content) : null}</p>;
}

/** Toggles a checklist item; undefined if the note is read-only. */
const Tick = createContext<((item: TaskItem) => void) | undefined>(undefined);

function Box({ item }: { item: TaskItem }) {
  const tick = use(Tick);
  const label = (item.content[0].content ?? []).map(({ text }) => text).join('');
  return (
    <label>
      <input
        type="checkbox"
        aria-label={label || 'Empty item'}
        checked={item.attrs.checked}
        disabled={!tick}
        onChange={() => tick?.(item)}
      />
    </label>
  );
}

function Items({ lists }: { lists: readonly List[] }) {
  return lists.map((inner, place) => <ListBlock key={place} {...inner} />);
}

function ListBlock(list: List) {
  if (list.type === 'taskList') {
    return (
      <ul dir="auto" data-type="taskList">
        {list.content.map((item, index) => {
          const [first, ...below] = item.content;
          return (
            <li key={index} data-checked={item.attrs.checked}>
              <Box item={item} />
              <div>
                <Line {...first} />
                <Items lists={below} />
              </div>
            </li>
          );
        })}
      </ul>
    );
  }
  const items = list.content.map(({ content: [first, ...below] }, index) => (
    <li key={index}>
      <Line {...first} />
      <Items lists={below} />
    </li>
  ));
  if (list.type === 'bulletList') return <ul dir="auto">{items}</ul>;
  return (
    <ol dir="auto" start={list.attrs.start}>
      {items}
    </ol>
  );
}

/** One level below the heading of the note's title. */
const HEADINGS = { 1: 'h3', 2: 'h4', 3: 'h5' } as const;

function BlockView(block: Block) {
  switch (block.type) {
    case 'paragraph':
      return <Line {...block} />;
    case 'heading': {
      const Heading = HEADINGS[block.attrs.level];
      return (
        <Heading dir="auto" data-level={block.attrs.level}>
          {texts(block.content)}
        </Heading>
      );
    }
    case 'horizontalRule':
      return <hr />;
    case 'codeBlock':
      return (
        <pre dir="ltr">
          <code>{block.content?.[0].text}</code>
        </pre>
      );
    case 'blockquote':
      return (
        <blockquote dir="auto">
          {block.content.map((inner, index) => (
            <BlockView key={index} {...inner} />
          ))}
        </blockquote>
      );
    default:
      return <ListBlock {...block} />;
  }
}

type Props = {
  markup: string;
  /** Called with the index of a toggled checklist item among all of them. */
  onTick?: (place: number) => void;
};

/** Renders note markup without the editor. Markup can hold no HTML: all of it is text. */
export const NoteText = memo(function NoteText({ markup, onTick }: Props) {
  const { content } = useMemo(() => parseMarkup(markup), [markup]);
  const tick = onTick && ((item: TaskItem) => onTick(tasksOf(content).indexOf(item)));
  return (
    <Tick value={tick}>
      <div className="note-text">
        {content.map((block, index) => (
          <BlockView key={index} {...block} />
        ))}
      </div>
    </Tick>
  );
});
