#!/usr/bin/env node
// The installed command. Runs under whatever Node the machine has (20 or newer), and starts the
// programs of Almanac under the Node that was installed with it.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const PROGRAMS = {
  start: 'dist/stack/main.js',
  admin: 'dist/tools/admin.js',
  backup: 'dist/tools/backup.js',
  restore: 'dist/tools/restore.js',
  move: 'dist/tools/move.js',
};

const USAGE = `Almanac, a self-hosted personal organiser.

  almanac                  starts it; stop with Ctrl-C
  almanac admin …          accounts, invitations, administrators, new passwords
  almanac backup FILE      writes all accounts and data to FILE, also while Almanac runs
  almanac restore FILE     brings a backup back into an empty installation
  almanac move …           moves everything into a Supabase database
  almanac --version        prints the version
  almanac --help           prints this

Settings are environment variables:

  PORT         the port to listen on (3000)
  HOST         the address to listen on (127.0.0.1); 0.0.0.0 lets other machines in
  SITE_URL     the address people open, if it is another one
  TRUST_PROXY  the proxies in front, if there are any
  REGISTRATION who may register: open, invite or closed
  DATA_DIR     the data folder (${defaultDataDir()})

More of them in README.md.`;

/** What other programs do: https://specifications.freedesktop.org/basedir-spec */
function defaultDataDir() {
  const base = process.env.XDG_DATA_HOME || join(homedir(), '.local/share');
  return join(base, 'almanac');
}

function fail(message) {
  process.stderr.write(`almanac: ${message}\n`);
  process.exit(1);
}

function version() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
}

/** The Node of the dependency `node`; its install script puts it into place, if npm runs scripts. */
function findNode() {
  const folder = dirname(createRequire(import.meta.url).resolve('node/package.json'));
  const program = join(folder, 'bin/node');
  if (existsSync(program)) return program;
  const [major] = process.versions.node.split('.');
  if (Number(major) >= 24) return process.execPath;
  return fail(
    `this machine's Node is ${process.versions.node}, and npm was not allowed to install a newer one: install Almanac again with --allow-scripts=node`,
  );
}

function run(program, args) {
  const node = findNode();
  const script = join(root, program);
  const env = { ...process.env, DATA_DIR: resolve(process.env.DATA_DIR || defaultDataDir()) };
  if (program === PROGRAMS.start && env.LOG_FORMAT !== 'json')
    process.stderr.write(`almanac: data folder ${env.DATA_DIR}\n`);
  // Takes this process over, so that signals and the exit code are the program's. New in Node 22.
  if (process.execve) process.execve(node, [node, script, ...args], env);
  const child = spawn(node, [script, ...args], { stdio: 'inherit', env });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal));
  }
  child.once('error', (error) => fail(error.message));
  child.once('exit', (code) => process.exit(code ?? 1));
}

const [command = 'start', ...args] = process.argv.slice(2);
if (command === '--version' || command === '-v') process.stdout.write(`${version()}\n`);
else if (command === '--help' || command === '-h') process.stdout.write(`${USAGE}\n`);
else if (Object.hasOwn(PROGRAMS, command)) run(PROGRAMS[command], args);
else fail(`there is no command "${command}"\n\n${USAGE}`);
