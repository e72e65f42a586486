/** Tests of identity cards: what every member can see of every other member. See docs/product.md#visibility. */
import { describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { Member } from '../../support/member.ts';
import { messageAbout } from '../../support/validation-message.ts';

const [ada, ben] = await Promise.all([Member.register('Ada'), Member.register('Ben')]);

// A user pool without triggers creates no profile at the sign-up.
await Promise.all([ada.ensureProfile(), ben.ensureProfile()]);

/** Returns the parameter `userIds`: well-formed IDs that no member has, separated by commas. */
const buildUserIdsParam = (count: number) => Array.from({ length: count }, (_, index) => `member-${index}`).join(',');

describe('GET /users/{userId}', () => {
  it('returns only the identity card of another member', async () => {
    const { body } = await ada.call(contract.users.get, { userId: ben.userId });
    expect(body).toEqual({ success: true, user: { id: ben.userId, username: 'Ben', profilePicture: '', depth: 0 } });
  });

  it('returns the name "Unknown User" for an unknown ID', async () => {
    const { body } = await ada.call(contract.users.get, { userId: 'unknown-member' });
    expect(body.user).toEqual({ id: 'unknown-member', username: 'Unknown User', profilePicture: '', depth: 0 });
  });

  it.each(['a_b', 'x'.repeat(65), '<script>', 'a.b', 'Ω'])('rejects the ID "%s"', async (userId) => {
    const { status, body } = await ada.call(contract.users.get, { userId });
    expect([status, body.code]).toEqual([400, 'InvalidInput']);
    expect(body.error).toMatch(messageAbout('userId'));
  });
});

describe('GET /users/batch', () => {
  it('returns one identity card per distinct ID, in the order of the IDs', async () => {
    const userIds = [ben.userId, 'unknown-member', ada.userId, ben.userId].join(',');
    const { body } = await ada.call(contract.users.batch, { userIds });
    expect(body.users.map(({ username }) => username)).toEqual(['Ben', 'Unknown User', 'Ada']);
  });

  it('accepts 100 IDs', async () => {
    const { status, body } = await ada.call(contract.users.batch, { userIds: buildUserIdsParam(100) });
    expect(status).toBe(200);
    expect(body.users).toHaveLength(100);
  });

  it.each([
    ['no IDs', ''],
    ['an empty ID', 'a,,b'],
    ['101 IDs', buildUserIdsParam(101)],
    ['a malformed ID', 'a,b c'],
  ])('rejects %s', async (_, userIds) => {
    const { status, body } = await ada.call(contract.users.batch, { userIds });
    expect([status, body.code]).toEqual([400, 'InvalidInput']);
  });
});
