import { AsyncLocalStorage } from 'node:async_hooks';

const offsets = new AsyncLocalStorage<number>();
const RealDate = Date;

/** The time of the device in whose name the code runs. */
class DeviceDate extends RealDate {
  constructor(...given: [] | [number]) {
    super(...(given.length === 0 ? ([DeviceDate.now()] as const) : given));
  }

  static override now(): number {
    return RealDate.now() + (offsets.getStore() ?? 0);
  }
}

/** From now on `atClock` has an effect in this process. */
export function giveDevicesClocks(): void {
  globalThis.Date = DeviceDate as DateConstructor;
}

/** Runs something, and all that comes of it, with a clock that is `offset` milliseconds ahead. */
export function atClock<Result>(offset: number, run: () => Result): Result {
  return offsets.run(offset, run);
}
