import { updateProfile } from '../../../lambdas/account/update-profile.ts';
import { findFollowed, follow, readFollows, unfollow } from '../../../lambdas/table/follow.ts';
import { findNearestMembers } from '../../../lambdas/table/nearby.ts';
import {
  createProfile,
  editProfile,
  getMember,
  getMembers,
  getProfile,
  refuseTokensBefore,
} from '../../../lambdas/table/profile.ts';
import { followUser, unfollowUser } from '../../../lambdas/users/follow.ts';
import { listFollowing } from '../../../lambdas/users/followers.ts';
import { getUsers } from '../../../lambdas/users/get.ts';
import { listUsers } from '../../../lambdas/users/list.ts';
import { listNearby } from '../../../lambdas/users/nearby.ts';
import { viewProfile } from '../../../lambdas/users/profile.ts';
import { fromMetres } from '../../../shared/rules/depth.ts';
import {
  DASHBOARD_LIST_SIZE,
  MAX_BIO_LENGTH,
  MAX_USERNAME_LENGTH,
  NEARBY_METRES,
  USERS_PAGE_SIZE,
} from '../../../shared/rules/limits.ts';
import { toCaller } from '../caller.ts';
import { BUDGETS, type MeasurePattern } from './capacity-sheet.ts';
import { addFollows, BANDS_BELOW_SURFACE, buildTypicalProfile, createMember, memberId } from './small-community.ts';

/** Number of members, 20 in each band. */
const MEMBERS = 200;
/** Member number of the first member who is created for the measurements of follows. */
const FIRST_FOLLOWER_NUMBER = 1000;
/** Member number of the first viewer. */
const FIRST_VIEWER_NUMBER = 2000;

/** How many members each viewer follows: one viewer for each number. */
const FOLLOWED_COUNTS = [0, 30, 200, 1000];

/** The orders of Find Users. */
const SORTS = ['depth', 'username', 'contributions'] as const;

/** Measures members: profiles, follows, Find Users, and nearby members. */
export async function measurePeople(measure: MeasurePattern): Promise<void> {
  await measureProfiles(measure);
  await measureFollows(measure);

  for (let number = 0; number < MEMBERS; number++) {
    // Each member is at a different depth below the upper bound of a band.
    await createMember(number, BANDS_BELOW_SURFACE[number % BANDS_BELOW_SURFACE.length]! * (1 - number / 1000));
  }

  await measureFollowLists(measure);
  await measureNearby(measure);
  await measureFindUsers(measure);
}

/** Measures how a profile is created, read, and edited. */
async function measureProfiles(measure: MeasurePattern): Promise<void> {
  const userId = memberId(FIRST_VIEWER_NUMBER - 1);
  const createdProfile = await measure('createProfile', () =>
    createProfile({ userId, email: 'anna@fathom.example', username: 'Anna of the Deep' }),
  );

  await measure('getProfile', () => getProfile(userId));
  await measure('getProfile, consistent', () => getProfile(userId, { consistent: true }));
  await measure('getMember', () => getMember(userId));
  await measure('editProfile, name and bio', () => editProfile(createdProfile, buildTypicalProfile(1)));
  await measure('editProfile, picture', () =>
    editProfile(createdProfile, { profilePicture: '/media/avatars/picture.webp' }),
  );
  await measure('refuseTokensBefore', () => refuseTokensBefore(userId, 1));
  await measure('updateProfile, the whole request', () =>
    updateProfile(toCaller(userId), { username: 'Anna', bio: 'At the surface now.' }),
  );
}

/** Measures follows and a restricted profile: that of a member who is above the viewer. */
async function measureFollows(measure: MeasurePattern): Promise<void> {
  const memberAbove = await createMember(FIRST_FOLLOWER_NUMBER, 30);
  const memberBelow = await createMember(FIRST_FOLLOWER_NUMBER + 1, 20);
  const caller = toCaller(memberAbove.userId);

  await measure('follow', () => follow(memberAbove, memberBelow.userId), BUDGETS.follow);
  await measure('unfollow', () => unfollow(memberAbove.userId, memberBelow.userId), BUDGETS.follow);
  await measure(
    'followUser, the whole request',
    () => followUser(caller, { userId: memberBelow.userId }),
    BUDGETS.follow,
  );
  await measure(
    'unfollowUser, the whole request',
    () => unfollowUser(caller, { userId: memberBelow.userId }),
    BUDGETS.follow,
  );
  await measure('viewProfile, the whole request', () => viewProfile(caller, { userId: memberBelow.userId }));
  await measure('viewProfile, restricted', () =>
    viewProfile(toCaller(memberBelow.userId), { userId: memberAbove.userId }),
  );

  // An emoji has four bytes, so these are the largest profiles.
  for (const [index, [content, character]] of [['letters', 'a'] as const, ['emoji', '🐙'] as const].entries()) {
    const edit = { username: character.repeat(MAX_USERNAME_LENGTH), bio: character.repeat(MAX_BIO_LENGTH) };
    const followerNumber = FIRST_FOLLOWER_NUMBER + 2 + 2 * index;
    const follower = await createMember(followerNumber, 20, edit);
    const { userId: followedId } = await createMember(followerNumber + 1, 20, edit);

    await measure(`follow, both bios full of ${content}`, () => follow(follower, followedId), BUDGETS.follow);
  }
}

/** Measures lists of followed members, and which members of a page a viewer follows. */
async function measureFollowLists(measure: MeasurePattern): Promise<void> {
  const listedIds = Array.from({ length: USERS_PAGE_SIZE }, (_, number) => memberId(number));
  for (const [index, followingCount] of FOLLOWED_COUNTS.entries()) {
    const { userId } = await createMember(FIRST_VIEWER_NUMBER + index, 10_000);
    const followedIds = Array.from({ length: followingCount }, (_, number) => memberId(number));
    await addFollows(userId, followedIds);

    await measure(`findFollowed, 10, following ${formatFollowedCount(followingCount)}`, () =>
      findFollowed({ userId, followingCount }, listedIds),
    );
  }

  const { userId: callerId } = await createMember(FIRST_VIEWER_NUMBER + 9, 10_000);
  const caller = toCaller(callerId);
  // This viewer follows 200 members.
  const userId = memberId(FIRST_VIEWER_NUMBER + 2);

  await measure('readFollows, 10', () => readFollows(userId, 'following', USERS_PAGE_SIZE));
  await measure('listFollowing, 10, the whole request', () =>
    listFollowing(caller, { userId, limit: USERS_PAGE_SIZE, cursor: undefined }),
  );
  await measure('getMembers, 10', () => getMembers(listedIds));
  await measure('getUsers, 10, the whole request', () => getUsers(caller, { userIds: listedIds }));
}

/** Measures the list of nearby members from several depths. */
async function measureNearby(measure: MeasurePattern): Promise<void> {
  for (const [index, metres] of [0, 50, 150, 9_990].entries()) {
    const caller = await createMember(FIRST_VIEWER_NUMBER + 20 + index, metres);
    const label = `${metres.toLocaleString('en-US')} m`;
    await measure(`findNearestMembers, from ${label}`, () =>
      findNearestMembers(caller, fromMetres(NEARBY_METRES), DASHBOARD_LIST_SIZE),
    );
    await measure(`listNearby, from ${label}, the whole request`, () => listNearby(toCaller(caller.userId)));
  }
}

/** Measures a page of Find Users in each order, for viewers who follow more and more members, and a search. */
async function measureFindUsers(measure: MeasurePattern): Promise<void> {
  for (const sort of SORTS) {
    for (const [index, followedCount] of FOLLOWED_COUNTS.entries()) {
      const caller = toCaller(memberId(FIRST_VIEWER_NUMBER + index));
      const label = `listUsers, 10 by ${sort}, from 10,000 m, following ${formatFollowedCount(followedCount)}`;
      const input = { sort, q: undefined, limit: USERS_PAGE_SIZE, cursor: undefined };
      await measure(label, () => listUsers(caller, input), BUDGETS.users);
    }
  }

  const caller = toCaller(memberId(FIRST_VIEWER_NUMBER + 1));
  const input = { sort: 'depth', q: 'kraken', limit: USERS_PAGE_SIZE, cursor: undefined } as const;
  await measure('listUsers, search without matches among 200', () => listUsers(caller, input));
}

/** Formats how many members a viewer follows, such as `1,000`. */
function formatFollowedCount(followedCount: number): string {
  return followedCount === 0 ? 'no one' : followedCount.toLocaleString('en-US');
}
