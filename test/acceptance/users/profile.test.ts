import { beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { Member, send } from '../../support/member.ts';
import { rise, riseByUpload, sink } from '../../support/rising.ts';

let ada: Member;
let ben: Member;

const view = (viewer: Member, { userId }: Pick<Member, 'userId'>) => viewer.call(contract.users.profile, { userId });

beforeAll(async () => {
  [ada, ben] = await Promise.all([Member.register('Ada'), Member.register('Ben')]);
  await ben.depth();
  await riseByUpload(ada, 3);
  await ada.call(contract.account.updateProfile, { username: 'Ada', bio: 'I dive.\n<b>Deep.</b>' });
});

describe('GET /users/{userId}/profile', () => {
  it('is open to whoever is as high, with all but the email', async () => {
    await ada.call(contract.users.follow, { userId: ben.userId });
    const { status, body } = await view(ada, ben);
    expect(status).toBe(200);
    expect(body.profile).toEqual({
      id: ben.userId,
      username: 'Ben',
      profilePicture: '',
      depth: 0,
      bio: '',
      contributedMB: 0,
      followersCount: 1,
      followingCount: 0,
      followedByViewer: true,
      restricted: false,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
    expect(JSON.stringify(body)).not.toContain(ben.email);
  });

  it("is open to its owner, and the same as the owner's own", async () => {
    const { body } = await view(ada, ada);
    const { email, displayName, ...own } = (await ada.call(contract.account.me, {})).body.profile;
    expect([email, displayName]).toEqual([ada.email, 'Ada']);
    expect(body.profile).toEqual({ ...own, followedByViewer: false, restricted: false });
    expect(body.profile).toMatchObject({ bio: 'I dive.\n<b>Deep.</b>', depth: 0.03, contributedMB: 3 });
  });

  it('tells those below who it is, and how far away, and nothing more', async () => {
    const { status, body } = await view(ben, ada);
    expect(status).toBe(200);
    expect(body.profile).toEqual({
      id: ada.userId,
      username: 'Ada',
      profilePicture: '',
      depth: 0.03,
      restricted: true,
      difference: 0.03,
    });
  });

  it('is restricted by less than what two decimals show, and open at the very depth', async () => {
    const [higher, lower] = await Promise.all([Member.register(), Member.register()]);
    await rise(higher, 2);
    await rise(lower);
    expect((await view(lower, higher)).body.profile).toMatchObject({ restricted: true, difference: 0.001 });
    await rise(lower);
    expect((await view(lower, higher)).body.profile).toMatchObject({ restricted: false });
    expect((await view(higher, lower)).body.profile).toMatchObject({ restricted: false });
  });

  it('goes by where the owner is now', async () => {
    const [member, viewer] = await Promise.all([Member.register(), Member.register()]);
    const ballast = await riseByUpload(member, 1);
    expect((await view(viewer, member)).body.profile).toMatchObject({ restricted: true, difference: 0.01 });
    await sink(member, ballast);
    expect((await view(viewer, member)).body.profile).toMatchObject({ restricted: false, depth: 0 });
  });

  it('answers that there is no such member', async () => {
    const { status, body } = await view(ada, { userId: 'nobody-at-all' });
    expect([status, body.code, body.error]).toEqual([404, 'NotFound', 'User not found']);
  });

  it.each(['a_b', 'x'.repeat(65), '%3Cscript%3E'])('refuses the id "%s"', async (id) => {
    const { status, body } = await send('GET', `/users/${id}/profile`, { token: ada.tokens.access });
    expect([status, body.code]).toEqual([400, 'InvalidInput']);
    expect(body.error).toMatch(/^userId: /);
  });
});
