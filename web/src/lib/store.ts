import { useSyncExternalStore, useCallback } from 'react';

/** A list of listeners to one event. */
export class Listeners<Message = void, Answer = void> {
  readonly #listeners = new Set<(message: Message) => Answer>();

  /** Returns a function that removes the listener. */
  readonly add = (listener: (message: Message) => Answer): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Calls all listeners; returns what they return. */
  call(message: Message): Answer[] {
    return Array.from(this.#listeners, (listener) => listener(message));
  }
}

/** A value outside of React, to be read with `useStore`. */
export class Store<Value> {
  #value: Value;
  readonly #changed = new Listeners();
  /** Calls a listener after every change; returns a function that stops it. */
  readonly subscribe = this.#changed.add;

  constructor(value: Value) {
    this.#value = value;
  }

  readonly get = (): Value => this.#value;

  /** Replaces the value and notifies the subscribers. */
  set(value: Value): void {
    this.#value = value;
    this.#changed.call();
  }
}

/** What `select` returns of the store's value; rendered again only when that changes. */
export function useStore<Value, Part>(store: Store<Value>, select: (value: Value) => Part): Part {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}

/** Whether a media query, such as `(min-width: 48rem)`, matches. */
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
