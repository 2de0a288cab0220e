import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { processIdsOf, startTestStack, type TestStack } from '../../stack/testing.ts';
import { giveDevicesClocks } from './clocks.ts';
import { playHistories } from './household.ts';

// A history is the same again with its seed:
//   HISTORY_SEED=4711 HISTORIES=1 HISTORY_STEPS=40 npx vitest run --project integration tests/sync/histories
// The seeds are printed; which requests overlap is the machine's business, so that a rare failure may
// need several runs.
const SEED = Number(process.env['HISTORY_SEED'] ?? Math.floor(Math.random() * 1_000_000_000));
const COUNT = Number(process.env['HISTORIES'] ?? 200);
/** Most are short, one in twenty is long. */
const stepsOf = (at: number) => Number(process.env['HISTORY_STEPS'] ?? (at % 20 === 19 ? 120 : 16));

const env = { RATE_LIMIT_FACTOR: '1000' };
let stack: TestStack;
let dataDir = '';
/** The stack's return after a kill. */
let restarted = Promise.resolve();

beforeAll(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  giveDevicesClocks();
  stack = await startTestStack({ env });
  ({ dataDir } = stack);
});

afterAll(async () => {
  await restarted;
  await stack.stop();
  await rm(dataDir, { recursive: true, force: true });
  // PostgreSQL alone has 20 s to write what 200 histories and their killed servers left.
}, 90_000);

type Program = 'postgres' | 'deno' | 'gateway';

/** Ends one of the stack's programs as a power cut would. Whoever starts the gateway starts it again. */
async function kill(program: Program): Promise<void> {
  process.kill((await processIdsOf(dataDir))[program], 'SIGKILL');
  if (program !== 'gateway') return;
  stack = await startTestStack({ dataDir, env: { ...env, PORT: new URL(stack.url).port } });
}

/** Who dies when so many of the histories have begun; nobody where a few are looked at. */
const KILLS: Record<number, Program> =
  COUNT < 20
    ? {}
    : {
        [Math.floor(COUNT * 0.2)]: 'postgres',
        [Math.floor(COUNT * 0.4)]: 'gateway',
        [Math.floor(COUNT * 0.6)]: 'deno',
        [Math.floor(COUNT * 0.8)]: 'postgres',
      };

test(
  `design §5 histories: ${COUNT} from seed ${SEED} end with all devices and the database equal`,
  { timeout: 300_000 },
  async ({ task }) => {
    const { failures } = await playHistories(stack, {
      // At a second attempt others: the rows of the first are there.
      seed: SEED + COUNT * (task.result?.retryCount ?? 0),
      lengths: Array.from({ length: COUNT }, (_, at) => stepsOf(at)),
      atOnce: 32,
      onBegin: (begun) => {
        const program = KILLS[begun];
        if (program) restarted = restarted.then(() => kill(program));
      },
    });
    const wrong = failures.map(
      ({ seed, length, reason }) => `seed ${seed}, ${length} steps: ${reason}`,
    );
    // An attempt that is repeated with others would leave no trace.
    if (wrong.length > 0) console.error(wrong.join('\n'));
    expect(wrong).toEqual([]);
  },
);
