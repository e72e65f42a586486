/**
 * Tests that writes are applied once if the response of their transaction is lost. DynamoDB has then applied the write,
 * and the function sends it again.
 */
import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTable } from '../../test/support/table.ts';
import { injectTableFaults, type TableFaults } from '../../test/support/table-faults.ts';
import { changeDepth, changeDepthIfUnchanged } from './change-depth.ts';
import { table } from './client.ts';
import { deleteCommentItem, storeComment } from './comment.ts';
import { follow, unfollow } from './follow.ts';
import { buildResultPut, findResult } from './idempotency.ts';
import { postKey } from './keys.ts';
import { setLike } from './like.ts';
import { getPost, type StoredPost, storePost } from './post.ts';
import { createProfile, getProfile } from './profile.ts';
import { unseal } from './sealed.ts';

let stopTable: () => Promise<void>;
let faults: TableFaults;

beforeAll(async () => {
  stopTable = await startTable();
  faults = injectTableFaults(table);
});

afterEach(() => {
  faults.clear();
});

afterAll(() => stopTable());

const isTransaction = ({ command }: { command: string }) => command === 'TransactWriteItemsCommand';

async function createMember(): Promise<string> {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  return userId;
}

async function createPost(): Promise<StoredPost> {
  const storedPost = {
    postId: ulid(),
    userId: await createMember(),
    content: 'Hello',
    createdAt: new Date().toISOString(),
    depth: 0,
    likeCount: 0,
    commentCount: 0,
  };
  await storePost(storedPost);
  return storedPost;
}

/** Builds a change that adds 5 bytes to a member's contributed bytes. */
const buildChange = (userId: string) => ({
  userId,
  source: 'test' as const,
  sourceId: ulid(),
  bytes: 5,
  purchasedCm: 0,
});

/** Stores a post, and builds a comment on it by its author. Doesn't store the comment. */
async function createPostAndBuildComment() {
  const { postId, userId } = await createPost();
  const newComment = { commentId: ulid(), postId, userId, text: 'Hi', createdAt: new Date().toISOString() };
  return { newComment, author: { userId, depth: 0 } };
}

const readProfile = async (userId: string) => unseal(await getProfile(userId, { consistent: true }));
const readPost = async (postId: string) => unseal(await getPost(postId));

/** A write whose result and effect a test compares. */
interface Write {
  readonly name: string;
  /** Stores the items that the write needs. */
  prepare(): Promise<{
    write: () => Promise<unknown>;
    /** The expected result of the write. */
    result: unknown;
    /** Reads the stored value that the write changes. */
    readEffect: () => Promise<unknown>;
    /** The expected value after the write. */
    effect: unknown;
  }>;
}

const WRITES: readonly Write[] = [
  {
    name: 'a change of depth',
    async prepare() {
      const userId = await createMember();
      const readEffect = async () => (await readProfile(userId))?.contributedBytes;
      const write = async () => (await changeDepth(buildChange(userId))).outcome;
      return { write, result: 'applied', readEffect, effect: 5 };
    },
  },
  {
    name: 'a change of depth that requires an unchanged profile',
    async prepare() {
      const userId = await createMember();
      const before = unseal(await getProfile(userId))!;
      const readEffect = async () => (await readProfile(userId))?.version;
      const write = () => changeDepthIfUnchanged(before, buildChange(userId));
      return { write, result: true, readEffect, effect: 1 };
    },
  },
  {
    name: 'a follow',
    async prepare() {
      const userId = await createMember();
      const followed = await createMember();
      const readEffect = async () => (await readProfile(followed))?.followersCount;
      return { write: () => follow({ userId, depth: 0 }, followed), result: 'changed', readEffect, effect: 1 };
    },
  },
  {
    name: 'an unfollow',
    async prepare() {
      const userId = await createMember();
      const followed = await createMember();
      await follow({ userId, depth: 0 }, followed);
      const readEffect = async () => (await readProfile(followed))?.followersCount;
      return { write: () => unfollow(userId, followed), result: 'changed', readEffect, effect: 0 };
    },
  },
  {
    name: 'a like',
    async prepare() {
      const { postId } = await createPost();
      const userId = await createMember();
      const readEffect = async () => (await readPost(postId))?.likeCount;
      const write = () => setLike({ userId, depth: 0 }, postKey(postId), { liked: true });
      return { write, result: 'changed', readEffect, effect: 1 };
    },
  },
  {
    name: 'a new post with an idempotency key',
    async prepare() {
      const storedPost = { ...(await createPost()), postId: ulid() };
      const key = { userId: storedPost.userId, kind: 'POST' as const, key: randomUUID() };
      const write = () => storePost(storedPost, { furtherWrites: [buildResultPut(key, storedPost.postId)] });
      return { write, result: 'created', readEffect: () => findResult(key), effect: storedPost.postId };
    },
  },
  {
    name: 'a comment',
    async prepare() {
      const { newComment, author } = await createPostAndBuildComment();
      const readEffect = async () => (await readPost(newComment.postId))?.commentCount;
      const write = () => storeComment(newComment, author);
      return { write, result: 'created', readEffect, effect: 1 };
    },
  },
  {
    name: 'a deleted comment',
    async prepare() {
      const { newComment, author } = await createPostAndBuildComment();
      await storeComment(newComment, author);
      const readEffect = async () => (await readPost(newComment.postId))?.commentCount;
      return { write: () => deleteCommentItem(newComment), result: 0, readEffect, effect: 0 };
    },
  },
];

describe.each(WRITES)('$name', ({ prepare }) => {
  it.each([1, 2])('applies the write once and returns its result if its response is lost %i times', async (times) => {
    const { write, result, readEffect, effect } = await prepare();
    faults.fail('response lost', isTransaction, times);

    expect(await write()).toBe(result);

    expect(faults.clear()).toBe(times);
    expect(await readEffect()).toBe(effect);
  });
});
