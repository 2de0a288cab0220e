import { giveDevicesClocks } from '../tests/sync/clocks.ts';
import { playHistories } from '../tests/sync/household.ts';
import { makeTestData, startTestStack } from '../stack/testing.ts';
import type { Figure } from './figures.ts';
import { usageOfStack } from './processes.ts';

/** How many histories, their first seed and their steps. */
const COUNT = Number(process.env['HISTORIES'] ?? 10_000);
const SEED = Number(process.env['HISTORY_SEED'] ?? 1);
const STEPS = Number(process.env['HISTORY_STEPS'] ?? 40);
/**
 * Devices wait most of the time, for answers that never come: fewer leave processors idle. With more,
 * answers come later than devices wait for them, and are asked for again.
 */
const AT_ONCE = Number(process.env['HISTORIES_AT_ONCE'] ?? 40);

/** Random histories of three devices each (tests/sync), with their figures and what was wrong. */
export async function measure(): Promise<Figure[]> {
  giveDevicesClocks();
  // What devices say of failed requests, which are the point.
  console.warn = () => undefined;
  // The disk is no part of these figures.
  const remove = await makeTestData(['stack']);
  const stack = await startTestStack({ env: { RATE_LIMIT_FACTOR: '100000' } });
  try {
    const began = performance.now();
    const { failures, changes } = await playHistories(stack, {
      seed: SEED,
      lengths: Array.from({ length: COUNT }, () => STEPS),
      atOnce: AT_ONCE,
      onBegin: (begun) => {
        if (begun > 0 && begun % 100 === 0) console.log(`${begun} histories`);
      },
    });
    const seconds = (performance.now() - began) / 1000;
    for (const { seed, length, reason } of failures) {
      console.error(`seed ${seed}, ${length} steps: ${reason}`);
    }
    const usage = await usageOfStack(stack);
    const cpu = process.cpuUsage();
    return [
      { name: 'histories of three devices', value: COUNT, unit: 'histories' },
      { name: 'of these wrong', value: failures.length, unit: 'histories', limit: 0 },
      { name: 'changes that the server answered', value: changes, unit: 'changes' },
      { name: 'took', value: seconds, unit: 's' },
      {
        name: 'processor time of the devices',
        value: (cpu.user + cpu.system) / 1e6 / COUNT,
        unit: 's a history',
      },
      {
        name: 'processor time of the stack',
        value: Object.values(usage).reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0) / COUNT,
        unit: 's a history',
      },
    ];
  } finally {
    await stack.stop();
    await remove();
  }
}
