/**
 * Tests of limits for members, such as 20 posts a day for new members. An account is settled after a week, and then
 * has higher limits. A stage can lower all limits to a percentage.
 */
import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { CONDUCT_LIMITS } from '../../shared/rules/conduct-limits.ts';
import { DAY_MS } from '../../shared/rules/durations.ts';
import { BYTES_PER_MB } from '../../shared/rules/limits.ts';
import { startTable } from '../../test/support/table.ts';
import { type Actor, checkStoredBytes, claim, countUses, countUsesOnce, readUses } from './conduct.ts';
import { getPost, type StoredPost, storePost } from './post.ts';
import { unseal } from './sealed.ts';

let stopTable: () => Promise<void>;
beforeAll(async () => {
  stopTable = await startTable();
});
afterAll(() => stopTable());
afterEach(() => {
  vi.unstubAllEnvs();
});

/** Noon in UTC, in milliseconds. */
const NOON = Date.UTC(2026, 5, 1, 12);

/** Ages of accounts in days. An account is settled after a week. */
const SETTLED_DAYS = 7;
const ALMOST_SETTLED_DAYS = 6.9;

/** Builds a member whose account has this age in days. */
const buildActor = (ageDays = 0): Actor => ({
  userId: randomUUID(),
  createdAt: new Date(Date.now() - ageDays * DAY_MS).toISOString(),
});

/** Returns the number of accepted requests. Fails if a request was refused for another reason than a limit. */
async function countAccepted(requests: Promise<unknown>[]): Promise<number> {
  const results = await Promise.allSettled(requests);
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'LimitReached', status: 429 });
  }
  return results.filter(({ status }) => status === 'fulfilled').length;
}

describe('countUses', () => {
  it('accepts exactly as many concurrent uses as the limit allows', async () => {
    const member = buildActor();
    const limit = CONDUCT_LIMITS.posts.new;

    expect(await countAccepted(Array.from({ length: limit + 10 }, () => countUses(member, { posts: 1 })))).toBe(limit);
    expect(await readUses(member.userId, Date.now())).toMatchObject({ posts: limit, comments: 0 });
  });

  it('accepts more uses from members whose account is a week old', async () => {
    vi.stubEnv('CONDUCT_LIMIT_PERCENT', '10');
    const settledMember = buildActor(SETTLED_DAYS);
    const newMember = buildActor(ALMOST_SETTLED_DAYS);
    const publishRepeatedly = (member: Actor) =>
      countAccepted(Array.from({ length: 15 }, () => countUses(member, { posts: 1 })));

    // 10 % of 100 posts for settled members, and of 20 posts for new ones.
    expect(await publishRepeatedly(settledMember)).toBe(10);
    expect(await publishRepeatedly(newMember)).toBe(2);
  });

  it('counts the uses of each member separately', async () => {
    vi.stubEnv('CONDUCT_LIMIT_PERCENT', '10');
    const requests = Array.from({ length: 15 }, () => countUses(buildActor(ALMOST_SETTLED_DAYS), { posts: 1 }));

    expect(await countAccepted(requests)).toBe(15);
  });

  it('counts bytes up to the limit, and no bytes of a refused request', async () => {
    vi.stubEnv('CONDUCT_LIMIT_PERCENT', '1');
    const member = buildActor();
    // 1 % of the 5,000 MB that new members may upload in a day.
    const limit = 50 * BYTES_PER_MB;

    await countUses(member, { uploads: 0, uploadBytes: limit - 10 });
    await expect(countUses(member, { uploadBytes: 11 })).rejects.toMatchObject({ limit: 'uploadBytes' });

    await countUses(member, { uploadBytes: 10 });
    expect(await readUses(member.userId, Date.now())).toMatchObject({ uploadBytes: limit });
    await expect(countUses(buildActor(), { uploadBytes: limit + 1 })).rejects.toMatchObject({ limit: 'uploadBytes' });
  });
});

describe('claim', () => {
  const buildPost = (userId: string): StoredPost => ({
    postId: ulid(),
    userId,
    content: 'x',
    createdAt: new Date().toISOString(),
    depth: 0,
    likeCount: 0,
    commentCount: 0,
  });

  it('names the reached limit and the time until its window ends', async () => {
    const member = { userId: randomUUID(), createdAt: new Date(NOON).toISOString() };
    // New members may upload 5,000 MB in a day.
    const uploadBytes = 5001 * BYTES_PER_MB;
    const { buildLimitReached } = claim(member, { uploads: 1, uploadBytes }, NOON + 1000);

    expect(await buildLimitReached()).toMatchObject({
      limit: 'uploadBytes',
      retryAfterSeconds: 12 * 3600 - 1,
      message: expect.stringContaining('You can upload it in 12 hours.'),
    });
  });

  it('starts to count at zero in the next window', async () => {
    vi.stubEnv('CONDUCT_LIMIT_PERCENT', '1');
    const { userId } = buildActor();
    const publish = (now: number) =>
      storePost(buildPost(userId), { limitWrites: claim({ userId }, { posts: 1 }, now).limitWrites });
    const midnight = Date.UTC(2026, 5, 2);

    expect(await publish(midnight - 1)).toBe('created');
    expect(await publish(midnight - 1)).toBe('limited');
    expect(await publish(midnight)).toBe('created');
    expect(await publish(midnight)).toBe('limited');
  });

  it('either counts a post and stores it, or does neither', async () => {
    vi.stubEnv('CONDUCT_LIMIT_PERCENT', '1');
    const member = buildActor();
    const firstPost = buildPost(member.userId);
    const secondPost = buildPost(member.userId);

    expect(await storePost(firstPost)).toBe('created');
    expect(await storePost(firstPost, { limitWrites: claim(member, { posts: 1 }).limitWrites })).toBe('exists');
    expect(await readUses(member.userId, Date.now())).toMatchObject({ posts: 0 });

    await countUses(member, { posts: 1 });
    expect(await storePost(secondPost, { limitWrites: claim(member, { posts: 1 }).limitWrites })).toBe('limited');
    expect(unseal(await getPost(secondPost.postId))).toBeUndefined();
  });
});

describe('countUsesOnce', () => {
  it('counts a repeated request once, and accepts further repetitions after the limit is reached', async () => {
    vi.stubEnv('CONDUCT_LIMIT_PERCENT', '1');
    const member = buildActor();
    const pay = (key: string) =>
      countUsesOnce(member, { payments: 1 }, { userId: member.userId, kind: 'PAYMENT', key }, ulid());

    expect(await countAccepted([pay('a'), pay('a'), pay('a')])).toBe(3);
    await expect(pay('b')).rejects.toMatchObject({ code: 'LimitReached', limit: 'payments' });

    await pay('a');
    expect(await readUses(member.userId, Date.now())).toMatchObject({ payments: 1 });
  });
});

describe('checkStoredBytes', () => {
  /** The limit for new members: 20,000 MB. */
  const limit = 20_000 * BYTES_PER_MB;

  it('accepts files up to the limit', () => {
    const member = { userId: 'mira', createdAt: new Date(NOON).toISOString() };

    checkStoredBytes(member, limit - 5, 5, NOON);

    expect(() => checkStoredBytes(member, limit - 5, 6, NOON)).toThrow(/over 20,000 MB, which is the limit for new/);
  });

  it('proposes to wait only to new members, until their account is settled', () => {
    const catchRefusal = (ageMs: number) => {
      try {
        checkStoredBytes({ userId: 'mira', createdAt: new Date(NOON - ageMs).toISOString() }, 2e12, 1, NOON);
      } catch (error) {
        return error;
      }
    };

    expect(catchRefusal(0)).toMatchObject({ code: 'LimitReached', retryAfterSeconds: (7 * DAY_MS) / 1000 });
    expect(catchRefusal(7 * DAY_MS)).toMatchObject({ code: 'LimitReached', retryAfterSeconds: undefined });
  });
});
