import { randomUUID } from 'node:crypto';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTable } from '../../test/support/table.ts';
import { injectTableFaults, type TableFaults } from '../../test/support/table-faults.ts';
import { changeDepth, changeDepthIfUnchanged } from './change-depth.ts';
import { table, tableName } from './client.ts';
import { deleteCommentItem, storeComment } from './comment.ts';
import { follow, unfollow } from './follow.ts';
import { buildResultPut, findResult } from './idempotency.ts';
import { postKey } from './keys.ts';
import { setLike } from './like.ts';
import { getPost, type StoredPost, storePost } from './post.ts';
import { createProfile, getProfile } from './profile.ts';
import { unseal } from './sealed.ts';
import { transact } from './transaction.ts';

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

const buildChange = (userId: string) => ({
  userId,
  source: 'test' as const,
  sourceId: ulid(),
  bytes: 5,
  purchasedCm: 0,
});

/** A write whose result and effect a test compares. */
interface Write {
  readonly name: string;
  /** Stores the items that the write needs. */
  prepare(): Promise<{
    write: () => Promise<unknown>;
    /** The expected result of the write. */
    result: unknown;
    /** Reads the value that the write changes. */
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
      const readEffect = async () => unseal(await getProfile(userId, { consistent: true }))?.contributedBytes;
      const write = async () => (await changeDepth(buildChange(userId))).outcome;
      return { write, result: 'applied', readEffect, effect: 5 };
    },
  },
  {
    name: 'a change of depth that requires an unchanged profile',
    async prepare() {
      const userId = await createMember();
      const before = unseal(await getProfile(userId))!;
      const readEffect = async () => unseal(await getProfile(userId, { consistent: true }))?.version;
      const write = () => changeDepthIfUnchanged(before, buildChange(userId));
      return { write, result: true, readEffect, effect: 1 };
    },
  },
  {
    name: 'a follow',
    async prepare() {
      const userId = await createMember();
      const followed = await createMember();
      const readEffect = async () => unseal(await getProfile(followed, { consistent: true }))?.followersCount;
      return { write: () => follow({ userId, depth: 0 }, followed), result: 'changed', readEffect, effect: 1 };
    },
  },
  {
    name: 'an unfollow',
    async prepare() {
      const userId = await createMember();
      const followed = await createMember();
      await follow({ userId, depth: 0 }, followed);
      const readEffect = async () => unseal(await getProfile(followed, { consistent: true }))?.followersCount;
      return { write: () => unfollow(userId, followed), result: 'changed', readEffect, effect: 0 };
    },
  },
  {
    name: 'a like',
    async prepare() {
      const { postId } = await createPost();
      const userId = await createMember();
      const readEffect = async () => unseal(await getPost(postId))?.likeCount;
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
      const { postId, userId } = await createPost();
      const newComment = { commentId: ulid(), postId, userId, text: 'Hi', createdAt: new Date().toISOString() };
      const readEffect = async () => unseal(await getPost(postId))?.commentCount;
      const write = () => storeComment(newComment, { userId, depth: 0 });
      return { write, result: 'created', readEffect, effect: 1 };
    },
  },
  {
    name: 'a deleted comment',
    async prepare() {
      const { postId, userId } = await createPost();
      const newComment = { commentId: ulid(), postId, userId, text: 'Hi', createdAt: new Date().toISOString() };
      await storeComment(newComment, { userId, depth: 0 });
      const readEffect = async () => unseal(await getPost(postId))?.commentCount;
      return { write: () => deleteCommentItem(newComment), result: 0, readEffect, effect: 0 };
    },
  },
];

describe.each(WRITES)('$name', ({ prepare }) => {
  it.each([1, 2])('succeeds with one effect if its response is lost %i times', async (times) => {
    const { write, result, readEffect, effect } = await prepare();
    faults.fail('response lost', isTransaction, times);

    expect(await write()).toBe(result);

    expect(faults.clear()).toBe(times);
    expect(await readEffect()).toBe(effect);
  });
});

describe('transact', () => {
  const buildPut = (pk: string) => ({
    Put: {
      TableName: tableName(),
      Item: { pk, sk: 'item' },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  });

  const isStored = async (pk: string) => {
    const Key = { pk, sk: 'item' };
    const { Item } = await table.send(new GetCommand({ TableName: tableName(), Key }));
    return Item !== undefined;
  };

  /** Cancels the next transaction with these reasons. */
  function cancelNext(...codes: string[]): void {
    table.middlewareStack.add(
      () => async () => {
        table.middlewareStack.remove('cancel');
        const CancellationReasons = codes.map((Code) => ({ Code }));
        throw new TransactionCanceledException({ message: '', $metadata: {}, CancellationReasons });
      },
      { name: 'cancel', step: 'initialize' },
    );
  }

  it.each(['TransactionConflict', 'ProvisionedThroughputExceeded', 'ThrottlingError'])(
    'retries a transaction that was cancelled by %s',
    async (code) => {
      const pk = randomUUID();
      cancelNext(code, 'None');

      expect(await transact(() => [buildPut(pk)])).toBeUndefined();
      expect(await isStored(pk)).toBe(true);
    },
  );

  it('does not retry an invalid transaction', async () => {
    const pk = randomUUID();
    cancelNext('ValidationError');

    await expect(transact(() => [buildPut(pk)])).rejects.toThrow(TransactionCanceledException);
    expect(await isStored(pk)).toBe(false);
  });

  it('returns a failed condition even if another item was throttled', async () => {
    cancelNext('ConditionalCheckFailed', 'ThrottlingError');

    expect(await transact(() => [buildPut(randomUUID())])).toEqual({ failed: [true, false] });
  });

  it('throws the error if the result stays unknown', async () => {
    faults.fail('response lost', isTransaction, 3);

    await expect(transact(() => [buildPut(randomUUID())])).rejects.toMatchObject({ code: 'ECONNRESET' });
  });
});
