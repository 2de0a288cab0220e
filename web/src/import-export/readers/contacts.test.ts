import { expect, test } from 'vitest';
import { fixture, read, source } from '../testing.ts';

test('design §6: Apple writes groups, labels, pictures and notes of several lines', () => {
  const { contacts, notes, problems, categories } = read(fixture('apple.vcf'));
  expect(contacts).toEqual([
    {
      first_name: 'Jörg',
      middle_name: 'Karl',
      last_name: 'Müller',
      suffix: 'jun.',
      display_full_name: 'Dr. Jörg Karl Müller jun.',
      title: 'Geschäftsführer',
      company: 'Bäckerei Müller',
      category: 'Work',
      email_address: 'jm@baeckerei.example',
      mobile_phone: '+49 170 1234567',
      phone: '+49 30 123456',
      address_one: 'Lange Straße 1, Hinterhaus',
      city: 'Köln',
      state: 'NRW',
      zip_code: '50667',
    },
    {
      first_name: 'Ana',
      last_name: 'Pérez',
      display_full_name: 'Ana 👩‍🚀 Pérez',
      email_address: 'ana@one.example',
      mobile_phone: '+34-600-000-000',
    },
  ]);
  expect(categories).toEqual(['Work']);
  expect(notes[0]?.content).toBe(
    'Dr. Jörg Karl Müller jun.\nE-mail (HomePage): joerg@example.org\nDepartment: Einkauf\nCategories: Friends\nName prefix: Dr.\nPhone (work, fax): +49 30 999\nCountry: Deutschland\nWeb page (Homepage): https://example.org\nRelated (Spouse): Anna\nNote: Mag Kuchen, Tee; und\nKaffee 🍰\nBirthday: 1980-02-29\n\nAna 👩‍🚀 Pérez\nE-mail: ana@two.example\nlang: es',
  );
  expect(problems).toEqual(['apple.vcf Pictures and keys of 1 contact were left out.']);
});

test('design §6: an old phone writes quoted-printable and its own charset', () => {
  const { contacts, notes } = read(fixture('old-phone.vcf'));
  expect(contacts).toEqual([
    {
      first_name: 'Zoë',
      last_name: 'Götz',
      email_address: 'zoe@example.org',
      mobile_phone: '0151 1',
      phone: '0302',
      address_one: 'Ring 2',
      city: 'Wien',
      zip_code: '1010',
    },
  ]);
  expect(notes[0]?.content).toBe('Zoë Götz\nCountry: Austria\nNote: Grüße aus Wien\nZeile 2');
});

test('design §6: Google writes several values into a cell and quotes within quotes', () => {
  const { contacts, notes, formats } = read(fixture('google-contacts.csv'));
  expect(formats).toEqual(['google-contacts']);
  expect(contacts).toEqual([
    {
      first_name: 'Zoë',
      middle_name: 'M.',
      last_name: 'Núñez',
      company: 'ACME, "Best" GmbH',
      title: 'Engineer',
      category: 'Work',
      email_address: 'zoe@acme.example',
      mobile_phone: '+1 555 1',
      phone: '+1 555 3',
      address_one: '1 Road',
      address_two: 'Flat 2',
      city: 'Town',
      state: 'ST',
      zip_code: '12345',
    },
  ]);
  expect(notes[0]?.content).toContain('Notes: Two\nlines 🎉');
  expect(notes[0]?.content).toContain('Phone (Mobile): +1 555 1, +1 555 2');
});

test('design §6: Outlook writes Latin-1', () => {
  const { contacts, notes, formats } = read(fixture('outlook-contacts.csv'));
  expect(formats).toEqual(['outlook-contacts']);
  expect(contacts[0]).toMatchObject({
    first_name: 'Jürgen',
    last_name: 'Schön',
    title: 'Chef',
    phone: '030 1',
    address_one: 'Weg 3',
    category: 'Work',
  });
  expect(notes[0]?.content).toContain('Title: Dr.');
  expect(notes[0]?.content).toContain('Notes: Said "hi", twice');
  expect(notes[0]?.content).toContain('Business Street: Platz 9');
});

test('design §6: Outlook writes the names of its columns in the language of its computer', () => {
  const french = read(fixture('outlook-contacts-fr.csv'));
  expect(french.formats).toEqual(['outlook-contacts']);
  expect(french.contacts).toEqual([
    {
      first_name: 'Chloé',
      last_name: 'Lefèvre',
      company: 'Œuvre & Cie',
      title: 'Directrice',
      category: 'Travail',
      email_address: 'chloe@exemple.example',
      mobile_phone: '06 12 34 56 78',
      phone: '02 40 00 00 02',
      address_one: "12, rue de l'Église",
      address_two: 'Bât. B',
      city: 'Nantes',
      zip_code: '44000',
    },
  ]);
  expect(french.notes[0]?.content).toContain('Titre: Mme');
  expect(french.notes[0]?.content).toContain('Rue (bureau): 1 rue du Port');
  expect(french.notes[0]?.content).toContain('Notes: Aime dire "bonjour"');
  expect(french.notes[0]?.content).not.toContain('Normale');

  expect(read(fixture('outlook-contacts-it.csv')).contacts).toEqual([
    {
      first_name: 'Niccolò',
      last_name: "D'Amico",
      company: 'Caffè; Sport',
      title: 'Agente',
      category: 'Lavoro',
      email_address: 'nico@esempio.example',
      mobile_phone: '333 1',
      phone: '0543 1',
      address_one: 'Via Roma 1',
      city: 'Forlì',
      state: 'FC',
      zip_code: '47121',
    },
  ]);
  expect(read(fixture('outlook-contacts-nl.csv')).contacts[0]).toMatchObject({
    first_name: 'Daniël',
    middle_name: 'van den',
    last_name: 'Óskamp',
    title: 'Hovenier',
    phone: '0182 1',
    zip_code: '2801 AB',
  });
});

test.each([
  [
    'a contact without an end',
    'BEGIN:VCARD\nFN:A\nBEGIN:VCARD\nFN:B\nEND:VCARD',
    'This contact has no end.',
  ],
  [
    'a file that is cut off',
    'BEGIN:VCARD\nFN:A\nEND:VCARD\nBEGIN:VCARD\nFN:B',
    'This contact has no end: the file is cut off.',
  ],
  [
    'a line that is none',
    'BEGIN:VCARD\nFN:A\nnonsense\nEND:VCARD',
    'This line is no part of a contact and was left out.',
  ],
  ['an empty contact', 'BEGIN:VCARD\nEND:VCARD\nBEGIN:VCARD\nFN:A\nEND:VCARD', 'It is empty.'],
  [
    'a group',
    'BEGIN:VCARD\nKIND:group\nFN:G\nEND:VCARD\nBEGIN:VCARD\nFN:A\nEND:VCARD',
    'It is a group of contacts, not a contact.',
  ],
])('design §6: %s is said, and the others are read', (_name, text, problem) => {
  const { contacts, problems } = read(source('x.vcf', text));
  expect(contacts).toHaveLength(1);
  expect(problems.join('\n')).toContain(problem);
});
