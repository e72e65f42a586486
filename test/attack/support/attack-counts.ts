/** What the tests of one file have sent to the target, and what came back. */
export interface AttackCounts {
  requests: number;
  /** Inputs that were tried: requests, frames, or handshakes with one deviation each. */
  cases: number;
  frames: number;
  /** Responses by class of their status: `2xx` to `5xx`. */
  readonly statuses: Record<string, number>;
}

declare module 'vitest' {
  interface TaskMeta {
    attackCounts?: AttackCounts;
  }
}

/** The counts of this file. Each file of the project runs in its own process. */
export const counts: AttackCounts = { requests: 0, cases: 0, frames: 0, statuses: {} };

/** Counts inputs that were tried. */
export function countCases(cases = 1): void {
  counts.cases += cases;
}

/** Counts a response. */
export function countResponse(status: number): void {
  counts.requests += 1;
  const statusClass = `${Math.floor(status / 100)}xx`;
  counts.statuses[statusClass] = (counts.statuses[statusClass] ?? 0) + 1;
}
