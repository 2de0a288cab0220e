import { addDays, format, subDays, subMinutes } from 'date-fns';
import type { Random } from './random.ts';
import {
  CATEGORIES,
  CITIES,
  COMPANIES,
  DESCRIPTIONS,
  FIRST_NAMES,
  FOLDERS,
  JOB_TITLES,
  LAST_NAMES,
  MONTHS,
  NOTE_SUBJECTS,
  SENTENCES,
  STREETS,
  TASKS,
} from './words.ts';

const REPEATS = ['daily', 'daily-weekday', 'weekly', 'biweekly', 'monthly', 'quarterly', 'yearly'];
const THREE_YEARS = 3 * 365;

function fill(template: string, random: Random): string {
  return template
    .replaceAll('{first}', random.pick(FIRST_NAMES))
    .replaceAll('{last}', random.pick(LAST_NAMES))
    .replaceAll('{company}', random.pick(COMPANIES))
    .replaceAll('{city}', random.pick(CITIES)[0])
    .replaceAll('{month}', random.pick(MONTHS));
}

function wording(random: Random) {
  const category = random.chance(0.9) ? random.pick(CATEGORIES) : null;
  const titles = TASKS[category ?? 'Personal'] ?? [];
  return {
    title: fill(random.pick(titles), random),
    description: random.chance(0.35) ? random.pick(DESCRIPTIONS) : null,
    category,
    priority: random.pick(['low', 'medium', 'medium', 'medium', 'high']),
  };
}

/** Mostly near: a few overdue, some today and tomorrow, many this month, the rest within a year. */
function dueDate(today: Date, random: Random): string | null {
  const day = random.pick([
    () => null,
    () => -random.between(1, 20),
    () => 0,
    () => 1,
    () => random.between(2, 7),
    () => random.between(2, 30),
    () => random.between(8, 60),
    () => random.between(30, 365),
  ])();
  return day === null ? null : format(addDays(today, day), 'yyyy-MM-dd');
}

/** A row of `tasks` that is still to be done. */
export function openTask(today: Date, random: Random) {
  const due = dueDate(today, random);
  return {
    ...wording(random),
    due_date: due,
    repeat_type: due !== null && random.chance(0.15) ? random.pick(REPEATS) : 'none',
    completed: false,
    completed_at: null,
    created_at: subDays(today, random.between(0, 90)).toISOString(),
  };
}

/** A row of `tasks` done at some time in the last three years; one in fifty today. */
export function completedTask(now: Date, random: Random) {
  const age = random.chance(0.02) ? 0 : random.between(1, THREE_YEARS);
  const done = subMinutes(subDays(now, age), age === 0 ? 0 : random.between(0, 600));
  return {
    ...wording(random),
    due_date: random.chance(0.8)
      ? format(addDays(done, random.between(-2, 3)), 'yyyy-MM-dd')
      : null,
    repeat_type: 'none',
    completed: true,
    completed_at: done.toISOString(),
    created_at: subDays(done, random.between(0, 30)).toISOString(),
  };
}

/** A row of `contacts`: people with and without an employer, a few companies without a person. */
export function contact(now: Date, random: Random) {
  const person = random.chance(0.95);
  const first = person ? random.pick(FIRST_NAMES) : null;
  const last = person ? random.pick(LAST_NAMES) : null;
  const middle = person && random.chance(0.2) ? random.pick(FIRST_NAMES) : null;
  const company = !person || random.chance(0.5) ? random.pick(COMPANIES) : null;
  const [city, state] = random.pick(CITIES);
  const mailbox = [first, last].filter((part) => part !== null).join('.') || 'office';
  const domain = (company ?? 'example').toLowerCase().replace(/[^a-z]+/g, '-');
  const number = () => `+1 555 ${random.between(100, 999)} ${random.between(1000, 9999)}`;
  return {
    first_name: first,
    middle_name: middle,
    last_name: last,
    suffix: person && random.chance(0.03) ? 'Jr.' : null,
    display_full_name: [first, middle, last].filter((part) => part !== null).join(' ') || company,
    title: person && company ? random.pick(JOB_TITLES) : null,
    company,
    category: random.chance(0.7) ? random.pick(CATEGORIES) : 'none',
    email_address: random.chance(0.8) ? `${ascii(mailbox)}@${domain}.example` : null,
    mobile_phone: random.chance(0.7) ? number() : null,
    phone: random.chance(0.3) ? number() : null,
    address_one: random.chance(0.6) ? `${random.between(1, 200)} ${random.pick(STREETS)}` : null,
    address_two: random.chance(0.1) ? `Flat ${random.between(1, 40)}` : null,
    city,
    state,
    zip_code: String(random.between(10000, 99999)),
    created_at: subDays(now, random.between(0, THREE_YEARS)).toISOString(),
  };
}

function ascii(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z.]+/g, '');
}

/** A row of `folders` below `parent` (null: at the root). */
export function folder(index: number, parent: string | null, random: Random) {
  const name = FOLDERS[index % FOLDERS.length] ?? 'Folder';
  const round = Math.floor(index / FOLDERS.length);
  return {
    name: round === 0 ? name : `${name} ${round + 1}`,
    category: random.chance(0.5) ? random.pick(CATEGORIES) : '',
    parent_uid: parent,
  };
}

/** A row of `notes` with all of the markup in it. */
export function note(now: Date, folders: readonly string[], random: Random) {
  const lines: string[] = [];
  for (let paragraph = random.between(1, 5); paragraph > 0; paragraph -= 1) {
    const texts = Array.from({ length: random.between(2, 4) }, () =>
      fill(random.pick(SENTENCES), random),
    );
    const mark = random.pick([
      () => '',
      () => '- ',
      (index: number) => `${index + 1}. `,
      () => '> ',
    ] as const);
    lines.push(...texts.map((text, index) => `${mark(index)}${text}`), '');
  }
  return {
    title: fill(random.pick(NOTE_SUBJECTS), random),
    content: lines.join('\n').trim(),
    folder_uid: folders.length > 0 && random.chance(0.8) ? random.pick(folders) : null,
    created_at: subDays(now, random.between(0, THREE_YEARS)).toISOString(),
  };
}
