import { setTimeout } from 'node:timers/promises';
import { contract } from '../../shared/contract/contract.ts';
import type { EndpointDefinition } from '../../shared/contract/endpoint.ts';

/*
 * What a client may rely on while eventually consistent reads are behind (docs/access-patterns.md#consistency). Members see
 * their own changes at once: in every response to a change, and in the reads of `IMMEDIATE`. They see changes of other
 * members, and their own in lists, as soon as the indexes have them.
 */

/** Reads that include everything that the caller has changed before. */
const IMMEDIATE: readonly EndpointDefinition[] = [
  contract.account.me,
  contract.account.allowances,
  contract.users.profile,
  contract.files.findCopy,
  contract.messages.conversation,
];

/** Reads by POST. */
const POSTED_READS: readonly EndpointDefinition[] = [contract.files.list, contract.users.batch];

/** When each member's last change was answered, in milliseconds. Changes without a member have the key ''. */
const changes = new Map<string, number>();

/** Remembers that a member has changed something now. */
export function noteChange(userId = ''): void {
  changes.set(userId, Date.now());
}

/**
 * Waits until a target whose reads lag shows what the request may rely on.
 *
 * @param lagMs - how far the target's reads are behind, in milliseconds
 * @param endpoint - undefined for requests that no endpoint describes, which rely on everything
 */
export async function waitUntilSettled(
  lagMs: number,
  endpoint: EndpointDefinition | undefined,
  userId = '',
): Promise<void> {
  const ownId = endpoint && (!isRead(endpoint) || IMMEDIATE.includes(endpoint)) ? userId : undefined;
  const last = Math.max(0, ...[...changes].flatMap(([member, time]) => (member === ownId ? [] : [time])));
  // A little more, because the lag counts from the moment at which the change was stored.
  const remainingMs = last + lagMs + 100 - Date.now();
  if (remainingMs > 0) await setTimeout(remainingMs);
}

/** Returns whether a request changes nothing. */
export function isRead(endpoint: EndpointDefinition): boolean {
  return endpoint.method === 'GET' || POSTED_READS.includes(endpoint);
}
