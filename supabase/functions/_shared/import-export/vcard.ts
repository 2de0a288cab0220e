import { displayName } from '../domain/contact.ts';
import type { ExportedContact, Rows } from './almanac-file.ts';
import { escapeText, foldLine } from './content-lines.ts';

const structured = (...parts: (string | null)[]) =>
  parts.map((part) => escapeText(part ?? '')).join(';');

function linesOf(contact: ExportedContact): string[] {
  const lines = ['BEGIN:VCARD', 'VERSION:3.0', `UID:${contact.uid}`];
  const add = (name: string, text: string | null) => {
    if (text) lines.push(`${name}:${escapeText(text)}`);
  };
  lines.push(
    `N:${structured(contact.last_name, contact.first_name, contact.middle_name, null, contact.suffix)}`,
  );
  // vCard wants a name; whether it is one that somebody gave stands beside it.
  lines.push(`FN:${escapeText(displayName(contact))}`);
  lines.push(`X-ALMANAC-DISPLAY-NAME:${contact.display_full_name ? 'stored' : 'none'}`);
  add('ORG', contact.company);
  add('TITLE', contact.title);
  add('EMAIL;TYPE=INTERNET', contact.email_address);
  add('TEL;TYPE=CELL', contact.mobile_phone);
  add('TEL;TYPE=VOICE', contact.phone);
  const { address_one: one, address_two: two, city, state, zip_code: zip } = contact;
  if (one ?? two ?? city ?? state ?? zip)
    lines.push(`ADR;TYPE=HOME:;${structured(two, one, city, state, zip, null)}`);
  add('CATEGORIES', contact.category);
  return [...lines, 'END:VCARD'];
}

/** `contacts.vcf`: vCard 3.0, which every program reads. */
export async function* vcardOf(contacts: Rows<ExportedContact>): AsyncGenerator<string> {
  for await (const contact of contacts) yield linesOf(contact).map(foldLine).join('');
}
