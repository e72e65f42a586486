import { randomUUID } from 'node:crypto';
import { GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
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

let stop: () => Promise<void>;
let client: typeof import('../table/client.ts');
let table: {
  profile: typeof import('../table/profile.ts');
  post: typeof import('../table/post.ts');
  comment: typeof import('../table/comment.ts');
  like: typeof import('../table/like.ts');
  follow: typeof import('../table/follow.ts');
  pendingPurge: typeof import('../table/pending-purge.ts');
  keys: typeof import('../table/keys.ts');
};
let job: typeof import('./purge.ts');
let logger: typeof import('../platform/logger.ts').logger;
let faults: TableFaults;

beforeAll(async () => {
  stop = await startTable();
  // These modules read the table's name when they load, so load them after the table has started.
  client = await import('../table/client.ts');

  const [profile, post, comment, like, follow, pendingPurge, keys] = await Promise.all([
    import('../table/profile.ts'),
    import('../table/post.ts'),
    import('../table/comment.ts'),
    import('../table/like.ts'),
    import('../table/follow.ts'),
    import('../table/pending-purge.ts'),
    import('../table/keys.ts'),
  ]);

  table = { profile, post, comment, like, follow, pendingPurge, keys };
  job = await import('./purge.ts');
  ({ logger } = await import('../platform/logger.ts'));
  faults = injectTableFaults(client.table);
});
afterEach(() => {
  faults.clear();
  vi.restoreAllMocks();
});
afterAll(() => stop());

const always = () => true;
const EXPIRED = new Date(Date.now() - 3_600_000);

async function newMember(): Promise<string> {
  const userId = randomUUID();
  await table.profile.createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  return userId;
}

async function newPost(userId: string): Promise<string> {
  const post = { postId: ulid(), userId, content: 'Hello', createdAt: new Date().toISOString(), depth: 0 };
  await table.post.storePost({ ...post, likeCount: 0, commentCount: 0 });
  return post.postId;
}

async function commentOn(postId: string, userId: string): Promise<string> {
  const comment = { commentId: ulid(), postId, userId, text: 'Hi', createdAt: new Date().toISOString() };
  await table.comment.storeComment(comment, { userId, depth: 0 }, []);
  return comment.commentId;
}

/** Creates a deleted member with two posts, comments, likes, and a follow. Their upload URLs have expired. */
async function newLeaver() {
  const [userId, friend] = [await newMember(), await newMember()];
  const posts = [await newPost(userId), await newPost(userId)];
  const friendsPost = await newPost(friend);
  const viewer = { userId, depth: 0 };
  const comments = [await commentOn(friendsPost, userId), await commentOn(friendsPost, userId)];
  await commentOn(posts[0]!, friend);
  await table.like.setLike(viewer, table.keys.postKey(friendsPost), true);
  await table.follow.follow(viewer, friend);
  await table.pendingPurge.hideAccount(userId, EXPIRED);

  return { userId, friend, posts, friendsPost, comments };
}

type Leaver = Awaited<ReturnType<typeof newLeaver>>;

/** Returns the counters of the friend, and what is left in the leaver's partition and lists. */
async function remains({ userId, friend, posts, friendsPost }: Leaver) {
  const [ownPosts, post, profile] = await Promise.all([
    Promise.all(posts.map((postId) => table.post.getPost(postId).then(unseal))),
    table.post.getPost(friendsPost).then(unseal),
    table.profile.getProfile(friend, { consistent: true }).then(unseal),
  ]);
  const { Items = [] } = await client.table.send(
    new QueryCommand({
      TableName: client.tableName(),
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': table.keys.profileKey(userId).pk },
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

/** Only the tombstone is left. */
const PURGED = { rows: 1, posts: 0, comments: 0, likes: 0, followers: 0 };

async function isPending(userId: string): Promise<boolean> {
  const Key = table.keys.profileKey(userId);
  const { Item } = await client.table.send(new GetCommand({ TableName: client.tableName(), Key }));
  return Item?.owner !== undefined;
}

const isDeleteOf = (id: string) => (call: TableCall) =>
  /^(Delete|TransactWrite)/.test(call.command) && JSON.stringify(call.input).includes(id);

describe('purge of an account', () => {
  it('never completes if any one call is throttled, and the next run completes it', async () => {
    const leaver = await newLeaver();
    const { userId } = leaver;
    for (let at = 0; ; at++) {
      faults.fail('throttled', (_, index) => index === at);
      const outcome = await job.purge({ kind: 'account', userId }, always).catch((error: Error) => error.name);
      const injected = faults.clear();
      if (injected === 0) {
        expect(outcome).toBe(true);
        break;
      }
      expect(outcome).toBe('ProvisionedThroughputExceededException');
      expect(await isPending(userId)).toBe(true);
    }

    expect(await remains(leaver)).toEqual(PURGED);
    expect(await isPending(userId)).toBe(false);
  });

  it('logs an item that fails with a final error, purges the others, and stays pending', async () => {
    const log = vi.spyOn(logger, 'error').mockReturnValue();
    const leaver = await newLeaver();
    const { userId, comments } = leaver;
    faults.fail('rejected', isDeleteOf(comments[0]!));

    await expect(job.purge({ kind: 'account', userId }, always)).rejects.toThrow('purge-account: 1 rows failed.');
    expect(faults.clear()).toBe(1);
    expect(log).toHaveBeenCalledOnce();
    expect(await remains(leaver)).toEqual({ ...PURGED, comments: 1 });
    expect(await isPending(userId)).toBe(true);
    expect(await job.purge({ kind: 'account', userId }, always)).toBe(true);
    expect(await remains(leaver)).toEqual(PURGED);
  });

  it('does not complete if the time ends within the last post', async () => {
    const leaver = await newLeaver();
    const { userId, posts } = leaver;
    for (let count = 0; count < 101; count++) await storeCommentOnly(posts[0]!);
    // The time is checked before each of the two posts, and after the first page of comments of the last. It suffices again
    // afterwards, so that only this check can stop the purge.
    let checks = 0;

    expect(await job.purge({ kind: 'account', userId }, () => ++checks !== 3)).toBe(false);
    expect(await isPending(userId)).toBe(true);
    expect(await job.purge({ kind: 'account', userId }, always)).toBe(true);
    expect(await remains(leaver)).toEqual(PURGED);
  });
});

/** Stores a comment without changing its post's counter. */
async function storeCommentOnly(postId: string): Promise<void> {
  const commentId = ulid();
  const Item = { ...table.keys.commentKey(postId, commentId), commentId, postId };
  await client.table.send(new PutCommand({ TableName: client.tableName(), Item }));
}

describe('purge of a post', () => {
  it('keeps the post pending if a comment is throttled or fails', async () => {
    vi.spyOn(logger, 'error').mockReturnValue();
    const author = await newMember();
    const postId = await newPost(author);
    const comments = [await commentOn(postId, author), await commentOn(postId, author)];

    await table.post.hidePost({ postId, userId: author });
    for (const kind of ['throttled', 'rejected'] as const) {
      faults.fail(kind, isDeleteOf(comments[1]!));
      await expect(job.purge({ kind: 'post', postId }, always)).rejects.toThrow();
      expect(faults.clear()).toBe(1);
      expect(unseal(await table.post.getPost(postId))?.userId).toBe(author);
    }

    expect((await table.comment.readComments(postId, 10)).rows.map((comment) => unseal(comment).commentId)).toEqual([
      comments[1],
    ]);
    expect(await job.purge({ kind: 'post', postId }, always)).toBe(true);
    expect((await table.comment.readComments(postId, 10)).rows).toEqual([]);
  });
});

describe('purge of everything pending', () => {
  it('continues after a purge that fails, and reports it', async () => {
    vi.spyOn(logger, 'error').mockReturnValue();
    const author = await newMember();
    const [broken, intact] = [await newPost(author), await newPost(author)];
    const commentId = await commentOn(broken, author);

    await table.post.hidePost({ postId: broken, userId: author });
    await table.post.hidePost({ postId: intact, userId: author });
    faults.fail('rejected', isDeleteOf(commentId));

    expect(await job.purgePending(always)).toEqual({ removed: 1, left: 1, failed: 1 });
    expect(faults.clear()).toBe(1);
    expect(await job.purgePending(always)).toEqual({ removed: 1, left: 0, failed: 0 });
  });

  it('throws if a call is throttled', async () => {
    const author = await newMember();
    const postId = await newPost(author);
    const commentId = await commentOn(postId, author);

    await table.post.hidePost({ postId, userId: author });
    faults.fail('throttled', isDeleteOf(commentId));

    await expect(job.purgePending(always)).rejects.toMatchObject({
      name: 'ProvisionedThroughputExceededException',
    });
    expect(faults.clear()).toBe(1);
    expect(await job.purgePending(always)).toMatchObject({ left: 0, failed: 0 });
  });

  it('counts a purge that the time did not suffice for', async () => {
    const author = await newMember();
    await table.post.hidePost({ postId: await newPost(author), userId: author });
    expect(await job.purgePending(() => false)).toEqual({ removed: 0, left: 1, failed: 0 });
    await job.purgePending(always);
  });
});
