/** Tests of deleting a post: it disappears immediately, and a job then purges its comments, likes, and picture. */
import { beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { sendRequest } from '../../support/api-request.ts';
import { retryWhileThrottled, runConcurrently } from '../../support/concurrent-members.ts';
import { lowerDepth, raiseDepthByUpload } from '../../support/depth-changes.ts';
import { Member, storeBytes } from '../../support/member.ts';
import { createPng } from '../../support/sample-files.ts';

/** A well-formed ID that no post has. */
const MISSING_POST_ID = '01KAHQ3V7V8Z5T0F4M2S6R9XYZ';

let author: Member;
let otherMember: Member;

async function publishPost(member: Member, imageId?: string) {
  const request = { content: 'Not for long', ...(imageId && { imageId }) };
  const { body } = await member.call(contract.posts.create, request);
  return body.post;
}

const deletePost = (member: Member, postId: string) => member.call(contract.posts.delete, { postId });

async function uploadPicture(member: Member): Promise<string> {
  const upload = await member.prepareUpload(createPng(1000), { purpose: 'post' });
  await storeBytes(upload, createPng(1000));
  return upload.fileId;
}

/** Waits until the purge job, which runs after the response to a deletion, has deleted a resource. */
const waitForPurge = (readStatus: () => Promise<number>) => expect.poll(readStatus, { interval: 200 }).toBe(404);

/** Returns the IDs of a member's posts, as their own list shows them. */
async function listOwnPostIds(member: Member): Promise<string[]> {
  const { body } = await member.call(contract.posts.listOfMember, { userId: member.userId, limit: 50 });
  return body.posts.map(({ id }) => id);
}

/** Publishes two posts of a new author, comments on the first, and deletes it. */
async function publishAndDelete() {
  const newAuthor = await Member.register();
  // Raises the author enough for the first page of the feed.
  await raiseDepthByUpload(newAuthor, 7);
  const deletedPost = await publishPost(newAuthor);
  const otherPost = await publishPost(newAuthor);
  await newAuthor.call(contract.posts.addComment, { postId: deletedPost.id, text: 'Mine' });

  const { status, body } = await deletePost(newAuthor, deletedPost.id);
  expect([status, body]).toEqual([200, { success: true }]);

  return { newAuthor, deletedPost, otherPost };
}

beforeAll(async () => {
  [author, otherMember] = await Promise.all([Member.register('Ada'), Member.register('Ben')]);
});

describe('DELETE /posts/{postId}', () => {
  it('hides the post from all lists immediately', async () => {
    const { newAuthor, deletedPost, otherPost } = await publishAndDelete();

    const feed = await newAuthor.call(contract.posts.list, { limit: 50 });
    const dashboard = await newAuthor.call(contract.account.dashboard, {});
    const feedIds = feed.body.posts.map(({ id }) => id);
    const dashboardIds = dashboard.body.posts.map(({ id }) => id);

    for (const ids of [feedIds, dashboardIds, await listOwnPostIds(newAuthor)]) {
      expect(ids).toContain(otherPost.id);
      expect(ids).not.toContain(deletedPost.id);
    }
  });

  it('hides the comments and likes of the post immediately', async () => {
    const { newAuthor, deletedPost } = await publishAndDelete();

    const laterResponses = await Promise.all([
      newAuthor.call(contract.posts.listComments, { postId: deletedPost.id }),
      newAuthor.call(contract.posts.addComment, { postId: deletedPost.id, text: 'Too late' }),
      newAuthor.call(contract.posts.like, { postId: deletedPost.id }),
      newAuthor.call(contract.posts.unlike, { postId: deletedPost.id }),
    ]);
    for (const response of laterResponses) expect([response.status, response.body.code]).toEqual([404, 'NotFound']);
  });

  it('returns 200 or 404 when repeated, and keeps other posts', async () => {
    const newAuthor = await Member.register();
    const deletedPost = await publishPost(newAuthor);
    const otherPost = await publishPost(newAuthor);

    const responses = await runConcurrently(8, () => deletePost(newAuthor, deletedPost.id));
    responses.push(await deletePost(newAuthor, deletedPost.id));

    expect(responses.some(({ status }) => status === 200)).toBe(true);
    for (const { status } of responses) expect([200, 404]).toContain(status);

    await waitForPurge(async () => (await deletePost(newAuthor, deletedPost.id)).status);
    expect(await listOwnPostIds(newAuthor)).toEqual([otherPost.id]);
  });

  it('purges the picture', async () => {
    const { id, imageUrl } = await publishPost(author, await uploadPicture(author));
    expect((await fetch(imageUrl!)).status).toBe(200);

    await deletePost(author, id);

    await waitForPurge(async () => (await fetch(imageUrl!)).status);
  });

  it('purges the comments of all members', async () => {
    const { id: postId } = await publishPost(author);
    const { body } = await otherMember.call(contract.posts.addComment, { postId, text: 'Mine' });
    await author.call(contract.posts.addComment, { postId, text: 'And mine' });

    await deletePost(author, postId);
    await waitForPurge(async () => (await deletePost(author, postId)).status);

    // Commenters can delete comments on hidden posts, so a 404 proves that the purge deleted the comment.
    const commentId = body.comment.id;
    const response = await otherMember.call(contract.posts.deleteComment, { postId, commentId });

    expect([response.status, response.body.code]).toEqual([404, 'NotFound']);
  });

  it('succeeds while others like and comment concurrently', async () => {
    const { id: postId } = await publishPost(author);

    const responses = await Promise.all([
      ...Array.from({ length: 6 }, (_, number) =>
        retryWhileThrottled(() => otherMember.call(contract.posts.addComment, { postId, text: String(number) })),
      ),
      retryWhileThrottled(() => otherMember.call(contract.posts.like, { postId })),
      retryWhileThrottled(() => deletePost(author, postId)),
    ]);

    for (const { status } of responses) expect([200, 404]).toContain(status);
    expect(responses.at(-1)?.status).toBe(200);
    expect(await listOwnPostIds(author)).not.toContain(postId);
  });

  it("returns 403 for another member's post", async () => {
    const { id } = await publishPost(author);

    const { status, body } = await deletePost(otherMember, id);

    expect([status, body.code]).toEqual([403, 'NotYou']);
    expect(await listOwnPostIds(author)).toContain(id);
  });

  it('returns the same 404 for a post above the member, a deleted post, and a missing post', async () => {
    const uploadedFile = await raiseDepthByUpload(author, 1);
    const highPost = await publishPost(author);
    const deletedPost = await publishPost(author);
    await lowerDepth(author, uploadedFile);
    await deletePost(author, deletedPost.id);

    const errors = new Set<string | undefined>();
    for (const id of [highPost.id, deletedPost.id, MISSING_POST_ID]) {
      const { status, body } = await deletePost(otherMember, id);
      expect([status, body.code]).toEqual([404, 'NotFound']);
      errors.add(body.error);
    }

    expect(errors.size).toBe(1);
    expect(await listOwnPostIds(author)).toContain(highPost.id);
  });

  it('allows authors to delete their own posts above them', async () => {
    const uploadedFile = await raiseDepthByUpload(author, 1);
    const { id } = await publishPost(author);
    await lowerDepth(author, uploadedFile);

    expect((await deletePost(author, id)).status).toBe(200);
    expect(await listOwnPostIds(author)).not.toContain(id);
  });

  it("keeps the author's depth", async () => {
    const newAuthor = await Member.register();
    await raiseDepthByUpload(newAuthor, 1);
    const { id } = await publishPost(newAuthor);

    await deletePost(newAuthor, id);

    expect(await newAuthor.getDepth()).toBe(0.01);
  });

  it('rejects a malformed ID', async () => {
    for (const id of ['nonsense', 'a'.repeat(26), '01KAHQ3V7V8Z5T0F4M2S6R9XY']) {
      const { status, body } = await sendRequest('DELETE', `/posts/${id}`, { token: author.tokens.access });
      expect([status, body.code]).toEqual([400, 'InvalidInput']);
    }
  });
});
