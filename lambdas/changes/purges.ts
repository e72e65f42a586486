import { startPurge } from '../platform/purge-request.ts';
import { PENDING_PURGE } from '../table/item-types.ts';
import type { Effect } from './effect.ts';

/** An account or post with the attribute by which the purge job finds deleted ones. */
interface QueueableItem {
  readonly owner?: string;
}

function wasQueued(before: QueueableItem | undefined, after: QueueableItem | undefined): boolean {
  return after?.owner === PENDING_PURGE && before?.owner !== PENDING_PURGE;
}

/** Purges an account as soon as it is deleted, by its member or because the user pool has no such member. */
export const accountPurges: Effect<QueueableItem> = {
  source: 'profile',
  isRelevant: wasQueued,
  run: (userId) => startPurge({ kind: 'account', userId }),
};

/** Purges a post as soon as it is deleted. */
export const postPurges: Effect<QueueableItem> = {
  source: 'post',
  isRelevant: wasQueued,
  run: (postId) => startPurge({ kind: 'post', postId }),
};
