import { type CountedProfile, countMember, uncountMember } from '../table/depth-histogram.ts';
import { isDeleted, type Member } from '../table/profile.ts';
import type { Projection } from './projection.ts';

/** Counts members by depth. See docs/adr/0059-change-feed.md. */
export const depthHistogram: Projection<Member> = {
  source: 'profile',
  isRelevant: (before, after) => countedVersionOf(before) !== countedVersionOf(after),

  apply: async (userId, after) => {
    if (after && !isDeleted(after)) await countMember(after);
    else await uncountMember(userId);
  },
};

/** Returns the version by which a member is counted, or undefined if they aren't. Most changes of a profile keep it. */
function countedVersionOf(member: Member | undefined): CountedProfile['version'] | undefined {
  return member && !isDeleted(member) ? member.version : undefined;
}
