const REACHABLE = 'a[href], button, main, h1';

/**
 * Where to show what takes the place of a page that was built, and looks the same: it stays in sight until the screen
 * is there, and goes in one step. Whoever had moved to one of its links by keyboard stays there.
 */
export function takeOver(built: HTMLElement): HTMLElement {
  const own = document.createElement('div');
  const reachable = (page: Element) => [...page.querySelectorAll<HTMLElement>(REACHABLE)];
  new MutationObserver((_, observer) => {
    if (!own.querySelector('h1')) return;
    observer.disconnect();
    const place = reachable(built).indexOf(document.activeElement as HTMLElement);
    own.id = built.id;
    built.replaceWith(own);
    reachable(own)[place]?.focus({ preventScroll: true });
  }).observe(own, { childList: true, subtree: true });
  return own;
}
