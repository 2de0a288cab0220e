const ROUNDS = 30;

/** Medians in milliseconds of asking for someone and for no one, and every different answer. */
export type Comparison = { someone: number; noone: number; answers: string[] };

function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Asks for someone and no one in turns, in changing order: neither always follows the other. */
export async function compare(
  ask: (someone: boolean) => Promise<{ status: number; body: unknown }>,
): Promise<Comparison> {
  const times = new Map<boolean, number[]>([
    [true, []],
    [false, []],
  ]);
  const answers = new Set<string>();
  await ask(true);
  await ask(false);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const someone of round % 2 === 0 ? [true, false] : [false, true]) {
      const start = performance.now();
      const { status, body } = await ask(someone);
      times.get(someone)?.push(performance.now() - start);
      answers.add(`${status} ${JSON.stringify(body)}`);
    }
  }
  return {
    someone: median(times.get(true) ?? []),
    noone: median(times.get(false) ?? []),
    answers: [...answers],
  };
}

/** How far apart the medians may lie, in milliseconds, and count as the same. */
export function margin({ someone, noone }: Comparison): number {
  return 3 + 0.25 * Math.max(someone, noone);
}
