import { expect, test } from 'vitest';
import { fixture, fixtures, read } from '../testing.ts';

test('design §6: a folder of Markdown, text and HTML keeps folders, properties and marks', () => {
  const { notes, folders, problems } = read(...fixtures('vault'));
  expect(folders).toEqual(['/Projekte', '/Projekte/Tief']);
  expect(
    notes.map(({ title, content, folder, created_at: at }) => [title, content, folder, at]),
  ).toEqual([
    [
      'Plan',
      '# Ziel\nSiehe [[Andere]] und **fett**.\n- [ ] offen\n- [x] fertig\nBild (bild.png)\n\ntags: a, b c\naliases: Entwurf',
      '/Projekte',
      '2026-01-02T03:04:05.000Z',
    ],
    ['Einfach', 'Größe: 5 < 6\n\nEnde \\*\\*kein Markup\\*\\*', '/Projekte/Tief', null],
    ['Seite', '# Hallo ü\nEins\nzwei\n\ndrei *kursiv*\na | b', null, null],
  ]);
  expect(problems).toEqual([
    'vault/Projekte/Plan.md 1 picture was left out; their names stay in the text.',
  ]);
});

test('design §6: Joplin keeps folders and tags; a to-do is a task', () => {
  const { notes, tasks, problems } = read(...fixtures('joplin'));
  expect(notes).toMatchObject([
    {
      title: 'Kuchen 🍰',
      content: 'Mehl: 500 g\n\nFoto\n- **Eier**\n\nTags: süß',
      folder: '/Rezepte',
      created_at: '2026-01-02T00:00:00.000Z',
      updated_at: '2026-01-03T00:00:00.000Z',
    },
  ]);
  expect(tasks).toMatchObject([
    {
      title: 'Einkaufen',
      description: 'Äpfel\n\nDue at: 18:00 (Europe/Berlin)',
      due_date: '2026-12-01',
      category: 'Rezepte',
      completed: false,
    },
  ]);
  expect(problems).toHaveLength(1);
});

test('design §6: Evernote keeps checklists, nested lists and code; no entity is expanded', () => {
  const { notes, problems } = read(fixture('evernote.enex'));
  expect(notes.map(({ title }) => title)).toEqual(['Reise & Gepäck 🧳 &lol2;', 'Zweite']);
  expect(notes[0]).toMatchObject({
    content:
      'Erste **Zeile**\n\n- [x] Pass\n- [ ] Sonnen__creme__\n- eins\n  - tief\n```\na = 1\nb = 2\n```\n[Seite](https://example.org)\n\nTags: urlaub, süden\nSource: https://example.org/a?b=1&c=2\nAuthor: Eva\nLeft out: karte.png',
    folder: '/evernote',
    created_at: '2026-01-02T03:04:05.000Z',
    updated_at: '2026-02-03T04:05:06.000Z',
  });
  expect(problems).toEqual([]);
});
