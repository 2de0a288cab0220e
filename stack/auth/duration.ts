const UNIT_SECONDS: Record<string, number> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3600,
};

/** Seconds of a Go duration as GoTrue takes it ("24h", "1h30m", "1.5s"), undefined if it is none. */
export function parseDuration(text: string): number | undefined {
  if (text === '0') return 0;
  const unsigned = text.replace(/^[+-]/, '');
  if (!/^(?:\d+(?:\.\d*)?(?:ns|us|µs|ms|s|m|h))+$/.test(unsigned)) return undefined;
  let seconds = 0;
  for (const [, amount, unit] of unsigned.matchAll(/(\d+(?:\.\d*)?)(ns|us|µs|ms|s|m|h)/g)) {
    seconds += Number(amount) * (UNIT_SECONDS[unit ?? ''] ?? 0);
  }
  return text.startsWith('-') ? -seconds : seconds;
}
