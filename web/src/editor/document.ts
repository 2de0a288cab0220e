/** The marks the toolbar knows, in the order in which the editor's schema keeps them. */
export const MARKS = ['bold', 'italic', 'underline'] as const;
export type Mark = (typeof MARKS)[number];

export type Text = { type: 'text'; text: string; marks?: { type: Mark }[] };
export type Paragraph = { type: 'paragraph'; content?: Text[] };
export type ListItem = { type: 'listItem'; content: [Paragraph, ...List[]] };
export type BulletList = { type: 'bulletList'; content: ListItem[] };
export type OrderedList = { type: 'orderedList'; attrs: { start: number }; content: ListItem[] };
export type List = BulletList | OrderedList;
export type Blockquote = { type: 'blockquote'; content: (Paragraph | List)[] };
export type Block = Paragraph | List | Blockquote;

/**
 * A note as the editor holds it (the JSON of a Tiptap document with our schema): a paragraph is a
 * line, a list item is one paragraph and the lists below it, a quote holds no further quote.
 */
export type NoteDocument = { type: 'doc'; content: Block[] };
