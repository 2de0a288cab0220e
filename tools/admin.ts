import { parseArgs } from 'node:util';
import * as commands from './admin/commands.ts';
import { type Installation, openInstallation } from './admin/installation.ts';

const USAGE = `For the person at the machine.

  npm run admin -- create NAME           makes an account, also the first one of an exposed
                                         installation, and prints a password to be changed
  npm run admin -- delete NAME [--yes]   deletes NAME with everything; asks for the name, or not
  npm run admin -- grant NAME            makes NAME an administrator
  npm run admin -- revoke NAME           makes NAME an ordinary user
  npm run admin -- reset NAME            gives NAME a new password, to be changed at the next sign-in
  npm run admin -- invite [EMAIL]        prints a link with which somebody makes an account
  npm run admin -- registration MODE     open, invite or closed: who may register

Almanac has to be running (npm start). DATA_DIR, PORT and SITE_URL as there. For a Supabase project
set SUPABASE_URL and SUPABASE_SERVICE_ROLE_KEY instead of the first two.`;

type Command = (to: Installation, argument: string, isSure: boolean) => Promise<string>;

const COMMANDS: Record<string, Command> = {
  create: commands.createUser,
  delete: commands.deleteUser,
  grant: (to, name) => commands.setAdministrator(to, name, true),
  revoke: (to, name) => commands.setAdministrator(to, name, false),
  reset: commands.resetPassword,
  invite: commands.invite,
  registration: commands.setRegistration,
};

/** What the line asks for; throws the usage if that is nothing. */
function read() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { yes: { type: 'boolean', default: false } },
  });
  const [name = '', argument = '', ...rest] = positionals;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  const isComplete = (argument !== '' || name === 'invite') && rest.length === 0;
  const isSure = values.yes;
  if (!command || !isComplete || (isSure && name !== 'delete')) throw new Error(USAGE);
  return { command, argument, isSure };
}

try {
  const { command, argument, isSure } = read();
  console.log(await command(openInstallation(), argument, isSure));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
