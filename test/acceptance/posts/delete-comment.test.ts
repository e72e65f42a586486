/**
 * Tests of deleting comments. Only the author of a comment may delete it, and the post's count and newest comment must
 * follow.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { sendRequest } from '../../support/api-request.ts';
import { retryWhileThrottled, runConcurrently } from '../../support/concurrent-members.ts';
import { lowerDepth, raiseDepthByUpload } from '../../support/depth-changes.ts';
import { Member } from '../../support/member.ts';
import { messageAbout } from '../../support/validation-message.ts';

/** A well-formed ID that no post and no comment has. */
const MISSING_ID = '01KAHQ3V7V8Z5T0F4M2S6R9XYZ';

let author: Member;
let commenter: Member;

const publish = async () => (await author.call(contract.posts.create, { content: 'What do you say?' })).body.post.id;

const deleteComment = (member: Member, postId: string, commentId: string) =>
  member.call(contract.posts.deleteComment, { postId, commentId });

/** Comments on a post and returns the comment's ID. */
async function comment(member: Member, postId: string, text: string): Promise<string> {
  const { status, body } = await retryWhileThrottled(() => member.call(contract.posts.addComment, { postId, text }));
  expect(status).toBe(200);
  return body.comment.id;
}

/** Returns the texts of all comments, and the count and the newest comment's text that the post shows. */
async function readCommentsAndPreview(postId: string) {
  const { body: list } = await author.call(contract.posts.listComments, { postId, limit: 50 });
  const { body } = await author.call(contract.posts.listOfMember, { userId: author.userId, limit: 50 });
  const { commentCount, newestComment } = body.posts.find(({ id }) => id === postId)!;
  return { texts: list.comments.map(({ text }) => text), commentCount, newestText: newestComment?.text ?? null };
}

beforeAll(async () => {
  [author, commenter] = await Promise.all([Member.register('Ada'), Member.register('Ben')]);
});

describe('DELETE /posts/{postId}/comments/{commentId}', () => {
  it('makes the previous comment the newest, or none after the last deletion', async () => {
    const postId = await publish();
    const ids: string[] = [];
    for (const text of ['1', '2', '3']) ids.push(await comment(commenter, postId, text));

    expect((await deleteComment(commenter, postId, ids[2]!)).body).toEqual({ success: true, commentCount: 2 });
    expect(await readCommentsAndPreview(postId)).toEqual({ texts: ['2', '1'], commentCount: 2, newestText: '2' });
    expect((await deleteComment(commenter, postId, ids[0]!)).body.commentCount).toBe(1);
    expect(await readCommentsAndPreview(postId)).toEqual({ texts: ['2'], commentCount: 1, newestText: '2' });
    expect((await deleteComment(commenter, postId, ids[1]!)).body.commentCount).toBe(0);
    expect(await readCommentsAndPreview(postId)).toEqual({ texts: [], commentCount: 0, newestText: null });

    await comment(commenter, postId, '4');
    expect(await readCommentsAndPreview(postId)).toEqual({ texts: ['4'], commentCount: 1, newestText: '4' });
  });

  it('lowers the count once when called concurrently', async () => {
    const postId = await publish();
    const commentId = await comment(commenter, postId, 'Once');
    await comment(commenter, postId, 'Stays');
    const responses = await runConcurrently(10, () => deleteComment(commenter, postId, commentId));

    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 404)).toHaveLength(9);
    expect(await readCommentsAndPreview(postId)).toEqual({ texts: ['Stays'], commentCount: 1, newestText: 'Stays' });
  });

  it('keeps count and newest comment consistent under concurrent additions and deletions', async () => {
    const postId = await publish();
    const addedCount = 6;
    const ids: string[] = [];
    for (let number = 0; number < 16; number++)
      ids.push(await comment(number % 2 ? author : commenter, postId, `Old ${number}`));

    // An even number of comments stays, so each member deletes only their own comments.
    const deletedIds = ids.slice(4);
    const responses = await Promise.all([
      ...deletedIds.map((id, number) =>
        retryWhileThrottled(() => deleteComment(number % 2 ? author : commenter, postId, id)),
      ),
      ...Array.from({ length: addedCount }, (_, number) =>
        comment(commenter, postId, `New ${number}`).then(() => ({ status: 200 })),
      ),
    ]);

    expect(responses.map(({ status }) => status)).toEqual(Array(deletedIds.length + addedCount).fill(200));

    const { texts, commentCount, newestText } = await readCommentsAndPreview(postId);
    expect(texts).toHaveLength(ids.length - deletedIds.length + addedCount);
    expect([commentCount, newestText]).toEqual([texts.length, texts[0]]);
  });

  it('shows no newest comment after all comments are deleted concurrently', async () => {
    const postId = await publish();
    const ids: string[] = [];
    for (let number = 0; number < 12; number++) ids.push(await comment(commenter, postId, String(number)));
    await Promise.all(ids.map((id) => retryWhileThrottled(() => deleteComment(commenter, postId, id))));

    expect(await readCommentsAndPreview(postId)).toEqual({ texts: [], commentCount: 0, newestText: null });
  });

  it("returns 403 for another member's comment, even to the author of the post", async () => {
    const postId = await publish();
    const commentId = await comment(commenter, postId, "Ben's");
    const { status, body } = await deleteComment(author, postId, commentId);

    expect([status, body.code]).toEqual([403, 'NotYou']);
    expect(await readCommentsAndPreview(postId)).toEqual({ texts: ["Ben's"], commentCount: 1, newestText: "Ben's" });
  });

  it('returns 404 for a missing comment or post', async () => {
    const postId = await publish();
    const otherPostId = await publish();
    const commentId = await comment(commenter, postId, 'Here');
    for (const [post, id] of [
      [postId, MISSING_ID],
      [otherPostId, commentId],
      [MISSING_ID, commentId],
    ] as const) {
      const { status, body } = await deleteComment(commenter, post, id);
      expect([status, body.code]).toEqual([404, 'NotFound']);
    }

    expect((await readCommentsAndPreview(postId)).commentCount).toBe(1);
  });

  it('returns the same 404 for a post above the member as for a missing post', async () => {
    const uploadedFile = await raiseDepthByUpload(author, 1);
    const postId = await publish();
    const commentId = await comment(author, postId, 'High up');

    await lowerDepth(author, uploadedFile);
    const hiddenPostResponse = await deleteComment(commenter, postId, commentId);
    const missingPostResponse = await deleteComment(commenter, MISSING_ID, commentId);

    expect([hiddenPostResponse.status, hiddenPostResponse.body.code]).toEqual([404, 'NotFound']);
    expect(hiddenPostResponse.body.error).toBe(missingPostResponse.body.error);
    expect((await readCommentsAndPreview(postId)).commentCount).toBe(1);
  });

  it('allows commenters to delete their comment after their depth dropped below the post', async () => {
    const otherAuthor = await Member.register();
    await raiseDepthByUpload(otherAuthor, 1);
    const uploadedFile = await raiseDepthByUpload(commenter, 1);
    const { body: createResult } = await otherAuthor.call(contract.posts.create, { content: 'Up here' });
    const commentId = await comment(commenter, createResult.post.id, 'So am I');
    await lowerDepth(commenter, uploadedFile);

    expect((await deleteComment(commenter, createResult.post.id, commentId)).body).toEqual({
      success: true,
      commentCount: 0,
    });
  });

  it('rejects malformed IDs', async () => {
    const postId = await publish();

    for (const [path, field] of [
      [`/posts/${postId}/comments/nonsense`, 'commentId'],
      [`/posts/nonsense/comments/${MISSING_ID}`, 'postId'],
    ] as const) {
      const { status, body } = await sendRequest('DELETE', path, { token: commenter.tokens.access });
      expect([status, body.code]).toEqual([400, 'InvalidInput']);
      expect(body.error).toMatch(messageAbout(field));
    }
  });
});
