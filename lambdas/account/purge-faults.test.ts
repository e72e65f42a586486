/**
 * Tests that the purge of deleted accounts and posts survives faults of the table. An account or post stays pending
 * until everything is purged, so a later run continues.
 */
import { randomUUID } from 'node:crypto';
import { GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { HOUR_MS } from '../../shared/rules/durations.ts';
import { startTable } from '../../test/support/table.ts';
import { injectTableFaults, type TableCall, type TableFaults } from '../../test/support/table-faults.ts';
import { unseal } from '../table/sealed.ts';

vi.mock('../members/cognito-users.ts', () => ({ deleteCognitoUser: async () => {} }));
vi.mock('../storage/object-store.ts', () => ({
  deleteObject: async () => {},
  listObjects: async () => ({ objects: [], next: undefined }),
}));
vi.mock('../storage/object-versions.ts', () => ({
  deleteObjectVersion: async () => {},
  listObjectVersions: async () => ({ versions: [], next: undefined }),
}));

let stopTable: () => Promise<void>;
let tableClient: typeof import('../table/client.ts');
let tableModules: {
  profile: typeof import('../table/profile.ts');
  post: typeof import('../table/post.ts');
  comment: typeof import('../table/comment.ts');
  like: typeof import('../table/like.ts');
  follow: typeof import('../table/follow.ts');
  pendingPurge: typeof import('../table/pending-purge.ts');
  keys: typeof import('../table/keys.ts');
};
let purgeJob: typeof import('./purge.ts');
let logger: typeof import('../platform/logger.ts').logger;
let faults: TableFaults;

beforeAll(async () => {
  stopTable = await startTable();
  // These modules read the table's name when they load, so load them after the table has started.
  tableClient = await import('../table/client.ts');

  const [profile, post, comment, like, follow, pendingPurge, keys] = await Promise.all([
    import('../table/profile.ts'),
    import('../table/post.ts'),
    import('../table/comment.ts'),
    import('../table/like.ts'),
    import('../table/follow.ts'),
    import('../table/pending-purge.ts'),
    import('../table/keys.ts'),
  ]);

  tableModules = { profile, post, comment, like, follow, pendingPurge, keys };
  purgeJob = await import('./purge.ts');
  ({ logger } = await import('../platform/logger.ts'));
  faults = injectTableFaults(tableClient.table);
});
afterEach(() => {
  faults.clear();
  vi.restoreAllMocks();
});
afterAll(() => stopTable());

const timeLeft = () => true;
const noTimeLeft = () => false;

/** A time of deletion that is so long ago that the signed upload URLs have expired. */
const LONG_AGO = new Date(Date.now() - HOUR_MS);

async function createMember(): Promise<string> {
  const userId = randomUUID();
  await tableModules.profile.createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  return userId;
}

async function createPost(userId: string): Promise<string> {
  const post = { postId: ulid(), userId, content: 'Hello', createdAt: new Date().toISOString(), depth: 0 };
  await tableModules.post.storePost({ ...post, likeCount: 0, commentCount: 0 });
  return post.postId;
}

async function createComment(postId: string, userId: string): Promise<string> {
  const comment = { commentId: ulid(), postId, userId, text: 'Hi', createdAt: new Date().toISOString() };
  await tableModules.comment.storeComment(comment, { userId, depth: 0 });
  return comment.commentId;
}

/** Creates a deleted member with two posts, two comments, a like, and a follow. Their upload URLs have expired. */
async function createLeaver() {
  const userId = await createMember();
  const friend = await createMember();
  const posts = [await createPost(userId), await createPost(userId)];
  const friendsPost = await createPost(friend);
  const viewer = { userId, depth: 0 };
  const comments = [await createComment(friendsPost, userId), await createComment(friendsPost, userId)];
  await createComment(posts[0]!, friend);

  await tableModules.like.setLike(viewer, tableModules.keys.postKey(friendsPost), { liked: true });
  await tableModules.follow.follow(viewer, friend);
  await tableModules.pendingPurge.hideAccount(userId, LONG_AGO);

  return { userId, friend, posts, friendsPost, comments };
}

type Leaver = Awaited<ReturnType<typeof createLeaver>>;

/** Reads the counters of the friend, and counts the remaining rows and posts of the leaver. */
async function readRemains({ userId, friend, posts, friendsPost }: Leaver) {
  const [ownPosts, post, profile] = await Promise.all([
    Promise.all(posts.map((postId) => tableModules.post.getPost(postId).then(unseal))),
    tableModules.post.getPost(friendsPost).then(unseal),
    tableModules.profile.getProfile(friend, { consistent: true }).then(unseal),
  ]);
  const { Items = [] } = await tableClient.table.send(
    new QueryCommand({
      TableName: tableClient.tableName(),
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': tableModules.keys.profileKey(userId).pk },
      ConsistentRead: true,
    }),
  );

  return {
    rows: Items.length,
    posts: ownPosts.filter((post) => post?.userId !== undefined).length,
    comments: post?.commentCount,
    likes: post?.likeCount,
    followers: profile?.followersCount,
  };
}

/** The remains of a purged account: its tombstone. */
const PURGED = { rows: 1, posts: 0, comments: 0, likes: 0, followers: 0 };

async function isPending(userId: string): Promise<boolean> {
  const Key = tableModules.keys.profileKey(userId);
  const { Item } = await tableClient.table.send(new GetCommand({ TableName: tableClient.tableName(), Key }));
  return Item?.owner !== undefined;
}

/** Returns a predicate for the calls that delete an item with this ID. */
const isDeleteOf = (id: string) => (call: TableCall) =>
  /^(Delete|TransactWrite)/.test(call.command) && JSON.stringify(call.input).includes(id);

describe('purge of an account', () => {
  it('does not complete while any of its calls is throttled', async () => {
    const leaver = await createLeaver();
    const { userId } = leaver;

    // Throttles each call in turn. Ends when the purge has fewer calls, so that none was throttled.
    for (let throttledIndex = 0; ; throttledIndex++) {
      faults.fail('throttled', (_, index) => index === throttledIndex);
      const outcome = await purgeJob.purge({ kind: 'account', userId }, timeLeft).catch((error: Error) => error.name);
      const injectedFaults = faults.clear();
      if (injectedFaults === 0) {
        expect(outcome).toBe(true);
        break;
      }

      expect(outcome).toBe('ProvisionedThroughputExceededException');
      expect(await isPending(userId)).toBe(true);
    }

    expect(await readRemains(leaver)).toEqual(PURGED);
    expect(await isPending(userId)).toBe(false);
  });

  it('stays pending after one item fails with a final error, and purges all others', async () => {
    const log = vi.spyOn(logger, 'error').mockReturnValue();
    const leaver = await createLeaver();
    const { userId, comments } = leaver;
    faults.fail('rejected', isDeleteOf(comments[0]!));

    await expect(purgeJob.purge({ kind: 'account', userId }, timeLeft)).rejects.toThrow(
      'purge-account: 1 rows failed.',
    );
    expect(faults.clear()).toBe(1);
    expect(log).toHaveBeenCalledOnce();
    expect(await readRemains(leaver)).toEqual({ ...PURGED, comments: 1 });
    expect(await isPending(userId)).toBe(true);

    expect(await purgeJob.purge({ kind: 'account', userId }, timeLeft)).toBe(true);
    expect(await readRemains(leaver)).toEqual(PURGED);
  });

  it('does not complete if the time ends within the last post', async () => {
    const leaver = await createLeaver();
    const { userId, posts } = leaver;
    for (let count = 0; count < 101; count++) await storeCommentOnly(posts[0]!);
    // The purge checks the time before each of the two posts, and after the first page of comments on the last post.
    // Only this third check fails, so that no later check can stop the purge.
    let checks = 0;
    const timeLeftExceptAtThirdCheck = () => ++checks !== 3;

    expect(await purgeJob.purge({ kind: 'account', userId }, timeLeftExceptAtThirdCheck)).toBe(false);
    expect(await isPending(userId)).toBe(true);

    expect(await purgeJob.purge({ kind: 'account', userId }, timeLeft)).toBe(true);
    expect(await readRemains(leaver)).toEqual(PURGED);
  });
});

/** Stores a comment without changing its post's counter. */
async function storeCommentOnly(postId: string): Promise<void> {
  const commentId = ulid();
  const Item = { ...tableModules.keys.commentKey(postId, commentId), commentId, postId };
  await tableClient.table.send(new PutCommand({ TableName: tableClient.tableName(), Item }));
}

describe('purge of a post', () => {
  it('keeps the post pending if a comment cannot be deleted', async () => {
    vi.spyOn(logger, 'error').mockReturnValue();
    const author = await createMember();
    const postId = await createPost(author);
    const comments = [await createComment(postId, author), await createComment(postId, author)];
    await tableModules.post.hidePost({ postId, userId: author });

    for (const kind of ['throttled', 'rejected'] as const) {
      faults.fail(kind, isDeleteOf(comments[1]!));
      await expect(purgeJob.purge({ kind: 'post', postId }, timeLeft)).rejects.toThrow();
      expect(faults.clear()).toBe(1);
      expect(unseal(await tableModules.post.getPost(postId))?.userId).toBe(author);
    }

    const { rows } = await tableModules.comment.readComments(postId, 10);
    expect(rows.map((comment) => unseal(comment).commentId)).toEqual([comments[1]]);

    expect(await purgeJob.purge({ kind: 'post', postId }, timeLeft)).toBe(true);
    expect((await tableModules.comment.readComments(postId, 10)).rows).toEqual([]);
  });
});

describe('purgePending', () => {
  it('completes the other purges after one fails, and counts the failure', async () => {
    vi.spyOn(logger, 'error').mockReturnValue();
    const author = await createMember();
    const brokenPost = await createPost(author);
    const intactPost = await createPost(author);
    const commentId = await createComment(brokenPost, author);
    await tableModules.post.hidePost({ postId: brokenPost, userId: author });
    await tableModules.post.hidePost({ postId: intactPost, userId: author });

    faults.fail('rejected', isDeleteOf(commentId));

    expect(await purgeJob.purgePending(timeLeft)).toEqual({ removed: 1, left: 1, failed: 1 });
    expect(faults.clear()).toBe(1);
    expect(await purgeJob.purgePending(timeLeft)).toEqual({ removed: 1, left: 0, failed: 0 });
  });

  it('throws if a call is throttled', async () => {
    const author = await createMember();
    const postId = await createPost(author);
    const commentId = await createComment(postId, author);
    await tableModules.post.hidePost({ postId, userId: author });
    faults.fail('throttled', isDeleteOf(commentId));

    await expect(purgeJob.purgePending(timeLeft)).rejects.toMatchObject({
      name: 'ProvisionedThroughputExceededException',
    });
    expect(faults.clear()).toBe(1);
    expect(await purgeJob.purgePending(timeLeft)).toMatchObject({ left: 0, failed: 0 });
  });

  it('counts a purge that ran out of time as left', async () => {
    const author = await createMember();
    await tableModules.post.hidePost({ postId: await createPost(author), userId: author });

    expect(await purgeJob.purgePending(noTimeLeft)).toEqual({ removed: 0, left: 1, failed: 0 });
    await purgeJob.purgePending(timeLeft);
  });
});
