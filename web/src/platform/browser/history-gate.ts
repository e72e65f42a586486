/** The handlers of a screen that can lose unsaved data, for attempts to leave it. */
export interface HistoryGate {
  /** Receives `popstate` events before the router, and can stop them. */
  readonly onPopState: (event: PopStateEvent) => void;
  /**
   * Receives a navigation before the router carries it out.
   *
   * @param pathname - the path of the target
   * @param proceed - carries out the navigation, immediately or later
   */
  readonly onNavigate: (pathname: string, proceed: () => void) => void;
  /** Called when the page stays after the member has confirmed leaving it, for example because a logout has failed. */
  readonly onStay: () => void;
}

let gate: HistoryGate | undefined;

/**
 * Starts passing the browser's Back and Forward events to the gate.
 *
 * Call it before the router is created: listeners run in registration order, so only an earlier listener can stop an
 * event.
 */
export function installHistoryGate(): void {
  addEventListener('popstate', (event) => gate?.onPopState(event));
}

/** Carries out a navigation. If there is a gate, the gate decides whether and when. */
export function passHistoryGate(pathname: string, proceed: () => void): void {
  if (gate) gate.onNavigate(pathname, proceed);
  else proceed();
}

/** Calls the gate's `onStay`: a confirmed logout has failed or was cancelled, so the page must ask again. */
export function resumeHistoryGate(): void {
  gate?.onStay();
}

/** Sets the gate; undefined removes it. */
export function setHistoryGate(newGate: HistoryGate | undefined): void {
  gate = newGate;
}
