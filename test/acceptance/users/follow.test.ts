/** Tests of following. Only members at or below the follower can be followed. See docs/product.md#following. */
import { beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import type { OpenProfile } from '../../../shared/contract/users.ts';
import { sendRequest } from '../../support/api-request.ts';
import { registerMembers, retryWhileThrottled, runConcurrently } from '../../support/concurrent-members.ts';
import { raiseDepth, raiseDepthByUpload } from '../../support/depth-changes.ts';
import { Member } from '../../support/member.ts';
import { readAllPages } from '../../support/pages.ts';

let ada: Member;
let ben: Member;

const follow = (member: Member, { userId }: Pick<Member, 'userId'>) => member.call(contract.users.follow, { userId });

const unfollow = (member: Member, { userId }: Pick<Member, 'userId'>) =>
  member.call(contract.users.unfollow, { userId });

/** Returns both lists and both counters of a member, as the member sees them. */
async function readConnections(member: Member) {
  const { userId } = member;
  const readIds = async (list: 'followers' | 'following') =>
    (
      await readAllPages(async (after) => {
        const { body } = await member.call(contract.users[list], { userId, limit: 50, ...after });
        return [body.users.map(({ id }) => id), body.cursor];
      })
    ).flat();

  const profile = (await member.call(contract.users.profile, { userId })).body.profile as OpenProfile;
  const { followersCount, followingCount } = profile;

  return {
    followers: await readIds('followers'),
    following: await readIds('following'),
    followersCount,
    followingCount,
  };
}

beforeAll(async () => {
  [ada, ben] = await Promise.all([Member.register('Ada'), Member.register('Ben')]);
  await Promise.all([raiseDepth(ada), ben.ensureProfile()]);
});

describe('PUT and DELETE /users/{userId}/follow', () => {
  it('adds and removes a follow, which both members see', async () => {
    const { status, body } = await follow(ada, ben);
    expect([status, body]).toEqual([200, { success: true, following: true, followersCount: 1, followingCount: 1 }]);

    const connectionsOfAda = await readConnections(ada);
    const connectionsOfBen = await readConnections(ben);

    expect(connectionsOfAda).toEqual({ followers: [], following: [ben.userId], followersCount: 0, followingCount: 1 });
    expect(connectionsOfBen).toEqual({ followers: [ada.userId], following: [], followersCount: 1, followingCount: 0 });

    const unfollowResponse = await unfollow(ada, ben);
    expect(unfollowResponse.body).toEqual({ success: true, following: false, followersCount: 0, followingCount: 0 });

    const noConnections = { followers: [], following: [], followersCount: 0, followingCount: 0 };
    expect([await readConnections(ada), await readConnections(ben)]).toEqual([noConnections, noConnections]);
  });

  it('changes nothing when a follow or unfollow is repeated', async () => {
    await follow(ada, ben);
    const repeatedResponse = await follow(ada, ben);
    expect([
      repeatedResponse.status,
      repeatedResponse.body.followersCount,
      repeatedResponse.body.followingCount,
    ]).toEqual([200, 1, 1]);

    await unfollow(ada, ben);
    const unfollowResponse = await unfollow(ada, ben);

    expect([
      unfollowResponse.status,
      unfollowResponse.body.followersCount,
      unfollowResponse.body.followingCount,
    ]).toEqual([200, 0, 0]);
  });

  it('works in both directions between members at the same depth', async () => {
    const [firstMember, secondMember] = await registerMembers(2);
    await Promise.all([
      retryWhileThrottled(() => follow(firstMember!, secondMember!)),
      retryWhileThrottled(() => follow(secondMember!, firstMember!)),
    ]);

    for (const [member, partner] of [
      [firstMember!, secondMember!],
      [secondMember!, firstMember!],
    ] as const) {
      const ids = [partner.userId];
      expect(await readConnections(member)).toEqual({
        followers: ids,
        following: ids,
        followersCount: 1,
        followingCount: 1,
      });
    }
  });

  it('unfollows a member who has risen above the follower, and returns no count of followers', async () => {
    const [follower, followedMember] = await registerMembers(2);
    await retryWhileThrottled(() => follow(follower!, followedMember!));
    await raiseDepth(followedMember!);
    const expectedBody = { success: true, following: false, followersCount: null, followingCount: 0 };

    expect((await unfollow(follower!, followedMember!)).body).toEqual(expectedBody);
    expect((await unfollow(follower!, followedMember!)).body).toEqual(expectedBody);
  });

  it('rejects following or unfollowing oneself', async () => {
    for (const { status, body } of [await follow(ada, ada), await unfollow(ada, ada)]) {
      expect([status, body.code]).toEqual([400, 'InvalidInput']);
      expect(body.error).toMatch(/yourself/);
    }
  });

  it('returns 403 for a member 1 mm above, and follows a member at the same depth', async () => {
    const [higher, lower] = await registerMembers(2);
    await raiseDepth(higher!, 1);
    const { status, body } = await follow(lower!, higher!);

    expect([status, body.code]).toEqual([403, 'DepthTooLow']);
    expect(await readConnections(higher!)).toMatchObject({ followers: [], followersCount: 0 });

    await raiseDepth(lower!, 1);
    expect((await follow(lower!, higher!)).body).toMatchObject({ following: true, followersCount: 1 });
  });

  it('states the missing metres in the 403 error', async () => {
    const member = await Member.register();
    await raiseDepthByUpload(member, 2);
    const { status, body } = await follow(ben, member);

    expect([status, body.code, body.error]).toEqual([403, 'DepthTooLow', 'You need to ascend 0.02m higher for this.']);
  });

  it('keeps a follow after the followed member rises, but refuses a new follow after an unfollow', async () => {
    const [riser, follower] = await registerMembers(2);
    await follow(follower!, riser!);
    await raiseDepth(riser!);

    expect(await readConnections(riser!)).toMatchObject({ followers: [follower!.userId], followersCount: 1 });
    // The profile shows no count to a viewer below it.
    expect((await follow(follower!, riser!)).body).toMatchObject({ following: true, followersCount: null });
    expect((await unfollow(follower!, riser!)).body).toMatchObject({ following: false, followersCount: null });
    expect((await follow(follower!, riser!)).body.code).toBe('DepthTooLow');
  });

  it('returns 404 for an unknown member', async () => {
    for (const run of [follow, unfollow]) {
      const { status, body } = await run(ada, { userId: 'unknown-member' });
      expect([status, body.code, body.error]).toEqual([404, 'NotFound', 'User not found']);
    }
    expect(await readConnections(ada)).toMatchObject({ following: [], followingCount: 0 });
  });

  it('works for a member without a profile, who has just registered', async () => {
    const member = await Member.register();
    expect((await follow(member, ben)).body).toMatchObject({ following: true, followingCount: 1 });
    expect((await unfollow(member, ben)).status).toBe(200);
  });

  it.each(['PUT', 'DELETE'])('rejects a malformed member ID: %s', async (method) => {
    const { status, body } = await sendRequest(method, '/users/a_b/follow', { token: ada.tokens.access });
    expect([status, body.code]).toEqual([400, 'InvalidInput']);
  });
});

describe('concurrent follows', () => {
  it('counts concurrent follows by one member once', async () => {
    const [follower, followedMember] = await registerMembers(2);
    const responses = await runConcurrently(20, () => follow(follower!, followedMember!));

    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await readConnections(followedMember!)).toMatchObject({ followers: [follower!.userId], followersCount: 1 });
    expect(await readConnections(follower!)).toMatchObject({ following: [followedMember!.userId], followingCount: 1 });
  });

  it('keeps counters equal to the lists when follow and unfollow race', async () => {
    const [follower, followedMember] = await registerMembers(2);

    for (let round = 0; round < 5; round++) {
      const runs = Array.from({ length: 6 }, (_, number) => (number % 2 ? unfollow : follow));
      const responses = await Promise.all(
        runs.map((run) => retryWhileThrottled(() => run(follower!, followedMember!))),
      );
      expect(responses.map(({ status }) => status)).toEqual(Array(runs.length).fill(200));

      const connectionsOfFollower = await readConnections(follower!);
      const connectionsOfFollowed = await readConnections(followedMember!);

      expect([connectionsOfFollower.followingCount, connectionsOfFollowed.followersCount]).toEqual([
        connectionsOfFollower.following.length,
        connectionsOfFollowed.followers.length,
      ]);
      expect(connectionsOfFollower.following.length).toBe(connectionsOfFollowed.followers.length);
    }
  });
});
