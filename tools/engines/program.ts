import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { DatabaseConnection, StackContext } from '../../stack/context.ts';

/** One of Supabase's own services, running on this machine. */
export type Program = AsyncDisposable & { url: string };

/** Milliseconds in which a service has to begin to answer. */
const PATIENCE = 30_000;

export function databaseUrl({ host, port, user, password, database }: DatabaseConnection): string {
  return `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}`;
}

/** The secret of a stack as a key (RFC 7517) that tokens are verified with. */
export function secretKey({ jwtSecret }: Pick<StackContext, 'jwtSecret'>) {
  const k = Buffer.from(jwtSecret).toString('base64url');
  return { kty: 'oct', k, kid: 'secret', alg: 'HS256', key_ops: ['verify'] };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/**
 * Starts a program on a free port and waits until it answers at `health`. It ends with its input:
 * when whoever started it was killed, it does not stay.
 */
export async function startProgram(
  command: string[],
  health: string,
  environment: (port: number) => Record<string, string>,
): Promise<Program> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn('sh', ['-c', '"$0" "$@" & cat > /dev/null; kill $!; wait', ...command], {
    env: { ...environment(port), PATH: process.env['PATH'] ?? '' },
    // It prints a line for every request.
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = once(child, 'exit');
  const isHealthy = async () => {
    const answer = await fetch(`${url}${health}`).catch(() => undefined);
    await answer?.body?.cancel();
    return answer?.ok === true;
  };
  const deadline = Date.now() + PATIENCE;
  while (!(await isHealthy())) {
    if (Date.now() > deadline) throw new Error(`${command[0]} does not answer`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await ended;
    },
  };
}
