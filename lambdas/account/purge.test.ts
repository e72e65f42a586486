import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeBucket, fakeUserPool } from '../../test/support/fake-clients.ts';
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

let stop: () => Promise<void>;
let bucket: FakeBucket;
beforeAll(async () => {
  stop = await startTable();
  bucket = new FakeBucket();
  fakeUserPool();
});
afterAll(() => stop());

const always = () => true;
const LONG_AGO = new Date('2020-01-01T00:00:00Z');

/** Creates a member with an order, which the purge deletes. */
async function newMember(): Promise<string> {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  await storeOrder({ orderId: 'O', userId, steps: 1, packageName: '', merchantId: '' });
  return userId;
}

async function newPost(userId: string): Promise<string> {
  const postId = ulid();
  const createdAt = new Date().toISOString();
  await storePost({ postId, userId, content: 'Ahoy', createdAt, depth: 0, likeCount: 0, commentCount: 0 });
  return postId;
}

const isPurged = async (userId: string) => (await getOrder(userId, 'O')) === undefined;

async function isPending(userId: string): Promise<boolean> {
  const { purges } = await readPendingPurges(1000);
  return purges.some((request) => request.kind === 'account' && request.userId === userId);
}

describe('purge', () => {
  it('purges a post, or an account', async () => {
    const userId = await newMember();
    const postId = await newPost(userId);
    await hidePost({ postId, userId });

    expect(await purge({ kind: 'post', postId }, always)).toBe(true);
    expect(unseal(await getPost(postId))).not.toHaveProperty('userId');

    await hideAccount(userId, LONG_AGO);
    expect(await purge({ kind: 'account', userId }, always)).toBe(true);
    expect(await isPurged(userId)).toBe(true);
  });
});

it('completes a purge although a concurrent run purges the same file', async () => {
  const userId = await newMember();
  const key = `files/${userId}/${ulid()}/a.txt`;
  bucket.put(key, 'Hello');
  await recordStoredFile(key);
  await hideAccount(userId, LONG_AGO);

  const wasPurgedElsewhere = beforeNext(table, 'BatchGetItemCommand', () => purgeFile(key));
  expect(await purge({ kind: 'account', userId }, always)).toBe(true);
  expect(wasPurgedElsewhere()).toBe(true);
});

describe('purgePending', () => {
  it('purges all pages of pending accounts and posts, and counts those that must wait', async () => {
    await purgePending(always);
    const waiting = (await readPendingPurges(100)).purges.length;
    const author = await newMember();
    const posts: string[] = [];
    for (let count = 0; count < 26; count++) posts.push(await newPost(author));
    for (const postId of posts) await hidePost({ postId, userId: author });
    const [done, fresh] = [await newMember(), await newMember()];

    await hideAccount(done, LONG_AGO);
    await hideAccount(fresh);

    // A page of 25, and at least one purge on the next page.
    expect(await purgePending(() => false)).toMatchObject({ removed: 0, left: 26, failed: 0 });

    let steps = 3;
    expect(await purgePending(() => steps-- > 0)).toMatchObject({ failed: 0 });

    const { removed, left } = await purgePending(always);
    expect(removed).toBeGreaterThan(20);
    expect(left).toBe(waiting + 1);
    expect((await readPendingPurges(100)).purges).toHaveLength(waiting + 1);
    expect(await isPending(fresh)).toBe(true);
    expect([await isPurged(done), await isPurged(fresh)]).toEqual([true, true]);
  });
});
