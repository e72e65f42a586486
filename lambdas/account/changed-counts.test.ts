/** Tests of the counts that likes and follows return, also while other members like or follow concurrently. */
import { randomUUID } from 'node:crypto';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeBucket } from '../../test/support/fake-bucket.ts';
import { startTable } from '../../test/support/table.ts';
import { beforeNext } from '../../test/support/table-calls.ts';
import { likeFile } from '../files/like.ts';
import { recordStoredFile } from '../files/record-stored-file.ts';
import { createPost } from '../posts/create.ts';
import { likePost, unlikePost } from '../posts/like.ts';
import { formatStorageKey } from '../storage/storage-key.ts';
import { table } from '../table/client.ts';
import { createProfile } from '../table/profile.ts';
import { followUser, unfollowUser } from '../users/follow.ts';

let stopTable: () => Promise<void>;
let bucket: FakeBucket;
beforeAll(async () => {
  stopTable = await startTable();
  bucket = new FakeBucket();
});
afterAll(() => stopTable());

async function createMember() {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  return { userId, username: userId, issuedAt: 1 };
}

type Member = Awaited<ReturnType<typeof createMember>>;

async function publishPost(): Promise<string> {
  return (await createPost(await createMember(), { content: 'Ahoy', imageAlt: '' })).post.id;
}

async function storeFile(): Promise<string> {
  const { userId } = await createMember();
  const fileId = formatStorageKey({ purpose: 'file', userId, ulid: ulid(), fileName: 'a.txt' });
  bucket.put(fileId, fileId);
  await recordStoredFile(fileId);
  return fileId;
}

/** Lets another member's write commit first, and makes the next transaction conflict with it. */
function conflictWith(write: () => Promise<unknown>): void {
  beforeNext(table, 'TransactWriteItemsCommand', async () => {
    await write();
    const CancellationReasons = [{ Code: 'TransactionConflict' }];
    throw new TransactionCanceledException({ message: 'Conflict', $metadata: {}, CancellationReasons });
  });
}

/** Adds or removes a member's like of a post. */
const setPostLike = (member: Member, postId: string, { liked }: { liked: boolean }) =>
  liked ? likePost(member, { postId }) : unlikePost(member, { postId });

/** Adds or removes a member's like of a file. */
const setFileLike = (member: Member, fileId: string, { liked }: { liked: boolean }) =>
  likeFile(member, { fileId, liked });

const LIKEABLE_ITEMS = [
  ['a post', publishPost, setPostLike],
  ['a file', storeFile, setFileLike],
] as const;

describe.each(LIKEABLE_ITEMS)('the count of likes of %s', (_, createItem, setLike) => {
  it('includes the change once, even if the call is repeated', async () => {
    const ada = await createMember();
    const ben = await createMember();
    const id = await createItem();

    expect(await setLike(ada, id, { liked: true })).toMatchObject({ likeCount: 1 });
    expect(await setLike(ben, id, { liked: true })).toMatchObject({ likeCount: 2 });
    expect(await setLike(ben, id, { liked: true })).toMatchObject({ likeCount: 2 });
    expect(await setLike(ada, id, { liked: false })).toMatchObject({ likeCount: 1 });
    expect(await setLike(ada, id, { liked: false })).toMatchObject({ likeCount: 1 });
  });

  it("includes another member's like that was stored at the same time", async () => {
    const ada = await createMember();
    const ben = await createMember();
    const id = await createItem();

    conflictWith(() => setLike(ben, id, { liked: true }));
    expect(await setLike(ada, id, { liked: true })).toMatchObject({ liked: true, likeCount: 2 });

    conflictWith(() => setLike(ben, id, { liked: false }));
    expect(await setLike(ada, id, { liked: false })).toMatchObject({ liked: false, likeCount: 0 });
  });

  it('stays at 0 if a like is stored and removed after the item was read', async () => {
    const ada = await createMember();
    const id = await createItem();

    beforeNext(table, 'TransactWriteItemsCommand', () => setLike(ada, id, { liked: true }));
    expect(await setLike(ada, id, { liked: false })).toMatchObject({ liked: false, likeCount: 0 });
  });
});

describe('the counts of a follow', () => {
  it('returns the counts after the change, and the same counts if the call is repeated', async () => {
    const ada = await createMember();
    const ben = await createMember();
    const cleo = await createMember();
    await followUser(ada, cleo);

    const countsAfterFollow = { following: true, followersCount: 2, followingCount: 1 };
    expect(await followUser(ben, cleo)).toEqual(countsAfterFollow);
    expect(await followUser(ben, cleo)).toEqual(countsAfterFollow);

    const countsAfterUnfollow = { following: false, followersCount: 1, followingCount: 0 };
    expect(await unfollowUser(ben, cleo)).toEqual(countsAfterUnfollow);
    expect(await unfollowUser(ben, cleo)).toEqual(countsAfterUnfollow);
  });

  it("counts another member's follow that was stored at the same time", async () => {
    const ada = await createMember();
    const ben = await createMember();
    const cleo = await createMember();

    conflictWith(() => followUser(ben, cleo));
    expect(await followUser(ada, cleo)).toEqual({ following: true, followersCount: 2, followingCount: 1 });

    conflictWith(() => unfollowUser(ben, cleo));
    expect(await unfollowUser(ada, cleo)).toEqual({ following: false, followersCount: 0, followingCount: 0 });
  });

  it('stays at 0 if a follow is stored and removed after the counts were read', async () => {
    const ada = await createMember();
    const ben = await createMember();

    beforeNext(table, 'TransactWriteItemsCommand', () => followUser(ada, ben));
    expect(await unfollowUser(ada, ben)).toEqual({ following: false, followersCount: 0, followingCount: 0 });
  });
});
