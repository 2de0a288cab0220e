import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { clsx } from 'clsx';
import {
  Bold,
  Check,
  Code,
  Ellipsis,
  Heading1,
  Heading2,
  Heading3,
  Italic,
  Link,
  List,
  ListChecks,
  ListOrdered,
  Minus,
  Quote,
  SquareCode,
  Underline,
  X,
} from 'lucide-react';
import { typedHref } from '#domain/markup/addresses.ts';
import { useActiveFormats, type Editor } from '../../editor/note-editor.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../ui/popover.tsx';
import { isMac } from '../../lib/shortcuts.ts';
import { Input } from '../../ui/input.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';

/** A label with its keyboard shortcut, in the platform's notation. */
export function withShortcut(label: string, letter: string): string {
  return `${label} (${isMac ? '⌘' : 'Ctrl+'}${letter})`;
}

type Active = ReturnType<typeof useActiveFormats>;
type Format = 'bold' | 'italic' | 'underline' | 'bulletList' | 'orderedList' | 'blockquote';

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

/** The toolbar is one tab stop; arrow keys move from button to button. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.findIndex((button) => button === document.activeElement);
  if (!step || at === -1) return;
  event.preventDefault();
  buttons.at((at + step) % buttons.length)?.focus();
}

type Chain = ReturnType<ReturnType<Editor['chain']>['focus']>;
type Extra = { format?: keyof Active; label: string; icon: ReactNode; run: (to: Chain) => Chain };

/** Formats beside those of the spec's toolbar; each can be typed as Markdown, too. */
const MORE: Extra[] = [
  {
    format: 'heading1',
    label: 'Heading 1',
    icon: <Heading1 aria-hidden />,
    run: (to) => to.toggleHeading({ level: 1 }),
  },
  {
    format: 'heading2',
    label: 'Heading 2',
    icon: <Heading2 aria-hidden />,
    run: (to) => to.toggleHeading({ level: 2 }),
  },
  {
    format: 'heading3',
    label: 'Heading 3',
    icon: <Heading3 aria-hidden />,
    run: (to) => to.toggleHeading({ level: 3 }),
  },
  {
    format: 'taskList',
    label: 'Checklist',
    icon: <ListChecks aria-hidden />,
    run: (to) => to.toggleTaskList(),
  },
  { format: 'code', label: 'Code', icon: <Code aria-hidden />, run: (to) => to.toggleCode() },
  {
    format: 'codeBlock',
    label: 'Code block',
    icon: <SquareCode aria-hidden />,
    run: (to) => to.toggleCodeBlock(),
  },
  { label: 'Rule', icon: <Minus aria-hidden />, run: (to) => to.setHorizontalRule() },
];

type MoreProps = { editor: Editor; active: Active; onLink: () => void };

function MoreMenu({ editor, active, onLink }: MoreProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton label="More" tabIndex={-1} onMouseDown={(event) => event.preventDefault()}>
          <Ellipsis aria-hidden />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent
        align="end"
        onCloseAutoFocus={(event) => {
          // The chosen command has set the focus.
          event.preventDefault();
          if (document.activeElement === document.body) editor.view.focus();
        }}
      >
        {MORE.map(({ format, label, icon, run }) => (
          <DropdownMenuItem key={label} onSelect={() => run(editor.chain().focus()).run()}>
            {icon}
            <span className="flex-1">{label}</span>
            {format && active[format] ? <Check aria-label="on" /> : null}
          </DropdownMenuItem>
        ))}
        <DropdownMenuItem onSelect={onLink}>
          <Link aria-hidden />
          <span className="flex-1">Link…</span>
          {active.link ? <Check aria-label="on" /> : null}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

/** Instead of the toolbar: the address for the selected text, or of the link at the cursor. */
function LinkField({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [stored] = useState(() => String(editor.getAttributes('link').href ?? ''));
  const [text, setText] = useState(stored);
  const [isWrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const isEmpty = text.trim() === '';
  const leave = () => {
    onClose();
    editor.commands.focus();
  };
  const set = () => {
    const href = typedHref(text);
    const chain = editor.chain().focus().extendMarkRange('link');
    if (isEmpty) chain.unsetLink().run();
    else if (href === null) return setWrong(true);
    else if (editor.state.selection.empty && !editor.isActive('link')) {
      const label = text.trim().replaceAll(/[[\]]/gu, '');
      chain.insertContent({
        type: 'text',
        text: label,
        marks: [{ type: 'link', attrs: { href } }],
      });
      chain.run();
    } else chain.setLink({ href }).run();
    onClose();
  };
  return (
    <fieldset aria-label="Link" className="flex flex-wrap gap-1 py-1">
      <Input
        ref={field}
        className="min-w-0 flex-1"
        aria-label="Address"
        aria-invalid={isWrong}
        aria-describedby={isWrong ? 'link-problem' : undefined}
        placeholder="https://, an email address or tel:"
        inputMode="url"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setWrong(false);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          event.preventDefault();
          event.stopPropagation();
          if (event.key === 'Enter') set();
          else leave();
        }}
      />
      <Button disabled={isEmpty && stored === ''} onClick={set}>
        {isEmpty && stored !== '' ? 'Remove' : 'Set link'}
      </Button>
      <IconButton label="Cancel link" onClick={leave}>
        <X aria-hidden />
      </IconButton>
      {isWrong ? (
        <div className="w-full">
          <FieldError id="link-problem">Enter an address such as https://example.org</FieldError>
        </div>
      ) : null}
    </fieldset>
  );
}

/** The toolbar of the note editor (spec section 2, notes). */
export function EditorToolbar({ editor }: { editor: Editor }) {
  const active = useActiveFormats(editor);
  const [isLinking, setLinking] = useState(false);
  const toolbar = (
    <div
      role="toolbar"
      tabIndex={-1}
      aria-label="Text formats"
      onKeyDown={moveFocus}
      className="-mx-2 flex gap-0.5"
    >
      {TOOLS.map(({ format, label, letter, icon }, index) => (
        <IconButton
          key={format}
          label={label}
          data-tooltip={letter ? withShortcut(label, letter) : label}
          aria-pressed={active[format]}
          tabIndex={index === 0 ? 0 : -1}
          className={clsx(active[format] && 'bg-accent-soft text-accent-ink')}
          // Keeps the selection in the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => toggle(editor, format)}
        >
          {icon}
        </IconButton>
      ))}
      <MoreMenu editor={editor} active={active} onLink={() => setLinking(true)} />
    </div>
  );
  return (
    <div className="flex-1 animate-fade">
      {isLinking ? <LinkField editor={editor} onClose={() => setLinking(false)} /> : toolbar}
    </div>
  );
}
