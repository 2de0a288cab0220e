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
export async function loadConfig(): Promise<AppConfig> {
  const response = await fetch('/config.json');
  if (!response.ok) throw new Error(`${response.status}: ${response.statusText}`);
  return parseConfig(await response.json(), location.origin);
}

/** Checks the parsed file and makes the address absolute. */
export function parseConfig(config: unknown, origin: string): AppConfig {
  if (
    typeof config === 'object' &&
    config !== null &&
    'supabaseUrl' in config &&
    'publishableKey' in config &&
    typeof config.supabaseUrl === 'string' &&
    typeof config.publishableKey === 'string' &&
    config.publishableKey !== ''
  ) {
    const url = new URL(config.supabaseUrl, origin).href;
    return { supabaseUrl: url.replace(/\/+$/, ''), publishableKey: config.publishableKey };
  }
  throw new Error('/config.json must hold supabaseUrl and publishableKey');
}
