import { beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import type { OpenProfile } from '../../../shared/contract/users.ts';
import { atOnce, crowdOf, retried } from '../../support/crowd.ts';
import { Member, send } from '../../support/member.ts';
import { everyPage } from '../../support/pages.ts';
import { rise, riseByUpload } from '../../support/rising.ts';

let ada: Member;
let ben: Member;

const follow = (member: Member, { userId }: Pick<Member, 'userId'>) => member.call(contract.users.follow, { userId });
const unfollow = (member: Member, { userId }: Pick<Member, 'userId'>) =>
  member.call(contract.users.unfollow, { userId });

/** Whom one of a member's two lists holds, and what the member's counters say, as the member sees it. */
async function connectionsOf(member: Member) {
  const { userId } = member;
  const idsOf = async (list: 'followers' | 'following') =>
    (
      await everyPage(async (after) => {
        const { body } = await member.call(contract.users[list], { userId, limit: 50, ...after });
        return [body.users.map(({ id }) => id), body.cursor];
      })
    ).flat();
  const profile = (await member.call(contract.users.profile, { userId })).body.profile as OpenProfile;
  const { followersCount, followingCount } = profile;
  return { followers: await idsOf('followers'), following: await idsOf('following'), followersCount, followingCount };
}

beforeAll(async () => {
  [ada, ben] = await Promise.all([Member.register('Ada'), Member.register('Ben')]);
  await Promise.all([rise(ada), ben.depth()]);
});

describe('PUT and DELETE /users/{userId}/follow', () => {
  it('follows a member, for both to see, and ends it', async () => {
    const { status, body } = await follow(ada, ben);
    expect([status, body]).toEqual([200, { success: true, following: true, followersCount: 1, followingCount: 1 }]);
    const [adas, bens] = [await connectionsOf(ada), await connectionsOf(ben)];
    expect(adas).toEqual({ followers: [], following: [ben.userId], followersCount: 0, followingCount: 1 });
    expect(bens).toEqual({ followers: [ada.userId], following: [], followersCount: 1, followingCount: 0 });
    const ended = await unfollow(ada, ben);
    expect(ended.body).toEqual({ success: true, following: false, followersCount: 0, followingCount: 0 });
    const nothing = { followers: [], following: [], followersCount: 0, followingCount: 0 };
    expect([await connectionsOf(ada), await connectionsOf(ben)]).toEqual([nothing, nothing]);
  });

  it('changes nothing the second time, neither following nor ending it', async () => {
    await follow(ada, ben);
    const again = await follow(ada, ben);
    expect([again.status, again.body.followersCount, again.body.followingCount]).toEqual([200, 1, 1]);
    await unfollow(ada, ben);
    const ended = await unfollow(ada, ben);
    expect([ended.status, ended.body.followersCount, ended.body.followingCount]).toEqual([200, 0, 0]);
  });

  it('goes both ways between two at the same depth', async () => {
    const [one, other] = await crowdOf(2);
    await Promise.all([retried(() => follow(one!, other!)), retried(() => follow(other!, one!))]);
    for (const [self, them] of [
      [one!, other!],
      [other!, one!],
    ] as const) {
      const ids = [them.userId];
      expect(await connectionsOf(self)).toEqual({
        followers: ids,
        following: ids,
        followersCount: 1,
        followingCount: 1,
      });
    }
  });

  it('refuses to follow oneself, or to end it', async () => {
    for (const { status, body } of [await follow(ada, ada), await unfollow(ada, ada)]) {
      expect([status, body.code]).toEqual([400, 'InvalidInput']);
      expect(body.error).toMatch(/^userId: /);
    }
  });

  it('refuses whoever is above, if by a millimetre, and takes them at the very depth', async () => {
    const [higher, lower] = await crowdOf(2);
    await rise(higher!, 1);
    const { status, body } = await follow(lower!, higher!);
    expect([status, body.code]).toEqual([403, 'DepthTooLow']);
    expect(await connectionsOf(higher!)).toMatchObject({ followers: [], followersCount: 0 });
    await rise(lower!);
    expect((await follow(lower!, higher!)).body).toMatchObject({ following: true, followersCount: 1 });
  });

  it('says how much higher one has to be', async () => {
    const member = await Member.register();
    await riseByUpload(member, 2);
    const { status, body } = await follow(ben, member);
    expect([status, body.code, body.error]).toEqual([403, 'DepthTooLow', 'You need to ascend 0.02m higher for this.']);
  });

  it('stays when the other rises above: repeated, ended, and then out of reach', async () => {
    const [riser, follower] = await crowdOf(2);
    await follow(follower!, riser!);
    await rise(riser!);
    expect(await connectionsOf(riser!)).toMatchObject({ followers: [follower!.userId], followersCount: 1 });
    expect((await follow(follower!, riser!)).body).toMatchObject({ following: true, followersCount: 1 });
    expect((await unfollow(follower!, riser!)).body).toMatchObject({ following: false, followersCount: 0 });
    expect((await follow(follower!, riser!)).body.code).toBe('DepthTooLow');
  });

  it('answers that there is no such member', async () => {
    for (const run of [follow, unfollow]) {
      const { status, body } = await run(ada, { userId: 'nobody-at-all' });
      expect([status, body.code, body.error]).toEqual([404, 'NotFound', 'User not found']);
    }
    expect(await connectionsOf(ada)).toMatchObject({ following: [], followingCount: 0 });
  });

  it('follows for somebody who has just registered, and asked for nothing before', async () => {
    const member = await Member.register();
    expect((await follow(member, ben)).body).toMatchObject({ following: true, followingCount: 1 });
    expect((await unfollow(member, ben)).status).toBe(200);
  });

  it.each(['PUT', 'DELETE'])('refuses an id that can be none: %s', async (method) => {
    const { status, body } = await send(method, '/users/a_b/follow', { token: ada.tokens.access });
    expect([status, body.code]).toEqual([400, 'InvalidInput']);
  });
});

describe('many follows at once', () => {
  it('counts once what one member sends many times', async () => {
    const [one, other] = await crowdOf(2);
    const answers = await atOnce(20, () => follow(one!, other!));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await connectionsOf(other!)).toMatchObject({ followers: [one!.userId], followersCount: 1 });
    expect(await connectionsOf(one!)).toMatchObject({ following: [other!.userId], followingCount: 1 });
  });

  it('leaves counters equal to the lists, when following and its end race', async () => {
    const [one, other] = await crowdOf(2);
    for (let round = 0; round < 5; round++) {
      const runs = Array.from({ length: 6 }, (_, number) => (number % 2 ? unfollow : follow));
      const answers = await Promise.all(runs.map((run) => retried(() => run(one!, other!))));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      const [ones, others] = [await connectionsOf(one!), await connectionsOf(other!)];
      expect([ones.followingCount, others.followersCount]).toEqual([ones.following.length, others.followers.length]);
      expect(ones.following.length).toBe(others.followers.length);
    }
  });
});
