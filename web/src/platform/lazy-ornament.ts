import { type FunctionComponent, type LazyExoticComponent, lazy } from 'react';

const LATEST_MS = 3000;

/** After the first paint, when the page has nothing better to do. */
const idle = () =>
  new Promise<unknown>((resolve) => {
    requestAnimationFrame(
      () => globalThis.requestIdleCallback?.(resolve, { timeout: LATEST_MS }) ?? setTimeout(resolve),
    );
  });

/**
 * A part of the page that only adorns it, downloaded once the page has nothing better to do. Without it the page is
 * whole: one that cannot be downloaded, because the connection is gone or a newer release has replaced it, stays away.
 */
export function lazyOrnament<P extends object>(
  load: () => Promise<{ default: FunctionComponent<P> }>,
): LazyExoticComponent<FunctionComponent<P>> {
  return lazy(() =>
    idle()
      .then(load)
      .catch(() => ({ default: () => null })),
  );
}
