import { describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { Member } from '../../support/member.ts';

const { updateProfile, me } = contract.account;

const marina = await Member.register('Marina of the edits');
const theo = await Member.register();

describe('PUT /profile', () => {
  it('changes username and bio, for the member and for everybody else', async () => {
    const bio = 'Follows currents.\nCollects 🐚.';
    const { body } = await marina.call(updateProfile, { username: '  Marina   Deep ', bio: ` ${bio}\r\n` });
    expect(body.profile).toMatchObject({ username: 'Marina Deep', displayName: 'Marina Deep', bio });
    expect((await marina.call(me, {})).body.profile).toEqual(body.profile);
    const seen = await theo.call(contract.users.profile, { userId: marina.userId });
    expect(seen.body.profile).toMatchObject({ username: 'Marina Deep', bio });
    const card = await theo.call(contract.users.get, { userId: marina.userId });
    expect(card.body.user.username).toBe('Marina Deep');
  });

  it('leaves a bio alone that is not mentioned, and empties one that is', async () => {
    await marina.call(updateProfile, { username: 'Marina', bio: 'Still here' });
    const kept = await marina.call(updateProfile, { username: 'Marina II' });
    expect(kept.body.profile.bio).toBe('Still here');
    const emptied = await marina.call(updateProfile, { username: 'Marina II', bio: '' });
    expect(emptied.body.profile.bio).toBe('');
  });

  it('is found by the new name and no longer by the old one', async () => {
    const name = `Zephyr ${marina.userId.slice(0, 8)}`;
    await marina.call(updateProfile, { username: name, bio: `bio-${marina.userId}` });
    const find = async (q: string) => (await theo.call(contract.users.list, { q, limit: 50 })).body.users;
    expect((await find(name.toUpperCase())).map(({ id }) => id)).toEqual([marina.userId]);
    expect((await find(`BIO-${marina.userId}`)).map(({ id }) => id)).toEqual([marina.userId]);
    await marina.call(updateProfile, { username: 'Somebody else', bio: '' });
    expect(await find(name)).toEqual([]);
  });

  it('takes exactly thirty characters and exactly two hundred, whatever they weigh', async () => {
    const { status, body } = await marina.call(updateProfile, { username: '🐙'.repeat(30), bio: '深'.repeat(200) });
    expect(status).toBe(200);
    expect([...body.profile.username]).toHaveLength(30);
    expect([...body.profile.bio]).toHaveLength(200);
  });

  it('keeps depth and counters as they are, and may be repeated', async () => {
    await marina.call(contract.account.testContribution, {});
    const before = (await marina.call(me, {})).body.profile;
    for (let time = 0; time < 3; time++) await marina.call(updateProfile, { username: before.username });
    expect((await marina.call(me, {})).body.profile).toEqual(before);
  });

  it.each([
    ['no username', { bio: 'x' }],
    ['a blank username', { username: '   ' }],
    ['a username of zero-width characters', { username: '\u200B\u200D\uFEFF\u2060' }],
    ['a username of 31 characters', { username: 'x'.repeat(31) }],
    ['a bio of 201 characters', { username: 'x', bio: 'y'.repeat(201) }],
    ['a username that is no text', { username: 7 }],
    ['a depth', { username: 'x', depth: 10_000 }],
    ['a contribution', { username: 'x', contributedMB: 10_000 }],
    ['followers', { username: 'x', followers: [] }],
    ['an email', { username: 'x', email: 'other@fathom.example' }],
  ])('refuses %s, and changes nothing', async (_, input) => {
    const before = (await theo.call(me, {})).body.profile;
    const { status, body } = await theo.call(updateProfile, input as { username: string });
    expect([status, body.code]).toEqual([400, 'InvalidInput']);
    expect((await theo.call(me, {})).body.profile).toEqual(before);
  });

  it("refuses to change somebody else's", async () => {
    const { status, body } = await theo.call(updateProfile, { userId: marina.userId, username: 'Stolen' });
    expect([status, body.code]).toEqual([403, 'NotYou']);
  });
});

describe('POST /profile/test-contribution', () => {
  it('lifts the member by a tenth of a centimetre, and counts 0.1 MB', async () => {
    const ida = await Member.register();
    const { body } = await ida.call(contract.account.testContribution, {});
    expect(body.profile.contributedMB).toBeCloseTo(0.1, 5);
    expect(body.profile.depth).toBeCloseTo(0.001, 6);
  });

  it('counts once for one idempotency key, however often it is sent, and anew for another', async () => {
    const ida = await Member.register();
    const idempotencyKey = 'contribution-1';
    await Promise.all(
      Array.from({ length: 20 }, () => ida.call(contract.account.testContribution, { idempotencyKey })),
    );
    expect(await ida.depth()).toBeCloseTo(0.001, 6);
    await ida.call(contract.account.testContribution, { idempotencyKey: 'contribution-2' });
    expect(await ida.depth()).toBeCloseTo(0.002, 6);
  });

  it.each([
    ['an amount', { amount: 100 }, 400, 'InvalidInput'],
    ['a key that can be none', { idempotencyKey: 'a b' }, 400, 'InvalidInput'],
    ["somebody else's id", { userId: 'somebody-else' }, 403, 'NotYou'],
  ])('refuses %s', async (_, input, status, code) => {
    const answer = await theo.call(contract.account.testContribution, input);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });
});
