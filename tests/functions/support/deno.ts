import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createInterface } from 'node:readline';
import { supabase } from '../../support/environment.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A function in a Deno of its own, over the Supabase under test. */
export type LocalFunction = {
  /** `base` of `call`. */
  base: string;
  /** Everything it printed. */
  output(): string;
  stop(): Promise<void>;
};

/**
 * Runs supabase/functions/<name> here rather than in the Supabase under test, so that the test can
 * give it settings (whom to trust, which limits) and a mail server on this machine.
 */
export async function startFunction(
  name: string,
  settings: Record<string, string>,
): Promise<LocalFunction> {
  const child = spawn(
    `${root}node_modules/.bin/deno`,
    [
      'run',
      '--no-prompt',
      '--no-check',
      '--no-lock',
      '--cached-only',
      '--node-modules-dir=manual',
      `--config=supabase/functions/${name}/deno.json`,
      '--allow-net',
      '--allow-env',
      '--allow-read=supabase/functions,node_modules',
      `supabase/functions/${name}/index.ts`,
    ],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: process.env['HOME'] ?? '',
        NO_COLOR: '1',
        DENO_SERVE_ADDRESS: 'tcp:127.0.0.1:0',
        SUPABASE_URL: supabase.url,
        SUPABASE_ANON_KEY: supabase.publishableKey,
        SUPABASE_SERVICE_ROLE_KEY: supabase.secretKey,
        ...settings,
      },
    },
  );
  const printed: string[] = [];
  const port = await listeningPort(child, printed);
  return {
    base: `http://127.0.0.1:${port}`,
    output: () => printed.join('\n'),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}

function listeningPort(child: ChildProcess, printed: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface(stream).on('line', (line) => {
        printed.push(line);
        const port = /Listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1];
        if (port) resolve(port);
      });
    }
    child.once('exit', (code) => reject(new Error(`Deno ended (${code}):\n${printed.join('\n')}`)));
  });
}
