import type { KeyboardEvent } from 'react';

const STEPS: Readonly<Record<string, (place: number, last: number) => number>> = {
  ArrowDown: (place, last) => (place === last ? 0 : place + 1),
  ArrowUp: (place, last) => (place <= 0 ? last : place - 1),
  Home: () => 0,
  End: (_, last) => last,
};

/** Lets the arrow keys, Home and End go through what can be pressed within a menu; at its end it begins anew. */
export function stepThrough(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('a[href], button')].filter((item) =>
    item.checkVisibility(),
  );
  const present = document.activeElement instanceof HTMLElement ? items.indexOf(document.activeElement) : -1;
  event.preventDefault();
  items[step(present, items.length - 1)]?.focus();
}
