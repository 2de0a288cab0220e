import { beforeEach, describe, expect, test } from 'vitest';
import { actor, type Actor } from '../support/actors.ts';
import { succeeded } from '../support/outcomes.ts';
import { appPassword } from '../support/programs.ts';
import { readRecording, replay } from './recording.ts';

let owner: Actor;
let password: string;
/** What the recordings call the rows that are there. */
let rows: Record<string, string>;

beforeEach(async () => {
  owner = await actor('ann');
  ({ password } = await appPassword(owner, 'dav'));
  const uidOf = async (table: string, row: object) =>
    String(succeeded(await owner.client.from(table).insert(row).select('uid').single()).uid);
  const ada = { first_name: 'Ada', last_name: 'Lovelace', email_address: 'ada@example.org' };
  rows = {
    garden: await uidOf('categories', { name: 'Garden', color: 'green' }),
    dentist: await uidOf('tasks', { title: 'Call the dentist' }),
    ada: await uidOf('contacts', ada),
  };
});

const open = { completed: false };
const done = { completed: true };

/** What each program leaves behind. */
const RECORDINGS: Record<string, { tasks?: object[]; contacts?: object[]; categories?: object[] }> =
  {
    thunderbird: { tasks: [{ title: 'Call the dentist', ...done }] },
    'ios-reminders': {
      tasks: [
        { title: 'Buy bulbs', category: 'Einkauf', due_date: '2026-11-27', ...done },
        { title: 'Call the dentist', ...open },
      ],
      categories: [{ name: 'Einkauf', color: 'orange' }, { name: 'Garden' }],
    },
    'ios-contacts': {
      contacts: [{ first_name: 'Ada', last_name: 'Byron', mobile_phone: '+44 20 7946 0000' }],
    },
    davx5: {
      tasks: [
        { title: 'Call the dentist', ...done },
        { title: 'Take pills', due_date: '2026-11-24', ...open },
      ],
      contacts: [{ first_name: 'Ada', last_name: 'Lovelace', city: 'London' }],
    },
  };

describe('design §7 DAV: what programs send, in their order and form', () => {
  test.for(Object.entries(RECORDINGS))('%s', async ([name, left]) => {
    await replay(await readRecording(name), owner, password, rows);
    for (const [table, expected] of Object.entries(left)) {
      const by = { tasks: 'title', contacts: 'last_name', categories: 'name' }[table] ?? 'uid';
      const found = await owner.client.from(table).select().is('deleted_at', null).order(by);
      expect(found.data, `${name}, ${table}`).toHaveLength(expected.length);
      expect(found.data).toMatchObject(expected);
    }
  });
});
