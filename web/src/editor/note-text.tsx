import { memo, useMemo, type ReactNode } from 'react';
import type { Block, List, Mark, Paragraph, Text } from './document.ts';
import { parseMarkup } from './markup.ts';
import './note-text.css';

const ELEMENTS = { bold: 'strong', italic: 'em', underline: 'u' } as const;

function marked(text: string, marks: readonly { type: Mark }[]): ReactNode {
  return marks.reduceRight<ReactNode>((inner, { type }) => {
    const Element = ELEMENTS[type];
    return <Element>{inner}</Element>;
  }, text);
}

// Nothing here ever moves or keeps state: places are keys enough.
const texts = (content: readonly Text[] = []) =>
  content.map(({ text, marks = [] }, index) => <span key={index}>{marked(text, marks)}</span>);

function Line({ content }: Paragraph) {
  return <p>{content ? texts(content) : null}</p>;
}

function ListBlock(list: List) {
  const items = list.content.map(({ content: [first, ...below] }, index) => (
    <li key={index}>
      <Line {...first} />
      {below.map((inner, place) => (
        <ListBlock key={place} {...inner} />
      ))}
    </li>
  ));
  if (list.type === 'bulletList') return <ul>{items}</ul>;
  return <ol start={list.attrs.start}>{items}</ol>;
}

function BlockView(block: Block) {
  if (block.type === 'paragraph') return <Line {...block} />;
  if (block.type !== 'blockquote') return <ListBlock {...block} />;
  return (
    <blockquote>
      {block.content.map((inner, index) => (
        <BlockView key={index} {...inner} />
      ))}
    </blockquote>
  );
}

/** Note markup as it reads, without the editor. Markup can hold no HTML: all of it is text. */
export const NoteText = memo(function NoteText({ markup }: { markup: string }) {
  const { content } = useMemo(() => parseMarkup(markup), [markup]);
  return (
    <div className="note-text">
      {content.map((block, index) => (
        <BlockView key={index} {...block} />
      ))}
    </div>
  );
});
