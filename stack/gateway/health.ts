import type { Services } from './services.ts';

export type Health = {
  status: 'ok' | 'starting' | 'unavailable';
  database: boolean;
  functions: boolean;
  version: string;
};

/** How the stack is: `ok` when everything that stands behind the gateway answers. */
export function createHealth(version: string): (services: Services | undefined) => Health {
  let hasBeenOk = false;
  return (services) => {
    const database = services?.isDatabaseUp() ?? false;
    const functions = services?.edge.isUp() ?? false;
    hasBeenOk ||= database && functions;
    const missing = hasBeenOk ? 'unavailable' : 'starting';
    return { status: database && functions ? 'ok' : missing, database, functions, version };
  };
}
