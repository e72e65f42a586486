import { startPurge } from '../platform/purge-request.ts';
import { PENDING_PURGE } from '../table/item-types.ts';
import type { Effect } from './effect.ts';

/** The attribute by which the purge job finds a deleted account or post. */
interface QueueableItem {
  readonly owner?: string;
}

function wasQueued(before: QueueableItem | undefined, after: QueueableItem | undefined): boolean {
  return after?.owner === PENDING_PURGE && before?.owner !== PENDING_PURGE;
}

/** Purges an account as soon as it is deleted, whether by its member or as an orphan. */
export const accountPurges: Effect<QueueableItem> = {
  source: 'profile',
  isConcerned: wasQueued,
  run: (userId) => startPurge({ kind: 'account', userId }),
};

/** Purges a post as soon as it is deleted. */
export const postPurges: Effect<QueueableItem> = {
  source: 'post',
  isConcerned: wasQueued,
  run: (postId) => startPurge({ kind: 'post', postId }),
};
