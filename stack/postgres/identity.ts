import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, readFileSync, statSync } from 'node:fs';
import { OperatorError } from '../errors.ts';

/** How PostgreSQL's programs are run as somebody who is not root. */
export type Identity = {
  /** Stands before the command. */
  prefix: string[];
  /** Makes the user that the database runs as the owner of a file or folder. */
  own(path: string): void;
  /** The same for all that is in a folder, unless it is the user's already. */
  ownAll(folder: string): void;
};

type Account = { name: string; uid: number; gid: number };

// The kernel ends the database when this process dies, however it dies. Where there is no setpriv
// (macOS) the next start finds the orphan by its pid file.
const WITH_PARENT = ['setpriv', '--pdeathsig', 'INT'];

// Passes through folders of others, such as /root. access(2) looks at the capabilities of somebody
// who is not root only with no_setuid_fixup.
const THROUGH_FOLDERS = [
  '--securebits=+no_setuid_fixup',
  '--inh-caps=-all,+dac_override',
  '--ambient-caps=+dac_override',
];

const keep = () => undefined;

function ordinaryAccounts(): Account[] {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && Number(uid) > 0 ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}

/** In a user namespace in which root has the account's id: what it writes stays root's. */
function inNamespace({ uid }: Account): Identity {
  const namespace = ['unshare', '--user', `--map-user=${uid}`, `--map-group=${uid}`];
  // The namespace changes our credentials, which clears the death signal: it is set inside.
  return { prefix: [...namespace, ...WITH_PARENT], own: keep, ownAll: keep };
}

function asAccount({ uid, gid }: Account, options: string[] = []): Identity {
  const drop = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  return {
    prefix: [...WITH_PARENT, ...drop, ...options],
    own: (path) => chownSync(path, uid, gid),
    ownAll(folder) {
      if (statSync(folder).uid === uid) return;
      execFileSync('chown', ['-hR', `${uid}:${gid}`, folder]);
    },
  };
}

/** The possible identities, best first. PostgreSQL needs an account listed in /etc/passwd. */
function candidates(dataDir: string): Identity[] {
  if (process.getuid?.() !== 0) {
    return [
      { prefix: WITH_PARENT, own: keep, ownAll: keep },
      { prefix: [], own: keep, ownAll: keep },
    ];
  }
  const accounts = ordinaryAccounts();
  const { uid } = statSync(dataDir);
  const owner = accounts.find((account) => account.uid === uid);
  if (owner) return [asAccount(owner), asAccount(owner, THROUGH_FOLDERS)];
  // Meant for daemons that own files, on every Linux.
  const daemon = accounts.find(({ name }) => name === 'daemon');
  if (!daemon) return [];
  // Containers and chroots mostly forbid namespaces. The folder is the daemon's from then on.
  return [inNamespace(daemon), asAccount(daemon), asAccount(daemon, THROUGH_FOLDERS)];
}

function reaches({ prefix }: Identity, dataDir: string, program: string): boolean {
  const test = ['test', '-w', dataDir, '-a', '-x', program];
  const [command = '', ...args] = [...prefix, ...test];
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

/**
 * Postgres refuses root: under root it runs as the owner of the data folder, in a user namespace, or
 * as `daemon`; the first way in which it reaches its folder and its program is taken.
 * @param program the path of PostgreSQL's server
 * @throws OperatorError if there is none
 */
export function chooseIdentity(dataDir: string, program: string): Identity {
  for (const identity of candidates(dataDir)) {
    identity.own(dataDir);
    if (reaches(identity, dataDir, program)) return identity;
  }
  throw new OperatorError(
    `PostgreSQL does not run as root, and nobody else reaches ${dataDir} and ${program} here: start Almanac as an ordinary user`,
  );
}
