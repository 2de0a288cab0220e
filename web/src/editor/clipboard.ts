import { Fragment, Slice, type ResolvedPos, type Schema } from '@tiptap/pm/model';

/** Pasted text line by line, as it is: empty lines stay, and what looks like markup stays text. */
export function sliceFromText(text: string, schema: Schema, context: ResolvedPos): Slice {
  const marks = context.marks();
  const lines = text
    .split(/\r\n|\r|\n/u)
    .map((line) =>
      schema.node('paragraph', null, line === '' ? undefined : schema.text(line, marks)),
    );
  return new Slice(Fragment.from(lines), 1, 1);
}

/** Copied text for other programs: a line for each paragraph. */
export function textFromSlice({ content }: Slice): string {
  return content.textBetween(0, content.size, '\n');
}
