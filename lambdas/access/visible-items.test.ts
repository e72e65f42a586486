import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTable } from '../../test/support/table.ts';
import { SessionEnded } from '../platform/errors.ts';
import { fileKey, postKey } from '../table/keys.ts';
import { Sealed } from '../table/sealed.ts';
import type { Viewer } from '../table/visible.ts';

let stop: () => Promise<void>;
let access: typeof import('./visible-items.ts');
let pages: typeof import('./visible-page.ts');
let profiles: typeof import('./profiles.ts');
let table: {
  file: typeof import('../table/file.ts');
  post: typeof import('../table/post.ts');
  comment: typeof import('../table/comment.ts');
  profile: typeof import('../table/profile.ts');
  pendingPurge: typeof import('../table/pending-purge.ts');
  transact: typeof import('../table/transaction.ts').transact;
};

beforeAll(async () => {
  stop = await startTable();
  // These modules read the table's name when they load, so load them after the table has started.
  [access, pages, profiles] = await Promise.all([
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
  table = { file, post, comment, profile, pendingPurge, transact };
});
afterAll(() => stop());

const DEPTH = 1000;

/** Creates a member with a file, a post, and a comment on the post, all published at {@link DEPTH}. */
async function createAuthor() {
  const userId = randomUUID();
  await table.profile.createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });

  const key = `files/${userId}/${ulid()}/a.txt`;
  const commonFields = { userId, depth: DEPTH, likeCount: 0 };
  const createdAt = new Date().toISOString();
  await table.transact(() => [
    table.file.buildFilePut({
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
  await table.post.storePost(post);
  const comment = await createComment(post.postId, userId);

  return { userId, key, postId: post.postId, comment };
}

async function createComment(postId: string, userId: string) {
  const comment = { commentId: ulid(), postId, userId, text: 'Hello', createdAt: new Date().toISOString() };
  expect(await table.comment.storeComment(comment, { userId, depth: DEPTH })).toBe('created');
  return comment;
}

const buildViewer = (depth: number, userId: string = randomUUID()): Viewer => ({ userId, depth });

describe.each([
  ['at', 0],
  ['above', 1],
])('a viewer %s the depth of an item', (_, difference) => {
  it('loads the file, the post, and the comment', async () => {
    const { key, postId, comment } = await createAuthor();
    const viewer = buildViewer(DEPTH + difference);

    expect(await access.loadVisibleFile(viewer, key)).toMatchObject({ key });
    expect(await access.loadVisiblePost(viewer, postId)).toMatchObject({ postId });
    expect(await access.loadVisibleComment(viewer, comment)).toMatchObject(comment);

    const page = await pages.loadVisiblePage(viewer, {
      files: [fileKey(key)],
      posts: [postKey(postId)],
      comments: { of: await access.loadVisiblePost(viewer, postId), rows: [new Sealed(comment)] },
    });

    expect(page.files).toHaveLength(1);
    expect(page.posts).toHaveLength(1);
    expect(page.comments).toHaveLength(1);
  });
});

describe('loadVisibleFile', () => {
  it('throws FileNotFound for an ID that no file can have', async () => {
    const viewer: Viewer = { userId: randomUUID(), depth: DEPTH };
    await expect(access.loadVisibleFile(viewer, 'x')).rejects.toMatchObject({ code: 'NotFound' });
  });

  it("throws the session's error rather than FileNotFound if the viewer's session has ended", async () => {
    const endedSession = Promise.reject(new SessionEnded());
    await expect(access.loadVisibleFile(endedSession, 'x')).rejects.toThrow(SessionEnded);
  });
});

describe('a viewer below an item', () => {
  it("finds no other member's item, as if the items did not exist", async () => {
    const { key, postId, comment } = await createAuthor();
    const viewer = buildViewer(DEPTH - 1);

    await expect(access.loadVisibleFile(viewer, key)).rejects.toMatchObject({ code: 'NotFound' });
    await expect(access.loadVisiblePost(viewer, postId)).rejects.toMatchObject({ code: 'NotFound' });
    await expect(access.loadVisibleComment(viewer, comment)).rejects.toMatchObject({ code: 'NotFound' });
    await expect(pages.loadVisibleComments(viewer, postId, { limit: 10, from: {} })).rejects.toMatchObject({
      code: 'NotFound',
    });

    const page = await pages.loadVisiblePage(viewer, { files: [fileKey(key)], posts: [postKey(postId)] });
    expect(page.files).toEqual([]);
    expect(page.posts).toEqual([]);
  });

  it("finds the viewer's own file and post", async () => {
    const { userId, key, postId } = await createAuthor();
    const viewer = buildViewer(0, userId);

    expect(await access.loadVisibleFile(viewer, key)).toMatchObject({ key });

    const page = await pages.loadVisiblePage(viewer, { files: [fileKey(key)], posts: [postKey(postId)] });
    expect(page.files).toHaveLength(1);
    expect(page.posts).toHaveLength(1);
  });
});

describe('a member who has deleted their account', () => {
  it('hides a deleted member with all content immediately, before the purge job runs', async () => {
    const leaver = await createAuthor();
    const host = await createAuthor();
    const leaversComment = await createComment(host.postId, leaver.userId);
    const viewer = buildViewer(DEPTH);
    await table.pendingPurge.hideAccount(leaver.userId);

    await expect(access.loadVisibleFile(viewer, leaver.key)).rejects.toMatchObject({ code: 'NotFound' });
    await expect(access.loadVisiblePost(viewer, leaver.postId)).rejects.toMatchObject({ code: 'NotFound' });
    await expect(access.loadVisibleComment(viewer, leaversComment)).rejects.toMatchObject({ code: 'NotFound' });
    await expect(profiles.loadVisibleProfile(viewer, leaver.userId)).rejects.toMatchObject({ code: 'NotFound' });
    expect(await profiles.loadVisibleProfiles(viewer, [leaver.userId])).toEqual([]);

    const { comments } = await pages.loadVisibleComments(viewer, host.postId, { limit: 10, from: {} });
    expect(comments.map(({ commentId }) => commentId)).toEqual([host.comment.commentId]);

    const page = await pages.loadVisiblePage(viewer, {
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
    await table.post.hidePost({ postId, userId });

    for (const viewer of [buildViewer(DEPTH), buildViewer(DEPTH, userId)]) {
      await expect(access.loadVisiblePost(viewer, postId)).rejects.toMatchObject({ code: 'NotFound' });
      expect((await pages.loadVisiblePage(viewer, { posts: [postKey(postId)] })).posts).toEqual([]);
    }
  });
});
