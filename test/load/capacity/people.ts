import { updateProfile } from '../../../lambdas/account/update-profile.ts';
import { follow, followedAmong, readFollows, unfollow } from '../../../lambdas/table/follow.ts';
import { nearestMembers } from '../../../lambdas/table/nearby.ts';
import { createProfile, editProfile, getPeople, getPerson, getProfile } from '../../../lambdas/table/profile.ts';
import { getUsers } from '../../../lambdas/users/cards.ts';
import { followUser, unfollowUser } from '../../../lambdas/users/follow.ts';
import { listFollowing } from '../../../lambdas/users/follows.ts';
import { listUsers } from '../../../lambdas/users/list.ts';
import { listNearby } from '../../../lambdas/users/nearby.ts';
import { viewProfile } from '../../../lambdas/users/profile.ts';
import { fromMetres } from '../../../shared/depth/depth.ts';
import {
  DASHBOARD_LIST_SIZE,
  MAX_BIO_LENGTH,
  MAX_USERNAME_LENGTH,
  NEARBY_METRES,
  USERS_PAGE_SIZE,
} from '../../../shared/depth/limits.ts';
import { BUDGETS, type Pattern } from './capacity-sheet.ts';
import { BANDS_BELOW_SURFACE, followAll, join, personId, usualProfile } from './small-community.ts';

/** Members of the community: twenty in each band. */
const MEMBERS = 200;
/** Numbers of those who are made for one measurement. */
const FOLLOWERS = 1000;
const VIEWERS = 2000;

/** How many people the viewers of Find Users follow. */
const FOLLOWED = [0, 30, 200, 1000];
const SORTS = ['depth', 'username', 'contributions'] as const;

/** What people cost: profiles, follows, Find Users, those near one. */
export async function measurePeople(pattern: Pattern): Promise<void> {
  await measureProfiles(pattern);
  await measureFollows(pattern);
  for (let number = 0; number < MEMBERS; number++) {
    // Some way below their band's upper bound, each at a depth of their own.
    await join(number, BANDS_BELOW_SURFACE[number % BANDS_BELOW_SURFACE.length]! * (1 - number / 1000));
  }
  await measureFollowLists(pattern);
  await measureNearby(pattern);
  await measureFindUsers(pattern);
}

async function measureProfiles(pattern: Pattern): Promise<void> {
  const userId = personId(VIEWERS - 1);
  const created = await pattern('createProfile', () =>
    createProfile({ userId, email: 'anna@fathom.example', username: 'Anna of the Deep' }),
  );
  await pattern('getProfile', () => getProfile(userId));
  await pattern('getProfile, consistent', () => getProfile(userId, { consistent: true }));
  await pattern('getPerson', () => getPerson(userId));
  await pattern('editProfile, name and bio', () => editProfile(created, usualProfile(1)));
  await pattern('editProfile, picture', () => editProfile(created, { profilePicture: '/media/avatars/picture.webp' }));
  await pattern('updateProfile, the whole request', () =>
    updateProfile({ userId, username: userId }, { username: 'Anna', bio: 'At the surface now.' }),
  );
}

async function measureFollows(pattern: Pattern): Promise<void> {
  const [above, below] = [await join(FOLLOWERS, 30), await join(FOLLOWERS + 1, 20)];
  const caller = { userId: above.userId, username: 'above' };
  await pattern('follow', () => follow(above, below.userId), BUDGETS.follow);
  await pattern('unfollow', () => unfollow(above.userId, below.userId), BUDGETS.follow);
  await pattern('followUser, the whole request', () => followUser(caller, { userId: below.userId }), BUDGETS.follow);
  await pattern(
    'unfollowUser, the whole request',
    () => unfollowUser(caller, { userId: below.userId }),
    BUDGETS.follow,
  );
  await pattern('viewProfile, the whole request', () => viewProfile(caller, { userId: below.userId }));
  await pattern('viewProfile, restricted', () =>
    viewProfile({ userId: below.userId, username: 'b' }, { userId: above.userId }),
  );

  for (const [index, [what, letter]] of [['letters', 'a'] as const, ['emoji', '🐙'] as const].entries()) {
    const edit = { username: letter.repeat(MAX_USERNAME_LENGTH), bio: letter.repeat(MAX_BIO_LENGTH) };
    const [one, other] = [2 + 2 * index, 3 + 2 * index].map((number) => join(FOLLOWERS + number, 20, edit));
    const [follower, { userId: followed }] = [(await one)!, (await other)!];
    await pattern(`follow, both bios full of ${what}`, () => follow(follower, followed), BUDGETS.follow);
  }
}

async function measureFollowLists(pattern: Pattern): Promise<void> {
  const others = Array.from({ length: USERS_PAGE_SIZE }, (_, number) => personId(number));
  for (const [index, followingCount] of FOLLOWED.entries()) {
    const { userId } = await join(VIEWERS + index, 10_000);
    await followAll(
      userId,
      Array.from({ length: followingCount }, (_, number) => personId(number)),
    );
    await pattern(`followedAmong, 10, following ${figureOf(followingCount)}`, () =>
      followedAmong({ userId, followingCount }, others),
    );
  }
  const [caller, userId] = [await join(VIEWERS + 9, 10_000), personId(VIEWERS + 2)];
  await pattern('readFollows, 10', () => readFollows(userId, 'following', USERS_PAGE_SIZE));
  await pattern('listFollowing, 10, the whole request', () =>
    listFollowing(caller, { userId, limit: USERS_PAGE_SIZE, cursor: undefined }),
  );
  await pattern('getPeople, 10', () => getPeople(others));
  await pattern('getUsers, 10, the whole request', () => getUsers(caller, { userIds: others }));
}

async function measureNearby(pattern: Pattern): Promise<void> {
  for (const [index, metres] of [0, 50, 150, 9_990].entries()) {
    const caller = await join(VIEWERS + 20 + index, metres);
    const label = `${metres.toLocaleString('en-US')} m`;
    await pattern(`nearestMembers, from ${label}`, () =>
      nearestMembers(caller, fromMetres(NEARBY_METRES), DASHBOARD_LIST_SIZE),
    );
    await pattern(`listNearby, from ${label}, the whole request`, () => listNearby(caller));
  }
}

async function measureFindUsers(pattern: Pattern): Promise<void> {
  for (const sort of SORTS) {
    for (const [index, followed] of FOLLOWED.entries()) {
      const caller = { userId: personId(VIEWERS + index), username: 'viewer' };
      const label = `listUsers, 10 by ${sort}, from 10,000 m, following ${figureOf(followed)}`;
      const input = { sort, q: undefined, limit: USERS_PAGE_SIZE, cursor: undefined };
      await pattern(label, () => listUsers(caller, input), BUDGETS.users);
    }
  }
  const caller = { userId: personId(VIEWERS + 1), username: 'viewer' };
  const input = { sort: 'depth', q: 'kraken', limit: USERS_PAGE_SIZE, cursor: undefined } as const;
  await pattern('listUsers, search in vain among 200', () => listUsers(caller, input));
}

function figureOf(value: number): string {
  return value === 0 ? 'nobody' : value.toLocaleString('en-US');
}
