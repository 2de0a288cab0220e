import type { KeyboardEvent, ReactNode } from 'react';
import { clsx } from 'clsx';
import { Bold, Italic, List, ListOrdered, Quote, Underline } from 'lucide-react';
import { useActiveFormats, type Editor } from '../../editor/note-editor.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

type Format = keyof ReturnType<typeof useActiveFormats>;

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);
const key = (letter: string) => (isMac ? ` (⌘${letter})` : ` (Ctrl+${letter})`);

const TOOLS: { format: Format; label: string; hint: string; icon: ReactNode }[] = [
  { format: 'bold', label: 'Bold', hint: key('B'), icon: <Bold aria-hidden /> },
  { format: 'italic', label: 'Italic', hint: key('I'), icon: <Italic aria-hidden /> },
  { format: 'underline', label: 'Underline', hint: key('U'), icon: <Underline aria-hidden /> },
  { format: 'bulletList', label: 'Bulleted list', hint: '', icon: <List aria-hidden /> },
  { format: 'orderedList', label: 'Numbered list', hint: '', icon: <ListOrdered aria-hidden /> },
  { format: 'blockquote', label: 'Quote', hint: '', icon: <Quote aria-hidden /> },
];

function toggle(editor: Editor, format: Format): void {
  const chain = editor.chain().focus();
  const commands: Record<Format, () => typeof chain> = {
    bold: () => chain.toggleBold(),
    italic: () => chain.toggleItalic(),
    underline: () => chain.toggleUnderline(),
    bulletList: () => chain.toggleBulletList(),
    orderedList: () => chain.toggleOrderedList(),
    blockquote: () => chain.toggleQuote(),
  };
  commands[format]().run();
}

/** One stop of the Tab key; the arrow keys go from button to button. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.findIndex((button) => button === document.activeElement);
  if (!step || at === -1) return;
  event.preventDefault();
  buttons.at((at + step) % buttons.length)?.focus();
}

/** What a note's text can be made into (spec section 2, notes). */
export function EditorToolbar({ editor }: { editor: Editor }) {
  const active = useActiveFormats(editor);
  return (
    <div
      role="toolbar"
      tabIndex={-1}
      aria-label="Text formats"
      onKeyDown={moveFocus}
      className="flex flex-wrap gap-0.5 border-b border-line p-1"
    >
      {TOOLS.map(({ format, label, hint, icon }, index) => (
        <IconButton
          key={format}
          label={label}
          data-tooltip={`${label}${hint}`}
          aria-pressed={active[format]}
          tabIndex={index === 0 ? 0 : -1}
          className={clsx(active[format] && 'bg-accent-soft text-accent-ink')}
          // The selection stays in the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => toggle(editor, format)}
        >
          {icon}
        </IconButton>
      ))}
    </div>
  );
}
