/** Tests of reading and changing one's own profile. See docs/product.md#profile. */
import { describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { Member } from '../../support/member.ts';

const { updateProfile, me } = contract.account;

/** The depth of one test contribution, in metres. */
const TEST_CONTRIBUTION_METRES = 0.001;

const owner = await Member.register('Marina of the edits');
const otherMember = await Member.register();

describe('PUT /profile', () => {
  it('changes username and bio for the owner and for other viewers', async () => {
    const bio = 'Follows currents.\nCollects 🐚.';
    const { body } = await owner.call(updateProfile, { username: '  Marina   Deep ', bio: ` ${bio}\r\n` });

    expect(body.profile).toMatchObject({ username: 'Marina Deep', displayName: 'Marina Deep', bio });
    expect((await owner.call(me, {})).body.profile).toEqual(body.profile);

    const profileResponse = await otherMember.call(contract.users.profile, { userId: owner.userId });
    expect(profileResponse.body.profile).toMatchObject({ username: 'Marina Deep', bio });

    const card = await otherMember.call(contract.users.get, { userId: owner.userId });
    expect(card.body.user.username).toBe('Marina Deep');
  });

  it('keeps an omitted bio and clears an empty one', async () => {
    await owner.call(updateProfile, { username: 'Marina', bio: 'Still here' });

    const renameResponse = await owner.call(updateProfile, { username: 'Marina II' });
    expect(renameResponse.body.profile.bio).toBe('Still here');

    const clearResponse = await owner.call(updateProfile, { username: 'Marina II', bio: '' });
    expect(clearResponse.body.profile.bio).toBe('');
  });

  it('makes the member searchable by the new name and bio only', async () => {
    const searchUserIds = async (q: string) => {
      const { body } = await otherMember.call(contract.users.list, { q, limit: 50 });
      return body.users.map(({ id }) => id);
    };
    const name = `Zephyr ${owner.userId.slice(0, 8)}`;

    await owner.call(updateProfile, { username: name, bio: `bio-${owner.userId}` });
    expect(await searchUserIds(name.toUpperCase())).toEqual([owner.userId]);
    expect(await searchUserIds(`BIO-${owner.userId}`)).toEqual([owner.userId]);

    await owner.call(updateProfile, { username: 'Renamed', bio: '' });
    expect(await searchUserIds(name)).toEqual([]);
  });

  it('accepts a username of 30 and a bio of 200 multi-byte characters', async () => {
    const { status, body } = await owner.call(updateProfile, { username: '🐙'.repeat(30), bio: '深'.repeat(200) });

    expect(status).toBe(200);
    expect([...body.profile.username]).toHaveLength(30);
    expect([...body.profile.bio]).toHaveLength(200);
  });

  it('keeps depth and counters when the same profile is saved several times', async () => {
    await owner.call(contract.account.testContribution, {});
    const profileBefore = (await owner.call(me, {})).body.profile;

    for (let count = 0; count < 3; count++) await owner.call(updateProfile, { username: profileBefore.username });

    expect((await owner.call(me, {})).body.profile).toEqual(profileBefore);
  });

  it.each([
    ['no username', { bio: 'x' }],
    ['a blank username', { username: '   ' }],
    ['a username of zero-width characters', { username: '\u200B\u200D\uFEFF\u2060' }],
    ['a username of 31 characters', { username: 'x'.repeat(31) }],
    ['a bio of 201 characters', { username: 'x', bio: 'y'.repeat(201) }],
    ['a numeric username', { username: 7 }],
    ['a depth field', { username: 'x', depth: 10_000 }],
    ['a contribution field', { username: 'x', contributedMB: 10_000 }],
    ['a followers field', { username: 'x', followers: [] }],
    ['an email field', { username: 'x', email: 'other@fathom.example' }],
  ])('rejects %s and changes nothing', async (_, input) => {
    const profileBefore = (await otherMember.call(me, {})).body.profile;

    const { status, body } = await otherMember.call(updateProfile, input as { username: string });

    expect([status, body.code]).toEqual([400, 'InvalidInput']);
    expect((await otherMember.call(me, {})).body.profile).toEqual(profileBefore);
  });

  it("returns 403 for another member's profile", async () => {
    const { status, body } = await otherMember.call(updateProfile, { userId: owner.userId, username: 'Stolen' });
    expect([status, body.code]).toEqual([403, 'NotYou']);
  });
});

describe('POST /profile/test-contribution', () => {
  it('adds 0.1 MB to the contribution and 1 mm to the depth', async () => {
    const member = await Member.register();
    const { body } = await member.call(contract.account.testContribution, {});

    expect(body.profile.contributedMB).toBeCloseTo(0.1, 5);
    expect(body.profile.depth).toBeCloseTo(TEST_CONTRIBUTION_METRES, 6);
  });

  it('counts each idempotency key once, even in concurrent requests', async () => {
    const member = await Member.register();
    const contribute = (idempotencyKey: string) => member.call(contract.account.testContribution, { idempotencyKey });

    await Promise.all(Array.from({ length: 20 }, () => contribute('contribution-1')));
    expect(await member.getDepth()).toBeCloseTo(TEST_CONTRIBUTION_METRES, 6);

    await contribute('contribution-2');
    expect(await member.getDepth()).toBeCloseTo(2 * TEST_CONTRIBUTION_METRES, 6);
  });

  it.each([
    ['an amount', { amount: 100 }, 400, 'InvalidInput'],
    ['an invalid idempotency key', { idempotencyKey: 'a b' }, 400, 'InvalidInput'],
    ["another member's ID", { userId: 'another-member' }, 403, 'NotYou'],
  ])('rejects %s', async (_, input, status, code) => {
    const response = await otherMember.call(contract.account.testContribution, input);
    expect([response.status, response.body.code]).toEqual([status, code]);
  });
});
