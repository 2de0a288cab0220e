import { spawnSync } from 'node:child_process';
import { chownSync, readFileSync, statSync } from 'node:fs';
import { StackFailure } from '../failure.ts';

/** How PostgreSQL's programs are run as somebody who is not root. */
export type Identity = {
  /** Put before the command. */
  prefix: string[];
  uid?: number;
  gid?: number;
  /** Gives a file or folder that we made to whoever the database runs as. */
  own(path: string): void;
};

type Account = { name: string; uid: number; gid: number };

function accounts(): Account[] {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && Number(uid) > 0 ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}

function runs(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

// `setpriv` makes the kernel end the database when this process dies, however it dies. Without it
// (macOS) the next start finds the orphan by its pid file.
function withParent(): string[] {
  const prefix = ['setpriv', '--pdeathsig', 'INT'];
  return process.platform === 'linux' && runs('setpriv', ['--pdeathsig', 'INT', 'true'])
    ? prefix
    : [];
}

// Under /root nobody else gets far. The capability to pass through goes with the account then; as
// in a user namespace, that is no more than we may do ourselves.
function asAccount({ uid, gid }: Account, prefix: string[], dataDir: string): Identity {
  const own = (path: string) => chownSync(path, uid, gid);
  const drop = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  // access(2) looks at capabilities of somebody who is not root only with no_setuid_fixup.
  const pass = [
    ...drop,
    '--securebits=+no_setuid_fixup',
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=+dac_override',
  ];
  const reaches = (options: string[]) =>
    [dataDir, import.meta.dirname].every((path) =>
      runs('setpriv', [...options, 'test', '-x', path]),
    );
  if (prefix.length > 0 && !reaches(drop) && reaches(pass)) {
    return { prefix: [...prefix, ...pass], own };
  }
  return { prefix, uid, gid, own };
}

/**
 * Postgres refuses root. Under root it runs in a user namespace in which we have another id: its
 * files stay ours and it reaches folders like /root. Where namespaces are forbidden (containers,
 * chroot) it runs as a user of its own, and as the owner if the data folder is somebody else's.
 * @throws StackFailure if neither works
 */
export function chooseIdentity(dataDir: string): Identity {
  const prefix = withParent();
  if (process.getuid?.() !== 0) return { prefix, own: () => undefined };
  const known = accounts();
  const owner = statSync(dataDir).uid;
  const ownerAccount = known.find(({ uid }) => uid === owner);
  if (ownerAccount) return asAccount(ownerAccount, prefix, dataDir);
  // initdb looks its user up: the id must be one that /etc/passwd has.
  const mapped = known.find(({ uid }) => uid === 1000) ?? known[0];
  if (mapped) {
    const { uid } = mapped;
    const namespace = ['--user', `--map-user=${uid}`, `--map-group=${uid}`];
    if (runs('unshare', [...namespace, 'true'])) {
      // The namespace changes our credentials, which clears the death signal: it is set inside.
      return { prefix: ['unshare', ...namespace, ...prefix], own: () => undefined };
    }
  }
  const asDedicated = (account: Account) => {
    // From now on the folder's owner says as whom to run.
    chownSync(dataDir, account.uid, account.gid);
    return asAccount(account, prefix, dataDir);
  };
  const dedicated = known.find(({ name }) => name === 'postgres' || name === 'almanac');
  if (dedicated) return asDedicated(dedicated);
  if (
    runs('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', 'almanac'])
  ) {
    const made = accounts().find(({ name }) => name === 'almanac');
    if (made) return asDedicated(made);
  }
  throw new StackFailure(
    'PostgreSQL refuses to run as root, and neither unshare --user nor useradd works here: start Almanac as an ordinary user',
  );
}
