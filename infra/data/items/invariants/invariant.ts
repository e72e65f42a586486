import type { Facts, Finding } from '../facts.ts';

export interface InvariantContext {
  /** Milliseconds. */
  readonly now: number;
  /** How long objects and pending events may be ahead of the table, in milliseconds. */
  readonly graceMs: number;
}

/** A rule that several items, or items and objects, keep together. */
export interface Invariant {
  /** The rule in one sentence. */
  readonly title: string;
  /** Query that counts what was checked. */
  readonly checked: string;
  /** Yields the facts that break the rule. */
  readonly find: (facts: Facts, context: InvariantContext) => Iterable<Omit<Finding, 'invariant'>>;
}
