import { useSyncExternalStore } from 'react';

/** A value that lives outside of React, and that screens can follow. */
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

  /** Tells a listener of every change, until the returned function is called. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

/** The present value; the component renders again when it changes. */
export function useStore<T>(store: Store<T>): T {
  const present = () => store.value;
  return useSyncExternalStore(store.subscribe, present, present);
}
