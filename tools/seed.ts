import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { enter, findInstallation } from './seed/account.ts';
import { fillAccount, type Amounts } from './seed/fill.ts';

const USAGE = `Fills an account with invented tasks, contacts and notes, through the public API.

  npm run seed -- --user NAME [--password P] [--tasks N] [--completed N] [--contacts N]
                  [--notes N] [--folders N] [--seed N] [--url URL] [--publishable-key KEY]

  --tasks          open tasks (50)           --completed   done tasks of three years (0)
  --contacts       contacts (20)             --notes       notes (20)
  --folders        folders for the notes (8) --seed        another number, other data (1)
  --url            the web address (http://localhost:PORT, PORT or 3000), or with
  --publishable-key  a Supabase project's address`;

function readOptions() {
  const { values } = parseArgs({
    options: {
      user: { type: 'string' },
      password: { type: 'string' },
      tasks: { type: 'string', default: '50' },
      completed: { type: 'string', default: '0' },
      contacts: { type: 'string', default: '20' },
      notes: { type: 'string', default: '20' },
      folders: { type: 'string', default: '8' },
      seed: { type: 'string', default: '1' },
      url: { type: 'string', default: `http://localhost:${process.env.PORT ?? 3000}` },
      'publishable-key': { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  return values;
}

function count(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) throw new Error(`--${name} must be a whole number`);
  return value;
}

async function main(): Promise<void> {
  const options = readOptions();
  if (options.help) {
    console.log(USAGE);
    return;
  }
  if (!options.user) throw new Error(`--user is missing\n\n${USAGE}`);
  const amounts: Amounts = {
    tasks: count('tasks', options.tasks),
    completed: count('completed', options.completed),
    contacts: count('contacts', options.contacts),
    notes: count('notes', options.notes),
    folders: count('folders', options.folders),
  };
  const password = options.password ?? randomBytes(9).toString('base64url');

  const installation = await findInstallation(options.url, options['publishable-key']);
  const { client, registered } = await enter(installation, options.user, password);
  await fillAccount(client, amounts, {
    now: new Date(),
    seed: count('seed', options.seed),
    progress: (table, rows) => console.log(`${table}: ${rows}`),
  });
  await client.auth.signOut({ scope: 'local' });
  const made = registered && !options.password ? `, password ${password}` : '';
  console.log(`done: sign in at ${options.url} as ${options.user}${made}`);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
