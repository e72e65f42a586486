import { describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { Member } from '../../support/member.ts';

const [ada, ben] = await Promise.all([Member.register('Ada'), Member.register('Ben')]);
// A profile exists once its owner, or the sign-up trigger, has asked for it.
await Promise.all([ada.depth(), ben.depth()]);

describe('GET /users/{userId}', () => {
  it("shows another member's card, and nothing more", async () => {
    const { body } = await ada.call(contract.users.get, { userId: ben.userId });
    expect(body).toEqual({ success: true, user: { id: ben.userId, username: 'Ben', profilePicture: '', depth: 0 } });
  });

  it('calls somebody it does not know "Unknown User"', async () => {
    const { body } = await ada.call(contract.users.get, { userId: 'nobody-at-all' });
    expect(body.user).toEqual({ id: 'nobody-at-all', username: 'Unknown User', profilePicture: '', depth: 0 });
  });

  it.each(['a_b', 'x'.repeat(65), '<script>', 'a.b', 'Ω'])('refuses the id "%s"', async (userId) => {
    const { status, body } = await ada.call(contract.users.get, { userId });
    expect([status, body.code]).toEqual([400, 'InvalidInput']);
    expect(body.error).toMatch(/^userId: /);
  });
});

describe('GET /users/batch', () => {
  it('answers in the order of the ids, once for each', async () => {
    const userIds = [ben.userId, 'nobody', ada.userId, ben.userId].join(',');
    const { body } = await ada.call(contract.users.batch, { userIds });
    expect(body.users.map(({ username }) => username)).toEqual(['Ben', 'Unknown User', 'Ada']);
  });

  it('takes a hundred ids', async () => {
    const userIds = Array.from({ length: 100 }, (_, index) => `member-${index}`).join(',');
    const { status, body } = await ada.call(contract.users.batch, { userIds });
    expect(status).toBe(200);
    expect(body.users).toHaveLength(100);
  });

  it.each([
    ['no ids', ''],
    ['a blank among them', 'a,,b'],
    ['101 ids', Array.from({ length: 101 }, (_, index) => `member-${index}`).join(',')],
    ['an id that can be none', 'a,b c'],
  ])('refuses %s', async (_, userIds) => {
    const { status, body } = await ada.call(contract.users.batch, { userIds });
    expect([status, body.code]).toEqual([400, 'InvalidInput']);
  });
});
