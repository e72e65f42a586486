/**
 * Tests of the job that purges what members have deleted. Deleting hides an account or a post immediately, and queues
 * its purge.
 */
import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FakeBucket } from '../../test/support/fake-bucket.ts';
import { fakeUserPool } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { beforeNext } from '../../test/support/table-calls.ts';
import { recordStoredFile } from '../files/record-stored-file.ts';
import { table } from '../table/client.ts';
import { purgeFile } from '../table/file.ts';
import { getOrder, storeOrder } from '../table/payment-order.ts';
import { hideAccount, readPendingPurges } from '../table/pending-purge.ts';
import { getPost, hidePost, storePost } from '../table/post.ts';
import { createProfile } from '../table/profile.ts';
import { unseal } from '../table/sealed.ts';
import { purge, purgePending } from './purge.ts';
import { isPending } from './purge-fixture.ts';

let stopTable: () => Promise<void>;
let bucket: FakeBucket;
beforeAll(async () => {
  stopTable = await startTable();
  bucket = new FakeBucket();
  fakeUserPool();
});
afterAll(() => stopTable());

const timeLeft = () => true;
const noTimeLeft = () => false;
const LONG_AGO = new Date('2020-01-01T00:00:00Z');

/** Number of pending purges that the job reads per query. */
const PAGE_SIZE = 25;

/** Creates a member with an order, which the purge deletes. */
async function createMember(): Promise<string> {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  await storeOrder({ orderId: 'O', userId, steps: 1, packageName: '', merchantId: '' });
  return userId;
}

async function createPost(userId: string): Promise<string> {
  const postId = ulid();
  const createdAt = new Date().toISOString();
  await storePost({ postId, userId, content: 'Ahoy', createdAt, depth: 0, likeCount: 0, commentCount: 0 });
  return postId;
}

/** Creates a member who has hidden this number of posts. */
async function createHiddenPosts(count: number): Promise<void> {
  const userId = await createMember();
  const posts: string[] = [];
  for (let number = 0; number < count; number++) posts.push(await createPost(userId));
  for (const postId of posts) await hidePost({ postId, userId });
}

/** Returns whether a member's order is deleted. */
const isPurged = async (userId: string) => (await getOrder(userId, 'O')) === undefined;

describe('purge', () => {
  it('purges a hidden post', async () => {
    const userId = await createMember();
    const postId = await createPost(userId);
    await hidePost({ postId, userId });

    expect(await purge({ kind: 'post', postId }, timeLeft)).toBe(true);
    expect(unseal(await getPost(postId))).not.toHaveProperty('userId');
  });

  it('purges a hidden account', async () => {
    const userId = await createMember();
    await hideAccount(userId, LONG_AGO);

    expect(await purge({ kind: 'account', userId }, timeLeft)).toBe(true);
    expect(await isPurged(userId)).toBe(true);
  });

  it('completes even if a concurrent run purges the same file', async () => {
    const userId = await createMember();
    const key = `files/${userId}/${ulid()}/a.txt`;
    bucket.put(key, 'Hello');
    await recordStoredFile(key);
    await hideAccount(userId, LONG_AGO);
    const wasPurgedElsewhere = beforeNext(table, 'BatchGetItemCommand', () => purgeFile(key));

    expect(await purge({ kind: 'account', userId }, timeLeft)).toBe(true);
    expect(wasPurgedElsewhere()).toBe(true);
  });
});

describe('purgePending', () => {
  /** The number of purges that stay pending from earlier tests, because uploads of their members can still arrive. */
  let waitingBefore: number;

  beforeEach(async () => {
    await purgePending(timeLeft);
    waitingBefore = (await readPendingPurges(100)).purges.length;
  });

  it('purges pending accounts and posts over all pages, even if earlier runs had too little time', async () => {
    await createHiddenPosts(PAGE_SIZE + 1);
    const leaver = await createMember();
    await hideAccount(leaver, LONG_AGO);

    // Counts a page of purges, and at least one on the next page.
    expect(await purgePending(noTimeLeft)).toMatchObject({ removed: 0, left: PAGE_SIZE + 1, failed: 0 });

    let steps = 3;
    const timeForThreeSteps = () => steps-- > 0;
    expect(await purgePending(timeForThreeSteps)).toMatchObject({ failed: 0 });

    const { removed, left } = await purgePending(timeLeft);
    expect(removed).toBeGreaterThan(20);
    expect(left).toBe(waitingBefore);
    expect((await readPendingPurges(100)).purges).toHaveLength(waitingBefore);
    expect(await isPurged(leaver)).toBe(true);
  });

  it('purges a new leaver, but keeps the purge pending while signed uploads can still arrive', async () => {
    const leaver = await createMember();
    await hideAccount(leaver);

    expect(await purgePending(timeLeft)).toMatchObject({ left: waitingBefore + 1, failed: 0 });

    expect(await isPurged(leaver)).toBe(true);
    expect(await isPending(leaver)).toBe(true);
    expect((await readPendingPurges(100)).purges).toHaveLength(waitingBefore + 1);
  });
});
