import type { Facts, Finding } from '../facts.ts';

export interface InvariantContext {
  /** Time of the verification, in milliseconds. */
  readonly now: number;
  /** Time for which objects and pending events may be ahead of the table, in milliseconds. */
  readonly graceMs: number;
}

/** A fact that breaks an invariant. */
export type Violation = Omit<Finding, 'invariant'>;

/** A rule about several items, or about items and objects. */
export interface Invariant {
  /** The rule in one sentence. */
  readonly title: string;
  /** Query that counts the checked items or objects. */
  readonly checked: string;
  /** Yields the facts that break the rule. */
  readonly find: (facts: Facts, context: InvariantContext) => Iterable<Violation>;
}
