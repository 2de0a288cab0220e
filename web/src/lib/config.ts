/** What one installation tells the bundle (design section 1). */
export type AppConfig = {
  /** Absolute, without a slash at its end. */
  supabaseUrl: string;
  publishableKey: string;
};

/**
 * Reads `/config.json`, which index.html preloads. `supabaseUrl` may be `/`: the page's own origin.
 * Throws when the file is missing or is not what it should be.
 */
async function readConfig(): Promise<AppConfig> {
  const response = await fetch('/config.json');
  if (!response.ok) throw new Error(`${response.status}: ${response.statusText}`);
  return parseConfig(await response.json(), location.origin);
}

let config: Promise<AppConfig> | undefined;

/** The configuration, read once; after a failure the next call tries again. */
export function loadConfig(): Promise<AppConfig> {
  config ??= readConfig().catch((error: unknown) => {
    config = undefined;
    throw error;
  });
  return config;
}

/** Checks the parsed file and makes the address absolute. */
export function parseConfig(answer: unknown, origin: string): AppConfig {
  if (
    typeof answer === 'object' &&
    answer !== null &&
    'supabaseUrl' in answer &&
    'publishableKey' in answer &&
    typeof answer.supabaseUrl === 'string' &&
    typeof answer.publishableKey === 'string' &&
    answer.publishableKey !== ''
  ) {
    const url = new URL(answer.supabaseUrl, origin).href;
    return { supabaseUrl: url.replace(/\/+$/, ''), publishableKey: answer.publishableKey };
  }
  throw new Error('/config.json must hold supabaseUrl and publishableKey');
}
