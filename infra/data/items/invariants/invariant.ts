import type { Facts, Finding } from '../facts.ts';

export interface InvariantContext {
  /** Time of the verification, in milliseconds. */
  readonly now: number;
  /** Time for which objects and pending events may be ahead of the table, in milliseconds. */
  readonly graceMs: number;
}

/** A finding, before the name of its invariant is added. */
export type Violation = Omit<Finding, 'invariant'>;

/** A rule about several items, or about items and objects. */
export interface Invariant {
  /** The rule in one sentence. */
  readonly title: string;
  /** Query that counts the checked items or objects. */
  readonly checked: string;
  /** Yields a violation for each item or object that breaks the rule. */
  readonly find: (facts: Facts, context: InvariantContext) => Iterable<Violation>;
}
