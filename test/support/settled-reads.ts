/**
 * Waits for the changes that a client may rely on while eventually consistent reads are behind
 * (docs/access-patterns.md#consistency).
 *
 * A member sees their own changes immediately in every response to a change, and in the reads of `IMMEDIATE`. A member
 * sees changes of other members, and their own changes in lists, as soon as the indexes have them.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { contract } from '../../shared/contract/contract.ts';
import type { EndpointDefinition } from '../../shared/contract/endpoint.ts';

/** Reads that include all earlier changes of the caller. */
const IMMEDIATE: readonly EndpointDefinition[] = [
  contract.account.me,
  contract.account.allowances,
  contract.users.profile,
  contract.files.findCopy,
  contract.messages.conversation,
];

/** Endpoints that only read, although their method is POST. */
const POSTED_READS: readonly EndpointDefinition[] = [contract.files.list, contract.users.batch];

/** Margin of the wait, in milliseconds, because the lag starts at the moment at which the change is stored. */
const RESPONSE_MARGIN_MS = 100;

/** The time of the response to each member's last change, in milliseconds. Changes without a member have the key ''. */
const lastChanges = new Map<string, number>();

/** Records that a member has changed something now. */
export function noteChange(userId = ''): void {
  lastChanges.set(userId, Date.now());
}

/**
 * Waits until a target whose reads lag shows the changes that the request may rely on.
 *
 * @param lagMs - how far the target's reads are behind, in milliseconds
 * @param endpoint - undefined for requests that no endpoint describes, which rely on everything
 */
export async function waitUntilSettled(
  lagMs: number,
  endpoint: EndpointDefinition | undefined,
  userId = '',
): Promise<void> {
  const seesOwnChanges = endpoint !== undefined && (!isRead(endpoint) || IMMEDIATE.includes(endpoint));
  const isVisible = (memberId: string) => seesOwnChanges && memberId === userId;
  const awaitedTimes = [...lastChanges].flatMap(([memberId, time]) => (isVisible(memberId) ? [] : [time]));

  const settledAt = Math.max(0, ...awaitedTimes) + lagMs + RESPONSE_MARGIN_MS;
  // Negative if all changes are old, or there are none.
  const remainingMs = settledAt - Date.now();
  if (remainingMs > 0) await pause(remainingMs);
}

/** Returns whether a request changes nothing. */
export function isRead(endpoint: EndpointDefinition): boolean {
  return endpoint.method === 'GET' || POSTED_READS.includes(endpoint);
}
