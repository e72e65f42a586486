/**
 * Tests of what members can see. The access rule: members see items at or below their own depth, and always their own.
 * A greater depth is higher, so "below" means a smaller number of metres.
 */
import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fakeSecrets } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { countCalls } from '../../test/support/table-calls.ts';
import { listFilesOfMember } from '../files/list-of-member.ts';
import { listPostsOfMember } from '../posts/list-of-member.ts';
import { changeDepth } from '../table/change-depth.ts';
import { table } from '../table/client.ts';
import { storeComment } from '../table/comment.ts';
import { buildFilePut } from '../table/file.ts';
import { fileIdOf } from '../table/keys.ts';
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

let stopTable: () => Promise<void>;
beforeAll(async () => {
  stopTable = await startTable();
  vi.stubEnv('BUCKET_NAME', 'files');
  fakeSecrets({ CURSOR_SECRET_ARN: 'cursor secret', RENDITION_SECRET_ARN: 'rendition secret' });
});
afterAll(() => stopTable());

/** A metre, in micrometres. */
const METRE = 1_000_000;
/** Number of stored items and changes of depth. Gives each one a different time or ID. */
let changeCount = 0;

/** Creates a member at a depth in metres. */
async function createMember(metres = 0) {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  if (metres !== 0) await changeDepthBy(userId, metres);
  return { userId, username: userId, issuedAt: 1, depth: metres * METRE };
}

/** Changes a member's depth by this many metres. */
const changeDepthBy = (userId: string, metres: number) =>
  changeDepth({ userId, source: 'test', sourceId: String(changeCount++), bytes: 0, purchasedCm: metres * 100 });

/** Stores a file at a depth in metres, and returns its key. */
async function createFile(userId: string, metres: number): Promise<string> {
  const key = `files/${userId}/${ulid()}/a.txt`;
  const file = {
    key,
    userId,
    fileName: 'a.txt',
    contentType: 'text/plain',
    size: 1,
    etag: '"1"',
    description: '',
    uploadedAt: new Date(Date.now() + changeCount++).toISOString(),
    depth: metres * METRE,
    likeCount: 0,
    views: 0,
    revision: 0,
  };
  await transact(() => [buildFilePut(file)]);

  return key;
}

/** Stores a post at a depth in metres, and returns its ID. */
async function createPost(userId: string, metres: number): Promise<string> {
  const postId = ulid();
  const createdAt = new Date(Date.now() + changeCount++).toISOString();
  await storePost({ postId, userId, content: 'Ahoy', createdAt, depth: metres * METRE, likeCount: 0, commentCount: 0 });
  return postId;
}

/** Stores a member's comment on a post, and returns the comment. */
async function createComment(postId: string, userId: string) {
  const comment = { commentId: ulid(), postId, userId, text: 'Hello', createdAt: new Date().toISOString() };
  // At this depth, every post is visible.
  expect(await storeComment(comment, { userId, depth: 1e12 })).toBe('created');
  return comment;
}

/**
 * Creates a member with a file and a post at 4 m, 5 m, and 9 m each. The member then sinks from 9 m to 5 m, so the file
 * and the post at 9 m are above them.
 */
async function createOwner() {
  const owner = await createMember(9);
  const files: string[] = [];
  const posts: string[] = [];

  for (const metres of [4, 5, 9]) {
    files.push(await createFile(owner.userId, metres));
    posts.push(await createPost(owner.userId, metres));
  }
  await changeDepthBy(owner.userId, -4);

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
    await changeDepthBy(ada.userId, -2);

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
  it('rejects a malformed file ID as not found, without a request to the table', async () => {
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
    const comment = await createComment(await createPost(ada.userId, 9), ada.userId);
    expect(await findOwnComment(ada, comment)).toMatchObject(comment);
    expect(await findOwnComment(ben, comment)).toBeUndefined();
    expect(await findOwnComment(ada, { ...comment, commentId: ulid() })).toBeUndefined();

    expect(await findOwnPost(ada, comment.postId)).toMatchObject({ postId: comment.postId });
    expect(await findOwnPost(ben, comment.postId)).toBeUndefined();
    expect(await findOwnPost(ada, ulid())).toBeUndefined();
  });
});
