/**
 * Tests of `loadVisiblePage`, which reads the items of a page with their authors and the viewer's likes, in few
 * requests.
 */
import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTable } from '../../test/support/table.ts';
import { countCalls } from '../../test/support/table-calls.ts';
import { table, tableName } from '../table/client.ts';
import { storeComment } from '../table/comment.ts';
import { sealRow } from '../table/depth-query.ts';
import { buildFilePut } from '../table/file.ts';
import { fileKey, ownerPartition, postKey } from '../table/keys.ts';
import { setLike } from '../table/like.ts';
import { storePost } from '../table/post.ts';
import { createProfile } from '../table/profile.ts';
import { transact } from '../table/transaction.ts';
import { loadVisiblePage } from './visible-page.ts';

let stopTable: () => Promise<void>;
beforeAll(async () => {
  stopTable = await startTable();
});
afterAll(() => stopTable());

async function createMember() {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  return { userId, depth: 0 };
}

/** Stores a file at the bottom, which everyone sees. Returns its key. */
async function createFile(userId: string, likeCount = 0): Promise<string> {
  const key = `files/${userId}/${ulid()}/a.txt`;
  const file = {
    key,
    userId,
    fileName: 'a.txt',
    contentType: 'text/plain',
    size: 1,
    etag: '"1"',
    description: '',
    uploadedAt: new Date().toISOString(),
    depth: 0,
    likeCount,
    views: 0,
    revision: 0,
  };
  await transact(() => [buildFilePut(file)]);

  return key;
}

/** Stores a post at the bottom, which everyone sees. Returns its ID. */
async function createPost(userId: string): Promise<string> {
  const postId = ulid();
  const createdAt = new Date().toISOString();
  await storePost({ postId, userId, content: 'Ahoy', createdAt, depth: 0, likeCount: 0, commentCount: 0 });
  return postId;
}

async function addComment(postId: string, userId: string): Promise<void> {
  const comment = { commentId: ulid(), postId, userId, text: 'Hello', createdAt: new Date().toISOString() };
  expect(await storeComment(comment, { userId, depth: 0 })).toBe('created');
}

/** Finds the maximum number of requests to the table that run concurrently, until `stop` is called. */
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

describe('loadVisiblePage', () => {
  it('returns items in the requested order, the members on the page, and the likes of the viewer', async () => {
    const ada = await createMember();
    const ben = await createMember();
    const eve = await createMember();
    const viewer = await createMember();
    const files = [await createFile(ada.userId), await createFile(ada.userId, 3), await createFile(ada.userId)];
    const posts = [await createPost(ada.userId), await createPost(ada.userId)];
    await addComment(posts[1]!, ben.userId);
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
    const file = await createFile(ada.userId);
    const post = await createPost(ben.userId);
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
    const file = await createFile(ada.userId);
    const post = await createPost(ada.userId);
    const contents = { files: [fileKey(file)], posts: [postKey(post)] };
    const countBatches = () => countCalls(table, () => loadVisiblePage(ada, contents));
    // One batch each for files, posts, and members.
    expect(await countBatches()).toEqual({ BatchGetItemCommand: 3 });

    await setLike(ada, postKey(post), { liked: true });
    expect((await loadVisiblePage(ada, contents)).liked).toEqual(new Set([postKey(post).pk]));
    expect(await countBatches()).toEqual({ BatchGetItemCommand: 3 });

    // An item stores its likers while they are few. Without them, the like must be read from the table.
    const removeLikers = { TableName: tableName(), Key: postKey(post), UpdateExpression: 'REMOVE likers' };
    await table.send(new UpdateCommand(removeLikers));
    expect(await countBatches()).toEqual({ BatchGetItemCommand: 4 });
  });

  it('makes no request for an empty page', async () => {
    const ada = await createMember();

    expect(await countCalls(table, () => loadVisiblePage(ada, {}))).toEqual({});
  });
});
