import { type ReactNode, useLayoutEffect, useState } from 'react';

const REACHABLE = 'a[href], button, main, h1';

interface TakeOverProps {
  readonly page: HTMLElement;
  readonly children: ReactNode;
}

/**
 * Takes the place of the page as it was built, which looks the same. Whoever had moved to one of its links by keyboard
 * stays there.
 */
export function TakeOver({ page, children }: TakeOverProps) {
  // Before the first paint of ours, the built page is still there.
  const [place] = useState(() => [...page.querySelectorAll(REACHABLE)].indexOf(document.activeElement as Element));
  useLayoutEffect(() => {
    const element = place < 0 ? undefined : page.querySelectorAll<HTMLElement>(REACHABLE)[place];
    element?.focus({ preventScroll: true });
  }, [page, place]);
  return children;
}
