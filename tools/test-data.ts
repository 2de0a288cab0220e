import { makeTestData } from '../stack/testing.ts';

/** vitest global set-up of the suite that starts databases and whole stacks of its own. */
export default function setup(): Promise<() => Promise<void>> {
  return makeTestData(['stack', 'database']);
}
