import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeSecrets } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { countCalls } from '../../test/support/table-calls.ts';
import { listFilesOfMember } from '../files/list-of-member.ts';
import { listPostsOfMember } from '../posts/list-of-member.ts';
import { table, tableName } from '../table/client.ts';
import { storeComment } from '../table/comment.ts';
import { sealRow } from '../table/depth-query.ts';
import { buildFilePut } from '../table/file.ts';
import { fileIdOf, fileKey, ownerPartition, postKey } from '../table/keys.ts';
import { changeDepth } from '../table/ledger.ts';
import { setLike } from '../table/like.ts';
import { hideAccount } from '../table/pending-purge.ts';
import { storePost } from '../table/post.ts';
import { createProfile } from '../table/profile.ts';
import { transact } from '../table/transaction.ts';
import { loadOwnProfile, loadViewer } from './viewer.ts';
import {
  findOwnComment,
  findOwnPost,
  loadOwnFile,
  loadVisibleComment,
  loadVisibleFile,
  loadVisiblePost,
} from './visible-items.ts';
import { loadVisiblePage } from './visible-page.ts';

let stop: () => Promise<void>;
beforeAll(async () => {
  stop = await startTable();
  process.env.BUCKET_NAME = 'files';
  fakeSecrets({ CURSOR_SECRET_ARN: 'cursor secret', RENDITION_SECRET_ARN: 'rendition secret' });
});
afterAll(() => stop());

/** A metre, in micrometres. */
const METRE = 1_000_000;
/** Counts the stored items and changes of depth, so that each has a different time or ID. */
let changes = 0;

/** Creates a member at a depth in metres. */
async function createMember(metres = 0) {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  if (metres !== 0) await rise(userId, metres);
  return { userId, username: userId, issuedAt: 1, depth: metres * METRE };
}

const rise = (userId: string, metres: number) =>
  changeDepth({ userId, source: 'test', sourceId: String(changes++), bytes: 0, purchasedCm: metres * 100 });

/** Stores a file at a depth in metres, and returns its key. */
async function createFile(userId: string, metres: number, likeCount = 0): Promise<string> {
  const key = `files/${userId}/${ulid()}/a.txt`;
  const file = {
    key,
    userId,
    fileName: 'a.txt',
    contentType: 'text/plain',
    size: 1,
    etag: '"1"',
    description: '',
    uploadedAt: new Date(Date.now() + changes++).toISOString(),
    depth: metres * METRE,
    likeCount,
    views: 0,
    revision: 0,
  };
  await transact(() => [buildFilePut(file)]);

  return key;
}

async function createPost(userId: string, metres: number): Promise<string> {
  const postId = ulid();
  const createdAt = new Date(Date.now() + changes++).toISOString();
  await storePost({ postId, userId, content: 'Ahoy', createdAt, depth: metres * METRE, likeCount: 0, commentCount: 0 });
  return postId;
}

async function createComment(postId: string, userId: string) {
  const storedComment = { commentId: ulid(), postId, userId, text: 'Hello', createdAt: new Date().toISOString() };
  // At this depth, every post is visible.
  expect(await storeComment(storedComment, { userId, depth: 1e12 })).toBe('created');
  return storedComment;
}

/** Counts the requests to the table that run concurrently, until `stop` is called. */
function observeConcurrency() {
  let runningRequests = 0;
  let maxRunningRequests = 0;
  table.middlewareStack.add(
    (next) => async (args) => {
      maxRunningRequests = Math.max(maxRunningRequests, ++runningRequests);
      try {
        return await next(args);
      } finally {
        runningRequests--;
      }
    },
    { step: 'initialize', name: 'parallel' },
  );

  return { maxRunningRequests: () => maxRunningRequests, stop: () => table.middlewareStack.remove('parallel') };
}

/**
 * Creates a member with a file and a post at 4 m, 5 m, and 9 m each. The member then sinks from 9 m to 5 m, so the file
 * and the post at 9 m are above them.
 */
async function createOwner() {
  const owner = await createMember(9);
  const files: string[] = [];
  for (const metres of [4, 5, 9]) files.push(await createFile(owner.userId, metres));
  const posts: string[] = [];
  for (const metres of [4, 5, 9]) posts.push(await createPost(owner.userId, metres));
  await rise(owner.userId, -4);

  return { owner, files, posts };
}

describe('the lists of a member', () => {
  it('shows only items at or below the viewer', async () => {
    const { owner, files, posts } = await createOwner();
    const viewer = await createMember(5);

    const request = { userId: owner.userId, limit: 10 };
    const page = await listFilesOfMember(viewer, request);

    expect(page.files.map(({ key }) => key)).toEqual([files[1], files[0]].map((key) => fileIdOf(key!)));
    expect(page.files.every(({ url }) => url.includes('a.txt'))).toBe(true);
    expect((await listPostsOfMember(viewer, request)).posts.map(({ id }) => id)).toEqual([posts[1], posts[0]]);
  });

  it('shows all items to the member, even those above the member', async () => {
    const { owner } = await createOwner();
    const request = { userId: owner.userId, limit: 10 };

    expect((await listFilesOfMember(owner, request)).files).toHaveLength(3);
    expect((await listPostsOfMember(owner, request)).posts).toHaveLength(3);
  });

  it("closes a member's lists to viewers below the member, even if items are below the viewer", async () => {
    const owner = await createMember(5.01);
    const viewer = await createMember(5);
    await createFile(owner.userId, 1);
    await createPost(owner.userId, 1);
    const request = { userId: owner.userId, limit: 10 };

    await expect(listFilesOfMember(viewer, request)).rejects.toMatchObject({ code: 'DepthTooLow' });
    await expect(listPostsOfMember(viewer, request)).rejects.toMatchObject({ code: 'DepthTooLow' });
  });
});

describe('loadViewer', () => {
  it('returns the depth and counters of the caller', async () => {
    const ada = await createMember(5);
    await rise(ada.userId, -2);

    expect(await loadViewer(ada)).toEqual({
      userId: ada.userId,
      depth: 3 * METRE,
      peakDepth: 5 * METRE,
      followingCount: 0,
      createdAt: (await loadOwnProfile(ada))!.createdAt,
    });
    expect(await loadOwnProfile(ada)).toMatchObject({ userId: ada.userId, depth: 3 * METRE });
  });

  it('returns depth 0 for a caller without a profile', async () => {
    const userId = randomUUID();

    expect(await loadViewer({ userId, username: userId, issuedAt: 1 })).toEqual({
      userId,
      depth: 0,
      peakDepth: 0,
      followingCount: 0,
    });
    expect(await loadOwnProfile({ userId })).toBeUndefined();
  });

  it('rejects a caller who has deleted their account', async () => {
    const ada = await createMember(5);
    await hideAccount(ada.userId);

    await expect(loadViewer(ada)).rejects.toMatchObject({ code: 'Unauthenticated' });
    expect(await loadOwnProfile(ada)).toBeUndefined();
  });
});

describe('single items', () => {
  it('rejects a malformed item ID as not found, without a request to the table', async () => {
    const ada = await createMember();
    const malformedIds = ['nonsense', `avatars/${ada.userId}/${ulid()}/a.png`, `posts/${ada.userId}/${ulid()}/a.png`];

    for (const id of malformedIds) {
      const calls = await countCalls(table, async () => {
        await expect(loadVisibleFile(ada, id)).rejects.toMatchObject({ code: 'NotFound' });
        await expect(loadOwnFile(ada, id)).rejects.toMatchObject({ code: 'NotFound' });
      });
      expect(calls).toEqual({});
    }
  });

  it('rejects an unknown item ID as not found', async () => {
    const ada = await createMember();
    const missingKey = `files/${ada.userId}/${ulid()}/a.txt`;
    const postId = await createPost(ada.userId, 0);

    await expect(loadVisibleFile(ada, missingKey)).rejects.toMatchObject({ code: 'NotFound' });
    await expect(loadOwnFile(ada, missingKey)).rejects.toMatchObject({ code: 'NotFound' });
    await expect(loadVisiblePost(ada, ulid())).rejects.toMatchObject({ code: 'NotFound' });
    await expect(loadVisibleComment(ada, { postId, commentId: ulid() })).rejects.toMatchObject({ code: 'NotFound' });
  });

  it("loads a member's own file only for that member", async () => {
    const ada = await createMember();
    const ben = await createMember();
    const key = await createFile(ada.userId, 9);

    expect(await loadOwnFile(ada, key)).toMatchObject({ key });
    await expect(loadOwnFile(ben, key)).rejects.toMatchObject({ code: 'NotFound' });

    const visibleKey = await createFile(ada.userId, 0);
    await expect(loadOwnFile(ben, visibleKey)).rejects.toMatchObject({ code: 'NotYou' });
  });

  it("finds a member's own posts and comments only for that member", async () => {
    const ada = await createMember();
    const ben = await createMember();
    const storedComment = await createComment(await createPost(ada.userId, 9), ada.userId);
    expect(await findOwnComment(ada, storedComment)).toMatchObject(storedComment);
    expect(await findOwnComment(ben, storedComment)).toBeUndefined();
    expect(await findOwnComment(ada, { ...storedComment, commentId: ulid() })).toBeUndefined();

    expect(await findOwnPost(ada, storedComment.postId)).toMatchObject({ postId: storedComment.postId });
    expect(await findOwnPost(ben, storedComment.postId)).toBeUndefined();
    expect(await findOwnPost(ada, ulid())).toBeUndefined();
  });
});

describe('loadVisiblePage', () => {
  it('returns items in the requested order, everyone on the page, and the likes of the viewer', async () => {
    const ada = await createMember();
    const ben = await createMember();
    const eve = await createMember();
    const viewer = await createMember();
    const files = [
      await createFile(ada.userId, 0),
      await createFile(ada.userId, 0, 3),
      await createFile(ada.userId, 0),
    ];
    const posts = [await createPost(ada.userId, 0), await createPost(ada.userId, 0)];
    await createComment(posts[1]!, ben.userId);
    await setLike(viewer, fileKey(files[2]!), { liked: true });
    await setLike(viewer, postKey(posts[0]!), { liked: true });

    const page = await loadVisiblePage(viewer, {
      files: [files[2]!, files[0]!, 'missing', files[1]!].map(fileKey),
      posts: [posts[1]!, ulid(), posts[0]!].map(postKey),
      members: [eve.userId],
    });

    expect(page.files.map(({ key }) => key)).toEqual([files[2], files[0], files[1]]);
    expect(page.posts.map(({ postId }) => postId)).toEqual([posts[1], posts[0]]);
    expect(page.comments).toEqual([]);
    expect([...page.identities.keys()].sort()).toEqual([ada.userId, ben.userId, eve.userId].sort());
    expect(page.liked).toEqual(new Set([fileKey(files[2]!).pk, postKey(posts[0]!).pk]));
  });

  it('concurrently reads the items and the authors that the rows name', async () => {
    const ada = await createMember();
    const ben = await createMember();
    const file = await createFile(ada.userId, 0);
    const post = await createPost(ben.userId, 0);
    const rows = {
      files: [sealRow({ ...fileKey(file), owner: ownerPartition('FILE', ada.userId) })],
      posts: [sealRow({ ...postKey(post), owner: ownerPartition('POST', ben.userId) })],
    };
    const concurrency = observeConcurrency();

    const calls = await countCalls(table, async () => {
      const page = await loadVisiblePage(ben, rows);
      expect([...page.identities.keys()].sort()).toEqual([ada.userId, ben.userId].sort());
    });

    concurrency.stop();
    // One batch each for files, posts, and members.
    expect(calls).toEqual({ BatchGetItemCommand: 3 });
    expect(concurrency.maxRunningRequests()).toBe(3);
  });

  it('reads likes only of items that have more likes than likers', async () => {
    const ada = await createMember();
    const file = await createFile(ada.userId, 0);
    const post = await createPost(ada.userId, 0);
    const contents = { files: [fileKey(file)], posts: [postKey(post)] };
    const countBatches = () => countCalls(table, () => loadVisiblePage(ada, contents));
    // One batch each for files, posts, and members.
    expect(await countBatches()).toEqual({ BatchGetItemCommand: 3 });

    await setLike(ada, postKey(post), { liked: true });
    expect((await loadVisiblePage(ada, contents)).liked).toEqual(new Set([postKey(post).pk]));
    expect(await countBatches()).toEqual({ BatchGetItemCommand: 3 });

    const removeLikers = { TableName: tableName(), Key: postKey(post), UpdateExpression: 'REMOVE likers' };
    await table.send(new UpdateCommand(removeLikers));
    expect(await countBatches()).toEqual({ BatchGetItemCommand: 4 });
  });

  it('makes no request for an empty page', async () => {
    const ada = await createMember();

    expect(await countCalls(table, () => loadVisiblePage(ada, {}))).toEqual({});
  });
});
