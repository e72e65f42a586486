import { randomUUID } from 'node:crypto';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTable } from '../../test/support/table.ts';
import { injectTableFaults, type TableFaults } from '../../test/support/table-faults.ts';
import { unseal } from './sealed.ts';

let stop: () => Promise<void>;
let client: typeof import('./client.ts');
let transact: typeof import('./transaction.ts').transact;
let profile: typeof import('./profile.ts');
let ledger: typeof import('./ledger.ts');
let post: typeof import('./post.ts');
let comment: typeof import('./comment.ts');
let follow: typeof import('./follow.ts');
let like: typeof import('./like.ts');
let idempotency: typeof import('./idempotency.ts');
let keys: typeof import('./keys.ts');
let faults: TableFaults;

beforeAll(async () => {
  stop = await startTable();
  // These modules read the table's name when they load, so load them after the table has started.
  client = await import('./client.ts');
  ({ transact } = await import('./transaction.ts'));
  profile = await import('./profile.ts');
  ledger = await import('./ledger.ts');
  post = await import('./post.ts');
  comment = await import('./comment.ts');
  follow = await import('./follow.ts');
  like = await import('./like.ts');
  idempotency = await import('./idempotency.ts');
  keys = await import('./keys.ts');
  faults = injectTableFaults(client.table);
});
afterEach(() => {
  faults.clear();
});
afterAll(() => stop());

const isTransaction = ({ command }: { command: string }) => command === 'TransactWriteItemsCommand';

async function createMember(): Promise<string> {
  const userId = randomUUID();
  await profile.createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  return userId;
}

async function createPost(): Promise<import('./post.ts').StoredPost> {
  const storedPost = {
    postId: ulid(),
    userId: await createMember(),
    content: 'Hello',
    createdAt: new Date().toISOString(),
    depth: 0,
    likeCount: 0,
    commentCount: 0,
  };
  await post.storePost(storedPost);
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
      const readEffect = async () => unseal(await profile.getProfile(userId, { consistent: true }))?.contributedBytes;
      const write = async () => (await ledger.changeDepth(buildChange(userId))).outcome;
      return { write, result: 'applied', readEffect, effect: 5 };
    },
  },
  {
    name: 'a change of depth that requires an unchanged profile',
    async prepare() {
      const userId = await createMember();
      const before = unseal(await profile.getProfile(userId))!;
      const readEffect = async () => unseal(await profile.getProfile(userId, { consistent: true }))?.version;
      return {
        write: () => ledger.changeDepthIfUnchanged(before, buildChange(userId)),
        result: true,
        readEffect,
        effect: 1,
      };
    },
  },
  {
    name: 'a follow',
    async prepare() {
      const userId = await createMember();
      const followed = await createMember();
      const readEffect = async () => unseal(await profile.getProfile(followed, { consistent: true }))?.followersCount;
      return { write: () => follow.follow({ userId, depth: 0 }, followed), result: 'changed', readEffect, effect: 1 };
    },
  },
  {
    name: 'an unfollow',
    async prepare() {
      const userId = await createMember();
      const followed = await createMember();
      await follow.follow({ userId, depth: 0 }, followed);
      const readEffect = async () => unseal(await profile.getProfile(followed, { consistent: true }))?.followersCount;
      return { write: () => follow.unfollow(userId, followed), result: 'changed', readEffect, effect: 0 };
    },
  },
  {
    name: 'a like',
    async prepare() {
      const { postId } = await createPost();
      const userId = await createMember();
      const readEffect = async () => unseal(await post.getPost(postId))?.likeCount;
      const write = () => like.setLike({ userId, depth: 0 }, keys.postKey(postId), { liked: true });
      return { write, result: 'changed', readEffect, effect: 1 };
    },
  },
  {
    name: 'a new post with an idempotency key',
    async prepare() {
      const storedPost = { ...(await createPost()), postId: ulid() };
      const key = { userId: storedPost.userId, kind: 'POST' as const, key: randomUUID() };
      const write = () =>
        post.storePost(storedPost, { furtherWrites: [idempotency.buildResultPut(key, storedPost.postId)] });
      return { write, result: 'created', readEffect: () => idempotency.findResult(key), effect: storedPost.postId };
    },
  },
  {
    name: 'a comment',
    async prepare() {
      const { postId, userId } = await createPost();
      const newComment = { commentId: ulid(), postId, userId, text: 'Hi', createdAt: new Date().toISOString() };
      const readEffect = async () => unseal(await post.getPost(postId))?.commentCount;
      return {
        write: () => comment.storeComment(newComment, { userId, depth: 0 }),
        result: 'created',
        readEffect,
        effect: 1,
      };
    },
  },
  {
    name: 'a deleted comment',
    async prepare() {
      const { postId, userId } = await createPost();
      const newComment = { commentId: ulid(), postId, userId, text: 'Hi', createdAt: new Date().toISOString() };
      await comment.storeComment(newComment, { userId, depth: 0 });
      const readEffect = async () => unseal(await post.getPost(postId))?.commentCount;
      return { write: () => comment.deleteCommentItem(newComment), result: 0, readEffect, effect: 0 };
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
      TableName: client.tableName(),
      Item: { pk, sk: 'item' },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  });

  const isStored = async (pk: string) => {
    const Key = { pk, sk: 'item' };
    const { Item } = await client.table.send(new GetCommand({ TableName: client.tableName(), Key }));
    return Item !== undefined;
  };

  /** Cancels the next transaction with these reasons. */
  function cancelNext(...codes: string[]): void {
    client.table.middlewareStack.add(
      () => async () => {
        client.table.middlewareStack.remove('cancel');
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
