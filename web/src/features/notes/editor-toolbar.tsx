import type { KeyboardEvent, ReactNode } from 'react';
import { clsx } from 'clsx';
import { Bold, Italic, List, ListOrdered, Quote, Underline } from 'lucide-react';
import { useActiveFormats, type Editor } from '../../editor/note-editor.tsx';
import { IconButton } from '../../ui/button.tsx';

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);

/** A label with the key that does the same, as this machine writes it. */
export function withShortcut(label: string, letter: string): string {
  return `${label} (${isMac ? '⌘' : 'Ctrl+'}${letter})`;
}

type Format = keyof ReturnType<typeof useActiveFormats>;

const TOOLS: { format: Format; label: string; letter?: string; icon: ReactNode }[] = [
  { format: 'bold', label: 'Bold', letter: 'B', icon: <Bold aria-hidden /> },
  { format: 'italic', label: 'Italic', letter: 'I', icon: <Italic aria-hidden /> },
  { format: 'underline', label: 'Underline', letter: 'U', icon: <Underline aria-hidden /> },
  { format: 'bulletList', label: 'Bulleted list', icon: <List aria-hidden /> },
  { format: 'orderedList', label: 'Numbered list', icon: <ListOrdered aria-hidden /> },
  { format: 'blockquote', label: 'Quote', icon: <Quote aria-hidden /> },
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

/** What a note's text can be made into (docs/spec.md, section 2, notes). */
export function EditorToolbar({ editor }: { editor: Editor }) {
  const active = useActiveFormats(editor);
  return (
    <div
      role="toolbar"
      tabIndex={-1}
      aria-label="Text formats"
      onKeyDown={moveFocus}
      // Below the top bar, which has two rows on a phone: long notes are scrolled with the page.
      className="sticky top-[calc(6.375rem+env(safe-area-inset-top))] z-10 flex flex-wrap gap-0.5 rounded-t-base border-b border-line bg-surface p-1 md:top-13"
    >
      {TOOLS.map(({ format, label, letter, icon }, index) => (
        <IconButton
          key={format}
          label={label}
          data-tooltip={letter ? withShortcut(label, letter) : label}
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
