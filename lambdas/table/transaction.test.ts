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
  [{ transact }, profile, ledger, post, comment] = await Promise.all([
    import('./transaction.ts'),
    import('./profile.ts'),
    import('./ledger.ts'),
    import('./post.ts'),
    import('./comment.ts'),
  ]);

  [follow, like, idempotency, keys] = await Promise.all([
    import('./follow.ts'),
    import('./like.ts'),
    import('./idempotency.ts'),
    import('./keys.ts'),
  ]);
  faults = injectTableFaults(client.table);
});
afterEach(() => void faults.clear());
afterAll(() => stop());

const isTransaction = ({ command }: { command: string }) => command === 'TransactWriteItemsCommand';

async function newMember(): Promise<string> {
  const userId = randomUUID();
  await profile.createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  return userId;
}

async function newPost(): Promise<import('./post.ts').StoredPost> {
  const fields = { postId: ulid(), userId: await newMember(), content: 'Hello', createdAt: new Date().toISOString() };
  const storedPost = { ...fields, depth: 0, likeCount: 0, commentCount: 0 };
  await post.storePost(storedPost);
  return storedPost;
}

const upload = (userId: string) => ({ userId, source: 'test' as const, sourceId: ulid(), bytes: 5, purchasedCm: 0 });

/** A write, what it returns, and its effect: a counter that it changes by one step. */
interface Write {
  readonly name: string;
  /** Creates what the write needs. */
  prepare(): Promise<{
    write: () => Promise<unknown>;
    result: unknown;
    effect: () => Promise<unknown>;
    after: unknown;
  }>;
}

const WRITES: readonly Write[] = [
  {
    name: 'a change of depth',
    async prepare() {
      const userId = await newMember();
      const effect = async () => unseal(await profile.getProfile(userId, { consistent: true }))?.contributedBytes;
      const write = async () => (await ledger.changeDepth(upload(userId))).outcome;
      return { write, result: 'applied', effect, after: 5 };
    },
  },
  {
    name: 'a change of depth that requires an unchanged profile',
    async prepare() {
      const userId = await newMember();
      const before = unseal(await profile.getProfile(userId))!;
      const effect = async () => unseal(await profile.getProfile(userId, { consistent: true }))?.version;
      return { write: () => ledger.changeDepthIfUnchanged(before, upload(userId)), result: true, effect, after: 1 };
    },
  },
  {
    name: 'a follow',
    async prepare() {
      const [userId, followed] = [await newMember(), await newMember()];
      const effect = async () => unseal(await profile.getProfile(followed, { consistent: true }))?.followersCount;
      return { write: () => follow.follow({ userId, depth: 0 }, followed), result: 'changed', effect, after: 1 };
    },
  },
  {
    name: 'an unfollow',
    async prepare() {
      const [userId, followed] = [await newMember(), await newMember()];
      await follow.follow({ userId, depth: 0 }, followed);
      const effect = async () => unseal(await profile.getProfile(followed, { consistent: true }))?.followersCount;
      return { write: () => follow.unfollow(userId, followed), result: 'changed', effect, after: 0 };
    },
  },
  {
    name: 'a like',
    async prepare() {
      const [{ postId }, userId] = [await newPost(), await newMember()];
      const effect = async () => unseal(await post.getPost(postId))?.likeCount;
      const write = () => like.setLike({ userId, depth: 0 }, keys.postKey(postId), true);
      return { write, result: 'changed', effect, after: 1 };
    },
  },
  {
    name: 'a new post with an idempotency key',
    async prepare() {
      const storedPost = { ...(await newPost()), postId: ulid() };
      const key = { userId: storedPost.userId, kind: 'POST' as const, key: randomUUID() };
      const write = () => post.storePost(storedPost, [idempotency.buildResultPut(key, storedPost.postId)]);
      return { write, result: 'created', effect: () => idempotency.findResult(key), after: storedPost.postId };
    },
  },
  {
    name: 'a comment',
    async prepare() {
      const { postId, userId } = await newPost();
      const newComment = { commentId: ulid(), postId, userId, text: 'Hi', createdAt: new Date().toISOString() };
      const effect = async () => unseal(await post.getPost(postId))?.commentCount;
      return {
        write: () => comment.storeComment(newComment, { userId, depth: 0 }, []),
        result: 'created',
        effect,
        after: 1,
      };
    },
  },
  {
    name: 'a deleted comment',
    async prepare() {
      const { postId, userId } = await newPost();
      const newComment = { commentId: ulid(), postId, userId, text: 'Hi', createdAt: new Date().toISOString() };
      await comment.storeComment(newComment, { userId, depth: 0 }, []);
      const effect = async () => unseal(await post.getPost(postId))?.commentCount;
      return { write: () => comment.deleteCommentItem(newComment), result: 0, effect, after: 0 };
    },
  },
];

describe.each(WRITES)('$name', ({ prepare }) => {
  it.each([1, 2])('succeeds with one effect if its response is lost %i times', async (times) => {
    const { write, result, effect, after } = await prepare();
    faults.fail('response lost', isTransaction, times);
    expect(await write()).toBe(result);
    expect(faults.clear()).toBe(times);
    expect(await effect()).toBe(after);
  });
});

describe('transact', () => {
  const itemOf = (pk: string) => ({
    Put: {
      TableName: client.tableName(),
      Item: { pk, sk: 'item' },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  });

  const isStored = async (pk: string) => {
    const Key = { pk, sk: 'item' };
    return (await client.table.send(new GetCommand({ TableName: client.tableName(), Key }))).Item !== undefined;
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
      expect(await transact(() => [itemOf(pk)])).toBeUndefined();
      expect(await isStored(pk)).toBe(true);
    },
  );

  it('does not retry an invalid transaction', async () => {
    const pk = randomUUID();
    cancelNext('ValidationError');
    await expect(transact(() => [itemOf(pk)])).rejects.toThrow(TransactionCanceledException);
    expect(await isStored(pk)).toBe(false);
  });

  it('reports a failed condition also if another item was throttled', async () => {
    cancelNext('ConditionalCheckFailed', 'ThrottlingError');
    expect(await transact(() => [itemOf(randomUUID())])).toEqual({ failed: [true, false] });
  });

  it('throws the error if the result stays unknown', async () => {
    faults.fail('response lost', isTransaction, 3);
    await expect(transact(() => [itemOf(randomUUID())])).rejects.toMatchObject({ code: 'ECONNRESET' });
  });
});
