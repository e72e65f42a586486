import { useSyncExternalStore } from 'react';

/** A value outside React that components can subscribe to. */
export class Store<T> {
  #value: T;
  readonly #listeners = new Set<() => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of [...this.#listeners]) listener();
  }

  /** Calls a listener after every change. Returns a function that unsubscribes. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

/** Returns the current value. The component renders again when it changes. */
export function useStore<T>(store: Store<T>): T {
  const getValue = () => store.value;
  return useSyncExternalStore(store.subscribe, getValue, getValue);
}
