import { useSyncExternalStore, useCallback } from 'react';

/** Who wants to know when something happens. */
export class Listeners<Message = void, Answer = void> {
  readonly #listeners = new Set<(message: Message) => Answer>();

  /** Returns the way to stop. */
  readonly add = (listener: (message: Message) => Answer): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Returns what they answer. */
  call(message: Message): Answer[] {
    return Array.from(this.#listeners, (listener) => listener(message));
  }
}

/** A value that parts of the page share which have no component in common. */
export class Store<Value> {
  #value: Value;
  readonly #changed = new Listeners();
  /** Calls a listener after every change; returns the way to stop. */
  readonly subscribe = this.#changed.add;

  constructor(value: Value) {
    this.#value = value;
  }

  readonly get = (): Value => this.#value;

  /** Puts another value in place and notifies everybody who watches. */
  set(value: Value): void {
    this.#value = value;
    this.#changed.call();
  }
}

/** What `select` takes of the store's value, drawn again only when that is another. */
export function useStore<Value, Part>(store: Store<Value>, select: (value: Value) => Part): Part {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}

/** Whether a media query, such as `(min-width: 48rem)`, holds at this moment. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
