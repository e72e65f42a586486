import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import type { ListedFile } from '../../shared/contract/files.ts';
import { BYTES_PER_MB } from '../../shared/rules/limits.ts';
import { priceCents, toPurchaseSteps } from '../../shared/rules/prices.ts';
import { confirmCard } from './card.ts';
import { getTarget } from './current-target.ts';
import type { Member } from './member.ts';
import { noteChange } from './settled-reads.ts';
import { WAIT_TIMEOUT_MS } from './time-limits.ts';

/** Raises a member's depth by some millimetres. Every rule counts them, but texts with two decimals don't show them. */
export async function raiseDepth(member: Member, millimetres = 1): Promise<void> {
  for (let step = 0; step < millimetres; step++) await member.call(contract.account.testContribution, {});
}

/** Raises a member's depth with an upload: 1 cm per megabyte. {@link lowerDepth} undoes it. */
export function raiseDepthByUpload(member: Member, megabytes: number): Promise<ListedFile> {
  return member.upload('ballast.txt', 'text/plain', Buffer.alloc(megabytes * BYTES_PER_MB, `${randomUUID()} `));
}

/** Lowers a member's depth by deleting the file that raised it. */
export async function lowerDepth(member: Member, { key }: ListedFile): Promise<void> {
  await member.call(contract.files.delete, { fileId: key });
}

/**
 * Raises a member's depth with a purchase by card, and waits for the credit.
 *
 * Stripe's minimum is 49.5 m. Works in hooks, where `expect.poll` doesn't work. Skip the test if the target has no
 * cards.
 */
export async function buyDepth(member: Member, metres: number): Promise<void> {
  const expectedDepth = (await member.getDepth()) + metres;
  const purchase = { amount: priceCents(toPurchaseSteps(metres)!), depth: metres };
  const { status, body } = await member.call(contract.payments.createPaymentIntent, purchase);
  expect(status, body.error).toBe(200);

  await confirmCard(getTarget().config, body);

  const expectCredit = async () => expect(await member.getDepth()).toBeCloseTo(expectedDepth, 5);
  await vi.waitFor(expectCredit, { timeout: WAIT_TIMEOUT_MS });
  // Stripe's event has changed the depth. Later reads must wait for this change like for the member's own changes.
  noteChange(member.userId);
}
