import { type CountedProfile, countMember, uncountMember } from '../table/depth-histogram.ts';
import { isDeleted, type Member } from '../table/profile.ts';
import type { Projection } from './projection.ts';

/** Counts members by the depth in their profiles. See docs/adr/0059-change-feed.md. */
export const depthHistogram: Projection<Member> = {
  source: 'profile',
  isRelevant: (before, after) => countedVersionOf(before) !== countedVersionOf(after),

  apply: async (userId, after) => {
    if (after && !isDeleted(after)) await countMember(after);
    else await uncountMember(userId);
  },
};

/**
 * Returns the version of a member's profile. Undefined for a deleted or missing member, who isn't counted.
 *
 * The version grows only when the depth changes. So an equal version means that the count stays the same.
 */
function countedVersionOf(member: Member | undefined): CountedProfile['version'] | undefined {
  return member && !isDeleted(member) ? member.version : undefined;
}
