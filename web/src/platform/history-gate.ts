/** Decides whether a move through the browser's history is kept from the router. */
type HistoryGate = (event: PopStateEvent) => void;

let gate: HistoryGate | undefined;

/**
 * Listens to the browser's Back and Forward buttons. Called before the router exists: the window calls its listeners
 * in the order in which they came, and whoever wants to keep a move from the router must come first.
 */
export function installHistoryGate(): void {
  addEventListener('popstate', (event) => gate?.(event));
}

/** Sets the gate, or opens it for good. */
export function setHistoryGate(next: HistoryGate | undefined): void {
  gate = next;
}
