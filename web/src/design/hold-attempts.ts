import { type HistoryGate, setHistoryGate } from '../platform/browser/history-gate.ts';

/**
 * Starts holding back attempts to leave the page. Returns a function that stops.
 *
 * Leaving can fail after the confirmation, as when the server can't be reached. So each further click and step through
 * the history is held back as well. Closing the tab is held back again after `resumeHistoryGate`, or once another
 * attempt was held back.
 *
 * @param onAttempt - receives a function that repeats the attempt, which is then no longer held back
 */
export function holdAttempts(onAttempt: (repeat: () => void) => void): () => void {
  // Set once an attempt is repeated, and cleared by `onStay`. A navigation by code passes in between: it can be the last
  // step of the attempt, as after logging out.
  let isLeaving = false;
  // Set while an attempt is repeated, whose click must pass `onClick`.
  let isRepeating = false;
  // Set from an attempt until it is repeated.
  let isAsking = false;

  function hold(leave: () => void) {
    isAsking = true;

    onAttempt(() => {
      isAsking = false;
      isLeaving = true;
      isRepeating = true;
      leave();
      isRepeating = false;
    });
  }

  const onUnload = (event: BeforeUnloadEvent) => {
    if (!isLeaving || isAsking) event.preventDefault();
  };

  const onClick = (event: MouseEvent) => {
    // Elements without a link that leave the page have the attribute, such as the logout button.
    const link = event.target instanceof Element ? event.target.closest('a[href], [data-leaves-page]') : null;
    if (isRepeating || !(link instanceof HTMLElement) || !leavesPage(link) || !isPlainClick(event)) return;

    event.preventDefault();
    event.stopPropagation();
    hold(() => link.click());
  };

  const onNavigate = (pathname: string, proceed: () => void) => {
    if (isLeaving || pathname === location.pathname) proceed();
    else hold(proceed);
  };

  const onStay = () => {
    isLeaving = false;
  };

  addEventListener('beforeunload', onUnload);
  addEventListener('click', onClick, { capture: true });
  setHistoryGate({ onPopState: createPopStateHandler(hold), onNavigate, onStay });

  return () => {
    removeEventListener('beforeunload', onUnload);
    removeEventListener('click', onClick, { capture: true });
    setHistoryGate(undefined);
  };
}

/**
 * Returns a handler of `popstate` events, which returns the browser to this page.
 *
 * @param hold - receives a function that repeats the step through the history, once the browser is back
 */
function createPopStateHandler(hold: (repeat: () => void) => void): HistoryGate['onPopState'] {
  const pageIndex: unknown = history.state?.idx;
  const pagePath = readCurrentPath();
  // The steps through the history that lead back to this page. Set only until the browser is back on this page.
  let stepsToPage: number | undefined;
  // Set until the browser has repeated a step.
  let isRepeating = false;

  return (event) => {
    if (isRepeating) {
      isRepeating = false;
      return;
    }

    if (stepsToPage !== undefined) {
      // The browser is back on this page. The router never saw that it left.
      event.stopImmediatePropagation();
      const stepsToDestination = -stepsToPage;
      stepsToPage = undefined;
      hold(() => {
        isRepeating = true;
        history.go(stepsToDestination);
      });
      return;
    }

    // `idx` is the router's number of the history entry. An address that differs only in its hash is the same page.
    const destinationIndex: unknown = event.state?.idx;
    if (readCurrentPath() === pagePath || typeof pageIndex !== 'number' || typeof destinationIndex !== 'number') return;

    event.stopImmediatePropagation();
    stepsToPage = pageIndex - destinationIndex;
    history.go(stepsToPage);
  };
}

/** Returns whether a click doesn't open a new tab or window, or save the link. */
function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}

/** Returns whether a click on the element leaves the page. A link to another tab or to the current address doesn't. */
function leavesPage(element: HTMLElement): boolean {
  if (!(element instanceof HTMLAnchorElement)) return true;
  return element.target !== '_blank' && element.pathname + element.search !== readCurrentPath();
}

function readCurrentPath(): string {
  return location.pathname + location.search;
}
