/**
 * Tests of the access rule for single items: a member sees an item at or below their own depth, and always their own
 * items, until the item or its author is deleted.
 */
import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTable } from '../../test/support/table.ts';
import { SessionEnded } from '../platform/errors.ts';
import { fileKey, postKey } from '../table/keys.ts';
import { Sealed } from '../table/sealed.ts';
import type { Viewer } from '../table/visible.ts';

let stopTable: () => Promise<void>;
let visibleItems: typeof import('./visible-items.ts');
let visiblePage: typeof import('./visible-page.ts');
let profiles: typeof import('./profiles.ts');
let tableModules: {
  file: typeof import('../table/file.ts');
  post: typeof import('../table/post.ts');
  comment: typeof import('../table/comment.ts');
  profile: typeof import('../table/profile.ts');
  pendingPurge: typeof import('../table/pending-purge.ts');
  transact: typeof import('../table/transaction.ts').transact;
};

beforeAll(async () => {
  stopTable = await startTable();
  // These modules read the table's name when they load, so load them after the table has started.
  [visibleItems, visiblePage, profiles] = await Promise.all([
    import('./visible-items.ts'),
    import('./visible-page.ts'),
    import('./profiles.ts'),
  ]);

  const [file, post, comment, profile, pendingPurge, { transact }] = await Promise.all([
    import('../table/file.ts'),
    import('../table/post.ts'),
    import('../table/comment.ts'),
    import('../table/profile.ts'),
    import('../table/pending-purge.ts'),
    import('../table/transaction.ts'),
  ]);
  tableModules = { file, post, comment, profile, pendingPurge, transact };
});
afterAll(() => stopTable());

/** The depth of all items, in micrometres. A greater depth is higher. */
const DEPTH = 1000;

/** Creates a member with a file, a post, and a comment on the post, all published at {@link DEPTH}. */
async function createAuthor() {
  const userId = randomUUID();
  await tableModules.profile.createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });

  const key = `files/${userId}/${ulid()}/a.txt`;
  const commonFields = { userId, depth: DEPTH, likeCount: 0 };
  const createdAt = new Date().toISOString();
  await tableModules.transact(() => [
    tableModules.file.buildFilePut({
      ...commonFields,
      key,
      fileName: 'a.txt',
      contentType: 'text/plain',
      size: 1,
      etag: '"1"',
      uploadedAt: createdAt,
      description: '',
      views: 0,
      revision: 0,
    }),
  ]);

  const post = { ...commonFields, createdAt, postId: ulid(), content: 'Hello', commentCount: 0 };
  await tableModules.post.storePost(post);
  const comment = await createComment(post.postId, userId);

  return { userId, key, postId: post.postId, comment };
}

/** Stores a member's comment on a post, and returns the comment. */
async function createComment(postId: string, userId: string) {
  const comment = { commentId: ulid(), postId, userId, text: 'Hello', createdAt: new Date().toISOString() };
  expect(await tableModules.comment.storeComment(comment, { userId, depth: DEPTH })).toBe('created');
  return comment;
}

/** Builds a viewer at a depth, by default another member than the author. */
const buildViewer = (depth: number, userId: string = randomUUID()): Viewer => ({ userId, depth });

const expectNotFound = (promise: Promise<unknown>) => expect(promise).rejects.toMatchObject({ code: 'NotFound' });

describe.each([
  ['at', 0],
  ['above', 1],
])('a viewer %s the depth of an item', (_, difference) => {
  it('loads the file, the post, and the comment', async () => {
    const { key, postId, comment } = await createAuthor();
    const viewer = buildViewer(DEPTH + difference);

    expect(await visibleItems.loadVisibleFile(viewer, key)).toMatchObject({ key });
    expect(await visibleItems.loadVisiblePost(viewer, postId)).toMatchObject({ postId });
    expect(await visibleItems.loadVisibleComment(viewer, comment)).toMatchObject(comment);

    const page = await visiblePage.loadVisiblePage(viewer, {
      files: [fileKey(key)],
      posts: [postKey(postId)],
      comments: { of: await visibleItems.loadVisiblePost(viewer, postId), rows: [new Sealed(comment)] },
    });

    expect(page.files).toHaveLength(1);
    expect(page.posts).toHaveLength(1);
    expect(page.comments).toHaveLength(1);
  });
});

describe('loadVisibleFile', () => {
  it('throws NotFound for an ID that no file can have', async () => {
    await expectNotFound(visibleItems.loadVisibleFile(buildViewer(DEPTH), 'x'));
  });

  it("throws the session's error rather than NotFound if the viewer's session has ended", async () => {
    // Callers may pass the viewer as a promise.
    const endedSession = Promise.reject(new SessionEnded());
    await expect(visibleItems.loadVisibleFile(endedSession, 'x')).rejects.toThrow(SessionEnded);
  });
});

describe('a viewer below an item', () => {
  it('throws NotFound for items of other members, and omits them from pages', async () => {
    const { key, postId, comment } = await createAuthor();
    const viewer = buildViewer(DEPTH - 1);

    await expectNotFound(visibleItems.loadVisibleFile(viewer, key));
    await expectNotFound(visibleItems.loadVisiblePost(viewer, postId));
    await expectNotFound(visibleItems.loadVisibleComment(viewer, comment));
    await expectNotFound(visiblePage.loadVisibleComments(viewer, postId, { limit: 10, from: {} }));

    const page = await visiblePage.loadVisiblePage(viewer, { files: [fileKey(key)], posts: [postKey(postId)] });
    expect(page.files).toEqual([]);
    expect(page.posts).toEqual([]);
  });

  it("finds the viewer's own file and post", async () => {
    const { userId, key, postId } = await createAuthor();
    const viewer = buildViewer(0, userId);

    expect(await visibleItems.loadVisibleFile(viewer, key)).toMatchObject({ key });

    const page = await visiblePage.loadVisiblePage(viewer, { files: [fileKey(key)], posts: [postKey(postId)] });
    expect(page.files).toHaveLength(1);
    expect(page.posts).toHaveLength(1);
  });
});

describe('a member who has deleted their account', () => {
  const viewer = buildViewer(DEPTH);
  let leaver: Awaited<ReturnType<typeof createAuthor>>;
  let host: Awaited<ReturnType<typeof createAuthor>>;
  let leaversComment: Awaited<ReturnType<typeof createComment>>;

  beforeAll(async () => {
    leaver = await createAuthor();
    host = await createAuthor();
    leaversComment = await createComment(host.postId, leaver.userId);
    // The purge job doesn't run in this test.
    await tableModules.pendingPurge.hideAccount(leaver.userId);
  });

  it('hides the items of a deleted member immediately, before the purge job runs', async () => {
    await expectNotFound(visibleItems.loadVisibleFile(viewer, leaver.key));
    await expectNotFound(visibleItems.loadVisiblePost(viewer, leaver.postId));
    await expectNotFound(visibleItems.loadVisibleComment(viewer, leaversComment));
  });

  it('hides the profile of a deleted member immediately, before the purge job runs', async () => {
    await expectNotFound(profiles.loadVisibleProfile(viewer, leaver.userId));
    expect(await profiles.loadVisibleProfiles(viewer, [leaver.userId])).toEqual([]);
  });

  it('hides the content of a deleted member in lists immediately, before the purge job runs', async () => {
    const { comments } = await visiblePage.loadVisibleComments(viewer, host.postId, { limit: 10, from: {} });
    expect(comments.map(({ commentId }) => commentId)).toEqual([host.comment.commentId]);

    const page = await visiblePage.loadVisiblePage(viewer, {
      files: [fileKey(leaver.key)],
      posts: [postKey(leaver.postId), postKey(host.postId)],
    });
    expect(page.files).toEqual([]);
    expect(page.posts.map(({ postId }) => postId)).toEqual([host.postId]);
  });
});

describe('a deleted post', () => {
  it('hides a deleted post immediately, even from its author', async () => {
    const { userId, postId } = await createAuthor();
    await tableModules.post.hidePost({ postId, userId });

    for (const viewer of [buildViewer(DEPTH), buildViewer(DEPTH, userId)]) {
      await expectNotFound(visibleItems.loadVisiblePost(viewer, postId));
      expect((await visiblePage.loadVisiblePage(viewer, { posts: [postKey(postId)] })).posts).toEqual([]);
    }
  });
});
