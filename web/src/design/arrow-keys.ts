import type { KeyboardEvent } from 'react';

/** Functions that return the index of the next focused item, by key. `index` is -1 if no item has the focus. */
const NEXT_INDEX_BY_KEY: Readonly<Record<string, (index: number, lastIndex: number) => number>> = {
  ArrowDown: (index, lastIndex) => (index === lastIndex ? 0 : index + 1),
  ArrowUp: (index, lastIndex) => (index <= 0 ? lastIndex : index - 1),
  Home: () => 0,
  End: (_, lastIndex) => lastIndex,
};

/** Returns the visible links and buttons of a menu. */
export function findMenuItems(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('a[href], button')].filter((item) => item.checkVisibility());
}

/** Moves the focus through the links and buttons of a menu with the arrow keys, Home, and End. Wraps around. */
export function handleArrowKeys(event: KeyboardEvent<HTMLElement>): void {
  const getNextIndex = NEXT_INDEX_BY_KEY[event.key];
  if (!getNextIndex || event.altKey || event.ctrlKey || event.metaKey) return;

  const items = findMenuItems(event.currentTarget);
  const currentIndex = document.activeElement instanceof HTMLElement ? items.indexOf(document.activeElement) : -1;

  event.preventDefault();
  items[getNextIndex(currentIndex, items.length - 1)]?.focus();
}
