import { expect, test } from 'vitest';
import { FORMATS } from './types.ts';
import { readFiles } from './read.ts';
import { context, source } from './testing.ts';

test('design §6: 10,000 contacts and 5,000 tasks are read in a few seconds', () => {
  const contacts = Array.from(
    { length: 10_000 },
    (_, at) =>
      `BEGIN:VCARD\nVERSION:3.0\nN:Müller${at};Jörg;;;\nFN:Jörg ${at}\nTEL;TYPE=CELL:+49 ${at}\nNOTE:Note ${at}\nEND:VCARD`,
  );
  const tasks = Array.from(
    { length: 5000 },
    (_, at) =>
      `BEGIN:VTODO\nUID:${at}\nSUMMARY:Task ${at}\nDUE:20261201T0${at % 10}0000Z\nRRULE:FREQ=WEEKLY\nEND:VTODO`,
  );
  const start = process.cpuUsage();
  const found = readFiles(
    [
      source('a.vcf', contacts.join('\n')),
      source('a.ics', `BEGIN:VCALENDAR\n${tasks.join('\n')}\nEND:VCALENDAR`),
    ],
    context,
  );
  expect([found.contacts.length, found.tasks.length]).toEqual([10_000, 5000]);
  // Of this process alone, whatever else the machine does.
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1_000_000).toBeLessThan(8);
  expect(FORMATS).toHaveLength(15);
});
