import { describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { Member } from '../../support/member.ts';

describe('GET /me', () => {
  it('returns the profile of a new member at depth 0', async () => {
    const member = await Member.register('Ada of the Deep');
    const { status, body, headers } = await member.call(contract.account.me, {});

    expect(status).toBe(200);
    expect(body.profile).toMatchObject({
      id: member.userId,
      email: member.email,
      username: 'Ada of the Deep',
      displayName: 'Ada of the Deep',
      depth: 0,
      contributedMB: 0,
      profilePicture: '',
      bio: '',
      followersCount: 0,
      followingCount: 0,
    });
    expect(Number.isNaN(Date.parse(body.profile.createdAt))).toBe(false);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('returns the same profile to concurrent requests', async () => {
    const member = await Member.register();
    const responses = await Promise.all(Array.from({ length: 8 }, () => member.call(contract.account.me, {})));
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });
});
