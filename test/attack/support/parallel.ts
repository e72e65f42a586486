import { countCases } from './attack-counts.ts';

/** Requests that run concurrently in each race. */
export const RACERS = 50;

/** The parts of a response that a race compares. */
export interface RacedResponse {
  readonly status: number;
  readonly body: { readonly code?: string };
}

/** Runs a request many times concurrently, and counts each as a case. */
export function race<T>(run: (racer: number) => Promise<T>, racers = RACERS): Promise<T[]> {
  countCases(racers);
  return Promise.all(Array.from({ length: racers }, (_, racer) => run(racer)));
}

/** Returns how often each `status code` occurs, such as `{ '200': 49, '409 Conflict': 1 }`. */
export function tally(responses: readonly RacedResponse[]): Record<string, number> {
  const outcomes = responses.map(({ status, body }) => [status, body.code].filter(Boolean).join(' '));
  const countOf = (outcome: string) => outcomes.filter((candidate) => candidate === outcome).length;

  return Object.fromEntries([...new Set(outcomes)].map((outcome) => [outcome, countOf(outcome)]));
}
