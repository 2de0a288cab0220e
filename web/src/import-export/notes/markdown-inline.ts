import { Parser } from 'htmlparser2';
import { Lexer, Tokenizer, type Token } from 'marked';
import { STYLE_TAGS, type Piece, type Style } from './lines.ts';

/** Longer lines are not searched for markup: some texts take time that grows with its square. */
const MAX_LINE = 10_000;
const MAX_DELIMITERS = 500;
const SPECIAL = /[\\`*_[\]<&~!]/u;

/** Characters for HTML's names of them; nothing else of the text changes. */
export function withoutEntities(text: string): string {
  if (!text.includes('&')) return text;
  let decoded = '';
  const parser = new Parser({ ontext: (part) => void (decoded += part) });
  parser.end(text.replaceAll('<', '&lt;'));
  return decoded;
}

/** Addresses are text, in which nothing is markup; a note shows them as links anyway. */
class WithoutLinking extends Tokenizer {
  override url() {
    return undefined;
  }

  override inlineText(source: string) {
    const [address] = /^https?:\/\/[\w./?=&%#:@+-]*[\w/]/u.exec(source) ?? [];
    if (address === undefined) return super.inlineText(source);
    return { type: 'text' as const, raw: address, text: address, escaped: false };
  }
}

const SILENT =
  /^<\/?(?:span|font|small|big|sup|sub|mark|kbd|div|p|center|a|abbr|cite)(?:\s[^>]*)?\/?>$/iu;

class Inline {
  readonly lines: Piece[][] = [[]];
  readonly pictures: string[] = [];
  private tags: { name: string; style: Style }[] = [];

  private text(text: string, style: Style) {
    const all: Style = Object.assign({}, style, ...this.tags.map((tag) => tag.style));
    if (text !== '') this.lines.at(-1)?.push({ text, style: all });
  }

  private html(raw: string, style: Style) {
    const [, slash, name = ''] = /^<(\/?)([a-z]+)(?:\s[^>]*)?\/?>$/iu.exec(raw) ?? [];
    const tag = name.toLowerCase();
    if (tag === 'br') this.lines.push([]);
    else if (STYLE_TAGS[tag]) {
      if (slash) this.tags.splice(this.tags.findLastIndex((open) => open.name === tag) >>> 0, 1);
      else this.tags.push({ name: tag, style: STYLE_TAGS[tag] });
    } else if (!SILENT.test(raw)) this.text(raw, style);
  }

  add(tokens: readonly Token[], style: Style) {
    for (const token of tokens) {
      const inner = 'tokens' in token ? (token.tokens ?? []) : [];
      switch (token.type) {
        case 'strong':
          this.add(inner, { ...style, bold: true });
          break;
        case 'em':
          this.add(inner, { ...style, italic: true });
          break;
        case 'codespan':
          this.text(String(token.text), { ...style, code: true });
          break;
        case 'br':
          this.lines.push([]);
          break;
        case 'escape':
          this.text(String(token.text), style);
          break;
        case 'html':
          this.html(token.raw, style);
          break;
        case 'link':
          if (token.raw.startsWith('[')) {
            this.text(inner.map(plain).join(''), {
              ...style,
              href: withoutEntities(String(token.href)),
            });
          } else this.text(token.raw.replace(/^<(.*)>$/u, '$1'), style);
          break;
        case 'image':
          this.pictures.push(String(token.href));
          this.text(withoutEntities(String(token.text)) || 'Picture', {
            ...style,
            href: String(token.href),
          });
          break;
        case 'text':
          this.text(withoutEntities(token.raw), style);
          break;
        default:
          this.text(token.raw, style);
      }
    }
  }
}

function plain(token: Token): string {
  if ('tokens' in token && token.tokens && token.tokens.length > 0)
    return token.tokens.map(plain).join('');
  if (token.type === 'codespan' || token.type === 'escape' || token.type === 'image')
    return String(token.text);
  if (token.type === 'html') return '';
  return withoutEntities(token.raw);
}

/** A line of Markdown as texts with their marks; several lines where it has breaks of its own. */
export function inlineMarkdown(line: string): { lines: Piece[][]; pictures: string[] } {
  const isPlain = !SPECIAL.test(line);
  const isHeavy = line.length > MAX_LINE || line.split(/[*_[\]`<~!]/u).length > MAX_DELIMITERS;
  if (isPlain || isHeavy)
    return { lines: [line === '' ? [] : [{ text: line, style: {} }]], pictures: [] };
  const found = new Inline();
  found.add(new Lexer({ gfm: true, tokenizer: new WithoutLinking() }).inlineTokens(line), {});
  return { lines: found.lines, pictures: found.pictures };
}
