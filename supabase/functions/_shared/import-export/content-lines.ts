/** A text as a value of vCard and iCalendar (RFC 6350, 3.4; RFC 5545, 3.3.11). */
export const escapeText = (text: string) =>
  text.replaceAll(/[\\;,]/gu, String.raw`\$&`).replaceAll(/\r\n|\r|\n/gu, String.raw`\n`);

/** A line as it is written: at most 75 bytes, what is longer goes on after a line break and a space. */
export function foldLine(line: string): string {
  const encoder = new TextEncoder();
  if (encoder.encode(line).length <= 75) return `${line}\r\n`;
  let folded = '';
  let length = 0;
  for (const char of line) {
    const bytes = encoder.encode(char).length;
    if (length + bytes > 75) {
      folded += '\r\n ';
      length = 1;
    }
    folded += char;
    length += bytes;
  }
  return `${folded}\r\n`;
}
