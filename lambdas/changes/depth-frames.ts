import { notifyDepth } from '../platform/depth-notice.ts';
import { isDeleted, type Member } from '../table/profile.ts';
import type { Effect } from './effect.ts';

/** Sends a member's depth to their open sockets after every change of the depth, no matter what caused the change. */
export const depthFrames: Effect<Member> = {
  source: 'profile',
  isRelevant: (before, after) =>
    before !== undefined &&
    after !== undefined &&
    !isDeleted(before) &&
    !isDeleted(after) &&
    before.depth !== after.depth,
  run: (userId) => notifyDepth({ userId }),
};
