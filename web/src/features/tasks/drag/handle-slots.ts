import { createContext, useSyncExternalStore } from 'react';

/** A place in a row where the handle is drawn once dragging is loaded. */
export type HandleSlot = { taskUid: string; element: HTMLElement };

/**
 * The rows of one panel that are on the page and can be dragged. The code for dragging is loaded
 * when the page is idle; it draws its handles into these places, so the rows need not be drawn
 * again, neither when it arrives nor while something is dragged.
 */
export class HandleSlots {
  #slots: readonly HandleSlot[] = [];
  #draggedId: string | null = null;
  readonly #listeners = new Set<() => void>();

  /** Returns the way to take the place away again. */
  add(slot: HandleSlot): () => void {
    this.#set([...this.#slots, slot]);
    return () => this.#set(this.#slots.filter((other) => other !== slot));
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly slots = () => this.#slots;

  /** The task that is being dragged: its row must stay on the page however far the list scrolls. */
  readonly draggedId = () => this.#draggedId;

  setDragged(taskUid: string | null): void {
    this.#draggedId = taskUid;
    this.#notify();
  }

  #set(slots: readonly HandleSlot[]): void {
    this.#slots = slots;
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

export const HandleSlotsContext = createContext<HandleSlots | null>(null);

export function useHandleSlots(slots: HandleSlots): readonly HandleSlot[] {
  return useSyncExternalStore(slots.subscribe, slots.slots);
}
