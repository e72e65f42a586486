/** Tests of other members' profiles. Viewers below see only an identity card. See docs/product.md#visibility. */
import { beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { sendRequest } from '../../support/api-request.ts';
import { lowerDepth, raiseDepth, raiseDepthByUpload } from '../../support/depth-changes.ts';
import { Member } from '../../support/member.ts';
import { messageAbout } from '../../support/validation-message.ts';

let highMember: Member;
let lowMember: Member;

const viewProfile = (viewer: Member, { userId }: Pick<Member, 'userId'>) =>
  viewer.call(contract.users.profile, { userId });

beforeAll(async () => {
  [highMember, lowMember] = await Promise.all([Member.register('Ada'), Member.register('Ben')]);
  await lowMember.ensureProfile();
  await raiseDepthByUpload(highMember, 3);
  await highMember.call(contract.account.updateProfile, { username: 'Ada', bio: 'I dive.\n<b>Deep.</b>' });
});

describe('GET /users/{userId}/profile', () => {
  it("returns the full profile without the email to viewers at the owner's depth or above", async () => {
    await highMember.call(contract.users.follow, { userId: lowMember.userId });
    const { status, body } = await viewProfile(highMember, lowMember);

    expect(status).toBe(200);
    expect(body.profile).toEqual({
      id: lowMember.userId,
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
    expect(JSON.stringify(body)).not.toContain(lowMember.email);
  });

  it('returns the same profile to its owner as GET /me', async () => {
    const { body } = await viewProfile(highMember, highMember);
    const { email, displayName, ...publicFields } = (await highMember.call(contract.account.me, {})).body.profile;

    expect([email, displayName]).toEqual([highMember.email, 'Ada']);
    expect(body.profile).toEqual({ ...publicFields, followedByViewer: false, restricted: false });
    expect(body.profile).toMatchObject({ bio: 'I dive.\n<b>Deep.</b>', depth: 0.03, contributedMB: 3 });
  });

  it('returns only the identity card, the missing metres, and the follow state to viewers below', async () => {
    const { status, body } = await viewProfile(lowMember, highMember);
    expect(status).toBe(200);
    expect(body.profile).toEqual({
      id: highMember.userId,
      username: 'Ada',
      profilePicture: '',
      depth: 0.03,
      followedByViewer: false,
      restricted: true,
      difference: 0.03,
    });
  });

  it("restricts a profile for viewers 1 mm below and opens it at the owner's depth", async () => {
    const [higher, lower] = await Promise.all([Member.register(), Member.register()]);
    await raiseDepth(higher, 2);
    await raiseDepth(lower, 1);
    expect((await viewProfile(lower, higher)).body.profile).toMatchObject({ restricted: true, difference: 0.001 });

    await raiseDepth(lower, 1);
    expect((await viewProfile(lower, higher)).body.profile).toMatchObject({ restricted: false });
    expect((await viewProfile(higher, lower)).body.profile).toMatchObject({ restricted: false });
  });

  it('says whether the viewer follows a member who has risen above them', async () => {
    const [member, viewer] = await Promise.all([Member.register(), Member.register()]);
    // A pool without triggers creates no profile, and only members with a profile can be followed.
    await member.ensureProfile();
    expect((await viewer.call(contract.users.follow, { userId: member.userId })).status).toBe(200);

    await raiseDepth(member);
    expect((await viewProfile(viewer, member)).body.profile).toMatchObject({
      restricted: true,
      followedByViewer: true,
    });

    await viewer.call(contract.users.unfollow, { userId: member.userId });
    expect((await viewProfile(viewer, member)).body.profile).toMatchObject({ followedByViewer: false });
  });

  it("uses the owner's current depth", async () => {
    const [member, viewer] = await Promise.all([Member.register(), Member.register()]);
    const uploadedFile = await raiseDepthByUpload(member, 1);
    expect((await viewProfile(viewer, member)).body.profile).toMatchObject({ restricted: true, difference: 0.01 });

    await lowerDepth(member, uploadedFile);
    expect((await viewProfile(viewer, member)).body.profile).toMatchObject({ restricted: false, depth: 0 });
  });

  it('returns 404 for an unknown member', async () => {
    const { status, body } = await viewProfile(highMember, { userId: 'unknown-member' });
    expect([status, body.code, body.error]).toEqual([404, 'NotFound', 'User not found']);
  });

  it.each(['a_b', 'x'.repeat(65), '%3Cscript%3E'])('rejects the ID "%s"', async (id) => {
    const { status, body } = await sendRequest('GET', `/users/${id}/profile`, { token: highMember.tokens.access });
    expect([status, body.code]).toEqual([400, 'InvalidInput']);
    expect(body.error).toMatch(messageAbout('userId'));
  });
});
