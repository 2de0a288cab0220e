/** One measured number; `limit` is the most (or, with `atLeast`, the least) it may be. */
export type Figure = {
  name: string;
  value: number;
  unit: string;
  limit?: number;
  atLeast?: boolean;
};

/** The p-th percentile (0 to 100) of the values, by the nearest rank. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((p / 100) * sorted.length) - 1)] ?? Number.NaN;
}

/** Whether a figure keeps its limit; undefined when it has none. */
export function keepsLimit({ value, limit, atLeast }: Figure): boolean | undefined {
  if (limit === undefined) return undefined;
  return atLeast ? value >= limit : value <= limit;
}

/** The figures as a table of fixed-width columns. */
export function table(figures: readonly Figure[]): string {
  const width = Math.max(...figures.map(({ name }) => name.length));
  return figures
    .map((figure) => {
      const kept = keepsLimit(figure);
      const bound = `${figure.atLeast ? '>=' : '<='} ${figure.limit} ${figure.unit}`;
      const verdict = kept === undefined ? '' : `${bound} ${kept ? 'kept' : 'MISSED'}`;
      const value = `${figure.value.toFixed(figure.value < 10 ? 2 : 0)} ${figure.unit}`;
      return `${figure.name.padEnd(width)}  ${value.padStart(14)}  ${verdict}`;
    })
    .join('\n');
}
