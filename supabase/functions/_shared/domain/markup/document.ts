/** The marks of the toolbar, which may overlap, in the order in which the editor's schema keeps them. */
export const MARKS = ['bold', 'italic', 'underline'] as const;
export type Mark = (typeof MARKS)[number];

/** Text as the toolbar marks it, in which code and links are still characters (spans.ts). */
export type MarkedText = { type: 'text'; text: string; marks?: { type: Mark }[] };

/** What a stretch of text is as a whole: never both. */
export type Span = { type: 'code' } | { type: 'link'; attrs: { href: string } };
export type TextMark = { type: Mark } | Span;
export type Text = { type: 'text'; text: string; marks?: TextMark[] };
export type Paragraph = { type: 'paragraph'; content?: Text[] };
export type Heading = { type: 'heading'; attrs: { level: 1 | 2 | 3 }; content?: Text[] };
type Item = [Paragraph, ...List[]];
export type ListItem = { type: 'listItem'; content: Item };
export type TaskItem = { type: 'taskItem'; attrs: { checked: boolean }; content: Item };
export type BulletList = { type: 'bulletList'; content: ListItem[] };
export type OrderedList = { type: 'orderedList'; attrs: { start: number }; content: ListItem[] };
export type TaskList = { type: 'taskList'; content: TaskItem[] };
export type List = BulletList | OrderedList | TaskList;
export type Blockquote = { type: 'blockquote'; content: (Paragraph | List)[] };
export type CodeBlock = {
  type: 'codeBlock';
  attrs: { language: string | null };
  content?: [{ type: 'text'; text: string }];
};
export type Rule = { type: 'horizontalRule' };
export type Block = Paragraph | Heading | List | Blockquote | CodeBlock | Rule;

/**
 * A note as the editor holds it (the JSON of a Tiptap document with our schema): a paragraph is a
 * line, a list item is one paragraph and the lists below it, a quote holds lines and lists. Headings,
 * code and rules stand at the top.
 */
export type NoteDocument = { type: 'doc'; content: Block[] };
