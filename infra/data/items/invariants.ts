import type { Facts, Finding } from './facts.ts';
import { BUCKET_INVARIANTS } from './invariants/bucket.ts';
import { COPY_INVARIANTS } from './invariants/copies.ts';
import type { Invariant, InvariantContext } from './invariants/invariant.ts';
import { LEDGER_INVARIANTS } from './invariants/ledger.ts';
import { MEMBER_INVARIANTS } from './invariants/members.ts';
import { MESSAGE_INVARIANTS } from './invariants/messages.ts';
import { PAYMENT_INVARIANTS } from './invariants/payments.ts';
import { POST_INVARIANTS } from './invariants/posts.ts';
import { VIEW_INVARIANTS } from './invariants/views.ts';

/** The invariants between items, and between items and objects. */
export const INVARIANTS = {
  ...LEDGER_INVARIANTS,
  ...PAYMENT_INVARIANTS,
  ...COPY_INVARIANTS,
  ...MEMBER_INVARIANTS,
  ...POST_INVARIANTS,
  ...MESSAGE_INVARIANTS,
  ...VIEW_INVARIANTS,
  ...BUCKET_INVARIANTS,
} as const satisfies Record<string, Invariant>;

export type InvariantName = keyof typeof INVARIANTS;

/**
 * Returns the invariants that can be checked, with or without a bucket, and with or without views. A view is late, so
 * an export usually holds it at an earlier state than the items.
 */
export function listInvariants({ hasBucket, hasViews }: { hasBucket: boolean; hasViews: boolean }): InvariantName[] {
  const isChecked = (name: InvariantName) =>
    (hasBucket || !(name in BUCKET_INVARIANTS)) && (hasViews || !isViewInvariant(name));
  return (Object.keys(INVARIANTS) as InvariantName[]).filter(isChecked);
}

/** Returns whether an invariant is about rows that the change feed derives from other items. */
export function isViewInvariant(name: string): boolean {
  return name in VIEW_INVARIANTS;
}

/** Yields a finding for each violation of an invariant. */
export function* findViolations(name: InvariantName, facts: Facts, context: InvariantContext): Generator<Finding> {
  const { find }: Invariant = INVARIANTS[name];
  for (const finding of find(facts, context)) yield { invariant: name, ...finding };
}
