/**
 * Tests of adding and listing comments. Each viewer of a post can comment on it. See
 * docs/product.md#posts-and-comments.
 */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import type { Comment } from '../../../shared/contract/posts.ts';
import { sendRequest } from '../../support/api-request.ts';
import { runConcurrently } from '../../support/concurrent-members.ts';
import { lowerDepth, raiseDepth, raiseDepthByUpload } from '../../support/depth-changes.ts';
import { Member } from '../../support/member.ts';
import { readAllPages } from '../../support/pages.ts';
import { messageAbout } from '../../support/validation-message.ts';

/** A well-formed ID that no post has. */
const MISSING_POST_ID = '01KAHQ3V7V8Z5T0F4M2S6R9XYZ';

/** Publishes the posts. */
let author: Member;
let commenter: Member;
/** A post of the author, above the commenter and the author. */
let hiddenPostId: string;

const publish = async (member: Member = author) =>
  (await member.call(contract.posts.create, { content: 'What do you say?' })).body.post.id;

const comment = (member: Member, postId: string, text: string, idempotencyKey?: string) =>
  member.call(contract.posts.addComment, { postId, text, ...(idempotencyKey && { idempotencyKey }) });

const list = (member: Member, postId: string, query: { limit?: number; cursor?: string } = {}) =>
  member.call(contract.posts.listComments, { postId, ...query });

const readComments = async (postId: string): Promise<Comment[]> =>
  (
    await readAllPages<Comment>(async (after) => {
      const { body } = await list(author, postId, { limit: 50, ...after });
      return [body.comments, body.cursor];
    })
  ).flat();

/** Returns the comment count and newest comment that the author's post shows. */
async function readCommentPreview(postId: string) {
  const { body } = await author.call(contract.posts.listOfMember, { userId: author.userId, limit: 50 });
  const { commentCount, newestComment } = body.posts.find(({ id }) => id === postId)!;
  return { commentCount, newestComment };
}

beforeAll(async () => {
  [author, commenter] = await Promise.all([Member.register('Ada'), Member.register('Ben')]);

  // The author posts at a greater depth and then goes down again, so the post is above everyone.
  const uploadedFile = await raiseDepthByUpload(author, 1);
  hiddenPostId = await publish();
  await lowerDepth(author, uploadedFile);
});

describe('POST /posts/{postId}/comments', () => {
  it('adds a comment, which the post shows as its newest', async () => {
    const postId = await publish();
    const { status, body } = await comment(commenter, postId, '  Well\r\nsaid ');

    expect(status).toBe(200);
    expect(body.comment).toEqual({
      id: expect.stringMatching(/^[0-9A-Z]{26}$/),
      text: 'Well\nsaid',
      userId: commenter.userId,
      username: 'Ben',
      userProfilePic: '',
      createdAt: expect.any(String),
    });
    expect(body.commentCount).toBe(1);
    expect(await readCommentPreview(postId)).toEqual({ commentCount: 1, newestComment: body.comment });
    expect(await readComments(postId)).toEqual([body.comment]);

    const secondResponse = await comment(author, postId, 'Thank you');
    expect(secondResponse.body.commentCount).toBe(2);
    expect(await readCommentPreview(postId)).toEqual({ commentCount: 2, newestComment: secondResponse.body.comment });
  });

  it('returns HTML as plain text', async () => {
    const postId = await publish();
    const text = '</p><script>alert(1)</script><a href="javascript:alert(2)">x</a> &lt;';
    expect((await comment(commenter, postId, text)).body.comment.text).toBe(text);
  });

  it('accepts 1,000 characters, with emoji counted as one each, and rejects 1,001', async () => {
    const postId = await publish();
    for (const character of ['x', '🐙']) {
      const text = character.repeat(1000);
      expect((await comment(commenter, postId, ` ${text} `)).body.comment.text).toBe(text);

      const { status, body } = await comment(commenter, postId, text + character);
      expect([status, body.code, body.error]).toEqual([400, 'InvalidInput', 'Text must be at most 1,000 characters.']);
    }

    expect((await readCommentPreview(postId)).commentCount).toBe(2);
  });

  it.each(['', '  \n\t', '\u200b\u2060\ufeff', '\u0000', '\u3164'])('rejects the blank comment %j', async (text) => {
    const { status, body } = await comment(commenter, hiddenPostId, text);
    expect([status, body.code, body.error]).toEqual([400, 'InvalidInput', 'Text must not be blank.']);
  });

  it.each([
    ['text', undefined],
    ['text', 7],
    ['idempotencyKey', 'short'],
    ['createdAt', '2020-01-01T00:00:00.000Z'],
    ['username', 'Another Member'],
    ['likes', []],
  ])('rejects %s: %s', async (field, value) => {
    const body = JSON.stringify({ text: 'Hello', [field]: value });
    const response = await sendRequest('POST', `/posts/${hiddenPostId}/comments`, {
      token: author.tokens.access,
      body,
    });

    expect([response.status, response.body.code]).toEqual([400, 'InvalidInput']);
    expect(response.body.error).toMatch(messageAbout(field));
  });

  it("returns 403 for another member's userId", async () => {
    const request = { postId: await publish(), text: 'I am Ada', userId: author.userId };
    const { status, body } = await commenter.call(contract.posts.addComment, request);

    expect([status, body.code]).toEqual([403, 'NotYou']);
    expect((await readCommentPreview(request.postId)).commentCount).toBe(0);
  });

  it('returns the same 404 for a post above the member, a deleted post, and a missing post', async () => {
    const deletedPostId = await publish();
    await comment(commenter, deletedPostId, 'While it lasts');
    await author.call(contract.posts.delete, { postId: deletedPostId });

    const errors = new Set<string | undefined>();
    for (const postId of [hiddenPostId, deletedPostId, MISSING_POST_ID]) {
      for (const { status, body } of [await comment(commenter, postId, 'Hello?'), await list(commenter, postId)]) {
        expect([status, body.code]).toEqual([404, 'NotFound']);
        errors.add(body.error);
      }
    }

    expect(errors.size).toBe(1);
    expect(await readCommentPreview(hiddenPostId)).toEqual({ commentCount: 0, newestComment: null });
  });

  it('accepts comments from an author below their own post, and from members at the depth of a post', async () => {
    const [postAuthor, member] = await Promise.all([Member.register(), Member.register()]);
    await raiseDepth(postAuthor, 1);
    const postId = await publish(postAuthor);
    expect((await comment(member, postId, 'From below')).status).toBe(404);

    await raiseDepth(member, 1);
    expect((await comment(member, postId, 'Level')).body.commentCount).toBe(1);

    const ownComment = await comment(author, hiddenPostId, 'From below my own');
    expect(ownComment.status).toBe(200);

    await author.call(contract.posts.deleteComment, { postId: hiddenPostId, commentId: ownComment.body.comment.id });
  });
});

describe('POST /posts/{postId}/comments with an idempotency key', () => {
  it('adds one comment for 20 identical concurrent requests', async () => {
    const postId = await publish();
    const key = randomUUID();
    const responses = await runConcurrently(20, () => comment(commenter, postId, 'Once', key));

    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(responses.map(({ body }) => body.comment.id)).size).toBe(1);
    expect(await readComments(postId)).toHaveLength(1);
    expect((await readCommentPreview(postId)).commentCount).toBe(1);
  });

  it('returns 409 for other text or another post under the same key', async () => {
    const postId = await publish();
    const otherPostId = await publish();
    const key = randomUUID();
    await comment(commenter, postId, 'First', key);

    for (const { status, body } of [
      await comment(commenter, postId, 'Second', key),
      await comment(commenter, otherPostId, 'First', key),
    ]) {
      expect([status, body.code]).toEqual([409, 'Conflict']);
    }

    expect((await readComments(postId)).map(({ text }) => text)).toEqual(['First']);
    expect(await readComments(otherPostId)).toEqual([]);
  });

  it('returns 409 instead of restoring a deleted comment', async () => {
    const postId = await publish();
    const key = randomUUID();
    const { body } = await comment(commenter, postId, 'Gone', key);
    await commenter.call(contract.posts.deleteComment, { postId, commentId: body.comment.id });
    const repeatedResponse = await comment(commenter, postId, 'Gone', key);

    expect([repeatedResponse.status, repeatedResponse.body.code]).toEqual([409, 'Conflict']);
    expect(await readComments(postId)).toEqual([]);
  });
});

describe('GET /posts/{postId}/comments', () => {
  it('returns an empty list of comments for a new post', async () => {
    const postId = await publish();
    expect((await list(commenter, postId)).body).toEqual({ success: true, comments: [], cursor: null });
    expect(await readCommentPreview(postId)).toEqual({ commentCount: 0, newestComment: null });
  });

  it('returns every comment once, newest first, for any page size', async () => {
    const postId = await publish();
    for (let number = 1; number <= 7; number++) await comment(number % 2 ? author : commenter, postId, String(number));

    for (const limit of [1, 3, 7, 50]) {
      const pages = await readAllPages<Comment>(async (after) => {
        const { body } = await list(commenter, postId, { limit, ...after });
        return [body.comments, body.cursor];
      });
      expect(pages.flat().map(({ text }) => text)).toEqual(['7', '6', '5', '4', '3', '2', '1']);
      expect(pages.length).toBe(Math.ceil(7 / limit));
    }
  });

  it('returns 20 comments per page, and continues at the same position after a comment is added', async () => {
    const postId = await publish();
    for (let number = 1; number <= 22; number++) await comment(commenter, postId, String(number));

    const firstPage = await list(commenter, postId);
    expect(firstPage.body.comments).toHaveLength(20);

    await comment(author, postId, 'Later');
    const secondPage = await list(commenter, postId, { cursor: firstPage.body.cursor! });

    expect(secondPage.body.comments.map(({ text }) => text)).toEqual(['2', '1']);
    expect(secondPage.body.cursor).toBeNull();
  });

  it('shows the current username of a commenter, even in the newest comment of the post', async () => {
    const member = await Member.register('Before');
    const postId = await publish();
    await comment(member, postId, 'Who am I?');
    await member.call(contract.account.updateProfile, { username: 'After' });

    expect((await readComments(postId))[0]?.username).toBe('After');
    expect((await readCommentPreview(postId)).newestComment?.username).toBe('After');
  });

  it('rejects cursors of another member or post', async () => {
    const postId = await publish();
    const otherPostId = await publish();
    // Two comments each, so that a page of one comment has a cursor.
    for (const id of [postId, postId, otherPostId, otherPostId]) await comment(commenter, id, 'Hello');

    const cursor = (await list(commenter, postId, { limit: 1 })).body.cursor!;
    const attempts = [
      list(author, postId, { cursor }),
      list(commenter, otherPostId, { cursor }),
      list(commenter, postId, { cursor: 'x' }),
    ];

    for (const { status, body } of await Promise.all(attempts)) {
      expect([status, body.code]).toEqual([400, 'InvalidCursor']);
    }
  });

  it.each(['limit=0', 'limit=51', 'limit=x', 'before=1'])('rejects ?%s', async (query) => {
    const { status, body } = await sendRequest('GET', `/posts/${hiddenPostId}/comments?${query}`, {
      token: author.tokens.access,
    });
    expect([status, body.code]).toEqual([400, 'InvalidInput']);
  });
});
