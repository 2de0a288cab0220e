import { buildFullName, CONTACT_LIMITS } from '../domain/contact.ts';
import { escapeText } from '../import-export/content-lines.ts';
import {
  firstOf,
  Malformed,
  paramOf,
  parseComponents,
  partsOf,
  print,
  propertiesOf,
  setProperty,
  unescapeText,
  type Component,
  type Property,
} from './lines.ts';

type Field = Exclude<keyof typeof CONTACT_LIMITS, 'category'>;
/** What of a contact a vCard says. */
export type ContactFields = Record<Field, string | null>;
export type ContactRow = ContactFields & { uid: string; updated_at: string };

/** The vCard of an object. @throws Malformed */
export function cardOf(text: string): { card: Component; uid: string } {
  const [card, ...more] = parseComponents(text);
  if (!card || more.length > 0 || card.name !== 'VCARD') throw new Malformed('It is not one VCARD');
  const version = firstOf(card, 'VERSION')?.value.trim();
  if (version !== '3.0' && version !== '4.0') throw new Malformed('It is no vCard 3.0 or 4.0');
  const uid = firstOf(card, 'UID')?.value.trim();
  if (!uid) throw new Malformed('It has no UID');
  return { card, uid };
}

const isPreferred = (property: Property) =>
  paramOf(property, 'TYPE').includes('PREF') || paramOf(property, 'PREF').includes('1');

/** Of several the preferred one, else the first. */
const best = (properties: readonly Property[]) => properties.find(isPreferred) ?? properties[0];

const NO_VOICE = ['FAX', 'PAGER'];
const isOfType = (property: Property, types: readonly string[]) =>
  paramOf(property, 'TYPE').some((type) => types.includes(type));

/** The properties that the fields stand in. */
function places(card: Component) {
  const phones = propertiesOf(card, 'TEL').filter((tel) => !isOfType(tel, NO_VOICE));
  const mobile = best(phones.filter((tel) => isOfType(tel, ['CELL'])));
  return {
    email: best(propertiesOf(card, 'EMAIL')),
    mobile,
    phone: best(phones.filter((tel) => tel !== mobile && !isOfType(tel, ['CELL']))),
    address: best(propertiesOf(card, 'ADR')),
  };
}

function stored(text: string | undefined, field: Field): string | null {
  const line = (text ?? '')
    .toWellFormed()
    .replaceAll('\0', '')
    .split('\n')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(', ');
  return [...line].slice(0, CONTACT_LIMITS[field]).join('').trim() || null;
}

/** A number as people write it: version 4 has `tel:` before it. */
const numberOf = (property: Property | undefined) =>
  property && unescapeText(property.value).replace(/^tel:/iu, '');

/** What a vCard says of a contact; what it says besides is kept with its text. */
export function readCard(card: Component): ContactFields {
  const { email, mobile, phone, address } = places(card);
  const [last, first, middle, , suffix] = partsOf(firstOf(card, 'N')?.value ?? '');
  const [, extended, street, city, state, zip] = partsOf(address?.value ?? '');
  const [company] = partsOf(firstOf(card, 'ORG')?.value ?? '');
  const names = {
    first_name: stored(first, 'first_name'),
    middle_name: stored(middle, 'middle_name'),
    last_name: stored(last, 'last_name'),
  };
  const shown = stored(unescapeText(firstOf(card, 'FN')?.value ?? ''), 'display_full_name');
  const organisation = stored(company, 'company');
  const isOwn = shown !== null && shown !== buildFullName(names) && shown !== organisation;
  return {
    ...names,
    suffix: stored(suffix, 'suffix'),
    display_full_name: isOwn ? shown : null,
    title: stored(unescapeText(firstOf(card, 'TITLE')?.value ?? ''), 'title'),
    company: organisation,
    email_address: stored(email && unescapeText(email.value), 'email_address'),
    mobile_phone: stored(numberOf(mobile), 'mobile_phone'),
    phone: stored(numberOf(phone), 'phone'),
    address_one: stored(street, 'address_one'),
    address_two: stored(extended, 'address_two'),
    city: stored(city, 'city'),
    state: stored(state, 'state'),
    zip_code: stored(zip, 'zip_code'),
  };
}

/** A structured value with some of its parts set; the others stay. */
function withParts(value: string, set: Record<number, string | null>, count: number): string {
  const parts = value.match(/(?:\\[^]|[^;\\])*(?:;|$)/gu) ?? [];
  return Array.from(
    { length: Math.max(count, value === '' ? 0 : parts.length - 1) },
    (_, index) => {
      const given = set[index];
      if (given !== undefined) return escapeText(given ?? '');
      return (parts[index] ?? '').replace(/;$/u, '');
    },
  ).join(';');
}

/** Writes into a vCard what differs from what it says; everything else stays as it is. */
export function patchCard(card: Component, row: ContactRow): void {
  const said = readCard(card);
  const differs = (...fields: Field[]) =>
    fields.some((field) => (said[field] ?? null) !== (row[field] || null));
  const { email, mobile, phone, address } = places(card);

  const isNamed = differs('first_name', 'middle_name', 'last_name', 'display_full_name', 'company');
  if (differs('first_name', 'middle_name', 'last_name', 'suffix') || !firstOf(card, 'N')) {
    const names = { 0: row.last_name, 1: row.first_name, 2: row.middle_name, 4: row.suffix };
    setProperty(card, 'N', withParts(firstOf(card, 'N')?.value ?? '', names, 5));
  }
  if (isNamed || !firstOf(card, 'FN')) {
    const shown =
      row.display_full_name || buildFullName(row) || row.company || row.email_address || 'Unnamed';
    setProperty(card, 'FN', escapeText(shown));
  }
  if (differs('company'))
    setProperty(
      card,
      'ORG',
      row.company ? withParts(firstOf(card, 'ORG')?.value ?? '', { 0: row.company }, 1) : null,
    );
  if (differs('title')) setProperty(card, 'TITLE', row.title ? escapeText(row.title) : null);
  if (differs('email_address'))
    setProperty(card, 'EMAIL', row.email_address ? escapeText(row.email_address) : null, {
      at: email,
      ...(email ? {} : { params: ';TYPE=INTERNET' }),
    });
  for (const [field, at, type] of [
    ['mobile_phone', mobile, 'CELL'],
    ['phone', phone, 'VOICE'],
  ] as const) {
    if (!differs(field)) continue;
    const number = row[field];
    const isUri = at !== undefined && /^tel:/iu.test(at.value);
    if (at)
      setProperty(card, 'TEL', number ? (isUri ? `tel:${number}` : escapeText(number)) : null, {
        at,
      });
    else if (number) addProperty(card, 'TEL', escapeText(number), `;TYPE=${type}`);
  }
  if (differs('address_one', 'address_two', 'city', 'state', 'zip_code')) {
    const parts = {
      1: row.address_two,
      2: row.address_one,
      3: row.city,
      4: row.state,
      5: row.zip_code,
    };
    const value = withParts(address?.value ?? '', parts, 7);
    const isEmpty = /^;*$/u.test(value);
    setProperty(card, 'ADR', isEmpty ? null : value, {
      at: address,
      ...(address ? {} : { params: ';TYPE=HOME' }),
    });
  }
}

/** Beside others of its name. */
function addProperty(card: Component, name: string, value: string, params: string): void {
  const made: Component = { name: '', begin: '', end: '', children: [] };
  setProperty(made, name, value, { params });
  card.children.push(...made.children);
}

const NEW_CARD = (uid: string) =>
  ['BEGIN:VCARD', 'VERSION:3.0', `UID:${uid}`, 'END:VCARD', ''].join('\r\n');

/** A contact as an object: what a program has sent, brought up to date, or a new one. */
export function contactObject(row: ContactRow, raw: string | null): string {
  const { card } = cardOf(raw ?? NEW_CARD(row.uid));
  patchCard(card, row);
  if (raw !== null && firstOf(card, 'REV') && print(card) !== raw)
    setProperty(card, 'REV', new Date(row.updated_at).toISOString().replaceAll(/[-:]|\.\d+/gu, ''));
  return print(card);
}
