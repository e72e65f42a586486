import type { KeyboardEvent } from 'react';

const NEXT_INDEX: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowDown: (index, last) => (index === last ? 0 : index + 1),
  ArrowUp: (index, last) => (index <= 0 ? last : index - 1),
  Home: () => 0,
  End: (_, last) => last,
};

/** Returns the visible links and buttons of a menu. */
export function findMenuItems(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('a[href], button')].filter((item) => item.checkVisibility());
}

/** Moves the focus through the links and buttons of a menu with the arrow keys, Home, and End. Wraps around. */
export function handleArrowKeys(event: KeyboardEvent<HTMLElement>): void {
  const nextIndex = NEXT_INDEX[event.key];
  if (!nextIndex || event.altKey || event.ctrlKey || event.metaKey) return;
  const items = findMenuItems(event.currentTarget);
  const current = document.activeElement instanceof HTMLElement ? items.indexOf(document.activeElement) : -1;
  event.preventDefault();
  items[nextIndex(current, items.length - 1)]?.focus();
}
