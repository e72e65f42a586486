/** Receives `popstate` events before the router, and can stop them. */
type HistoryGate = (event: PopStateEvent) => void;

let gate: HistoryGate | undefined;

/**
 * Starts passing the browser's Back and Forward events to the gate.
 *
 * Call it before the router is created: listeners run in registration order, so only an earlier one can stop an event.
 */
export function installHistoryGate(): void {
  addEventListener('popstate', (event) => gate?.(event));
}

/** Sets the gate; undefined removes it. */
export function setHistoryGate(next: HistoryGate | undefined): void {
  gate = next;
}
