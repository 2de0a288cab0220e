/** What of a line of a note decides whether Markdown needs an empty line beside it. */
export type LineShape = {
  kind: 'text' | 'heading' | 'rule' | 'code' | 'item';
  list?: 'bulletList' | 'orderedList' | 'taskList';
  quoted: boolean;
  pieces: readonly unknown[];
};

/** Whether Markdown needs an empty line between two lines that stand next to each other in a note. */
export function needsGap(before: LineShape | undefined, after: LineShape | undefined): boolean {
  if (!before || !after) return false;
  const isText = (line: LineShape) => line.kind === 'text' && line.pieces.length > 0;
  if (before.quoted && !after.quoted) return isText(after) || isEmptyItem(after);
  if (before.quoted !== after.quoted) return false;
  if (before.kind === 'item') return isText(after);
  return (
    isText(before) && after.kind === 'item' && (after.list === 'orderedList' || isEmptyItem(after))
  );
}

const isEmptyItem = (line: LineShape) => line.kind === 'item' && line.pieces.length === 0;
