import { randomUUID } from 'node:crypto';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeBucket } from '../../test/support/fake-clients.ts';
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

/** Checks the counts that likes and follows return while other members do the same. */

let stop: () => Promise<void>;
let bucket: FakeBucket;
beforeAll(async () => {
  stop = await startTable();
  bucket = new FakeBucket();
});
afterAll(() => stop());

async function newMember() {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  return { userId, username: userId, issuedAt: 1 };
}

type Member = Awaited<ReturnType<typeof newMember>>;

async function newPost(): Promise<string> {
  return (await createPost(await newMember(), { content: 'Ahoy', imageAlt: '' })).post.id;
}

async function newFile(): Promise<string> {
  const { userId } = await newMember();
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

const LIKES = [
  [
    'a post',
    newPost,
    (member: Member, postId: string, liked: boolean) => (liked ? likePost : unlikePost)(member, { postId }),
  ],
  ['a file', newFile, (member: Member, fileId: string, liked: boolean) => likeFile(member, { fileId, liked })],
] as const;

describe.each(LIKES)('the count of likes of %s', (_, create, like) => {
  it('includes the change, and stays the same if the call is repeated', async () => {
    const [ada, ben, id] = [await newMember(), await newMember(), await create()];
    const counts = [];
    for (const [member, liked] of [
      [ada, true],
      [ben, true],
      [ben, true],
      [ada, false],
      [ada, false],
    ] as const)
      counts.push((await like(member, id, liked)).likeCount);

    expect(counts).toEqual([1, 2, 2, 1, 1]);
  });

  it("includes another member's like that was stored at the same time", async () => {
    const [ada, ben, id] = [await newMember(), await newMember(), await create()];
    conflictWith(() => like(ben, id, true));
    expect(await like(ada, id, true)).toMatchObject({ liked: true, likeCount: 2 });
    conflictWith(() => like(ben, id, false));
    expect(await like(ada, id, false)).toMatchObject({ liked: false, likeCount: 0 });
  });
});

describe('the counts of a follow', () => {
  it('include the change, and stay the same if the call is repeated', async () => {
    const [ada, ben, cleo] = [await newMember(), await newMember(), await newMember()];
    await followUser(ada, cleo);
    const following = { following: true, followersCount: 2, followingCount: 1 };

    expect(await followUser(ben, cleo)).toEqual(following);
    expect(await followUser(ben, cleo)).toEqual(following);

    const response = { following: false, followersCount: 1, followingCount: 0 };
    expect(await unfollowUser(ben, cleo)).toEqual(response);
    expect(await unfollowUser(ben, cleo)).toEqual(response);
  });

  it("include another member's follow that was stored at the same time", async () => {
    const [ada, ben, cleo] = [await newMember(), await newMember(), await newMember()];
    conflictWith(() => followUser(ben, cleo));
    expect(await followUser(ada, cleo)).toEqual({ following: true, followersCount: 2, followingCount: 1 });
    conflictWith(() => unfollowUser(ben, cleo));
    expect(await unfollowUser(ada, cleo)).toEqual({ following: false, followersCount: 0, followingCount: 0 });
  });
});
