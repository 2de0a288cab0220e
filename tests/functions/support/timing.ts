const ROUNDS = 12;
const BATCHES = 8;

/** Milliseconds of asking for someone and for no one, and every different answer. */
export type Comparison = { someone: number; noone: number; answers: string[] };

/** The lower quartile: what the server needs, with little of what else the machine was doing. */
function quartile(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 4)] ?? Number.NaN;
}

/** Whether somebody with a stop-watch could tell the two apart; small differences drown in networks. */
export function isTelling({ someone, noone }: Comparison): boolean {
  return Math.abs(someone - noone) > 3 + 0.25 * Math.max(someone, noone);
}

/**
 * Asks for someone and no one in turns, in changing order, so that neither always follows the
 * other. A busy machine gets more rounds before a difference counts: one that comes from the server
 * stays, one that comes from noise goes. `afterSomeone` waits, untimed, for what the server still does
 * once it has answered: whichever is asked next would seem slower for it.
 */
export async function compare(
  ask: (someone: boolean) => Promise<{ status: number; body: unknown }>,
  afterSomeone: () => Promise<void> = async () => {},
): Promise<Comparison> {
  const times = { someone: [] as number[], noone: [] as number[] };
  const answers = new Set<string>();
  await ask(true);
  await afterSomeone();
  await ask(false);
  const result = () => ({
    someone: quartile(times.someone),
    noone: quartile(times.noone),
    answers: [...answers],
  });
  for (let batch = 0; batch < BATCHES; batch += 1) {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const someone of round % 2 === 0 ? [true, false] : [false, true]) {
        const start = performance.now();
        const { status, body } = await ask(someone);
        times[someone ? 'someone' : 'noone'].push(performance.now() - start);
        answers.add(`${status} ${JSON.stringify(body)}`);
        if (someone) await afterSomeone();
      }
    }
    if (!isTelling(result())) break;
  }
  return result();
}
