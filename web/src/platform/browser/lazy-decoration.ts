import { type FunctionComponent, type LazyExoticComponent, lazy } from 'react';

/** The longest wait for an idle browser, in milliseconds. */
const MAX_WAIT_MS = 3000;

/** Resolves after the first paint, once the browser is idle. Some browsers have no `requestIdleCallback`. */
const whenIdle = () =>
  new Promise<unknown>((resolve) => {
    requestAnimationFrame(
      () => globalThis.requestIdleCallback?.(resolve, { timeout: MAX_WAIT_MS }) ?? setTimeout(resolve),
    );
  });

/**
 * Returns a component for decoration only, downloaded once the browser is idle.
 *
 * Renders nothing if the download fails, e.g. without a connection or after a new release. For parts that members need,
 * use `lazyPart`, which shows an error.
 */
export function lazyDecoration<P extends object>(
  load: () => Promise<{ default: FunctionComponent<P> }>,
): LazyExoticComponent<FunctionComponent<P>> {
  return lazy(() =>
    whenIdle()
      .then(load)
      .catch(() => ({ default: () => null })),
  );
}
