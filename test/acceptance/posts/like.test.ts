/** Tests of liking posts. See docs/product.md#posts-and-comments. */
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { sendRequest } from '../../support/api-request.ts';
import { retryWhileThrottled, runConcurrently } from '../../support/concurrent-members.ts';
import { lowerDepth, raiseDepth, raiseDepthByUpload } from '../../support/depth-changes.ts';
import { Member } from '../../support/member.ts';
import { messageAbout } from '../../support/validation-message.ts';

/** A well-formed ID that no post has. */
const MISSING_POST_ID = '01KAHQ3V7V8Z5T0F4M2S6R9XYZ';

let author: Member;
let viewer: Member;
/** A post at depth 0. */
let visiblePostId: string;
/** A post above the viewer and the author. A greater depth is higher, and members see posts at their depth or below. */
let hiddenPostId: string;

/** A test with many concurrent calls. Some emulators lose a few: see docs/local.md#what-an-emulator-cannot-do. */
const itWithCrowds = it.skipIf(inject('target').unsupported.crowds);

const publish = async (member: Member) =>
  (await member.call(contract.posts.create, { content: 'Do you like it?' })).body.post.id;

const like = (member: Member, postId: string) => member.call(contract.posts.like, { postId });
const unlike = (member: Member, postId: string) => member.call(contract.posts.unlike, { postId });

/** Returns the likes of the author's post as the viewer sees them. */
async function readLikes(postViewer: Member, postId: string) {
  const { body } = await postViewer.call(contract.posts.listOfMember, { userId: author.userId, limit: 50 });
  const { likeCount, likedByViewer } = body.posts.find(({ id }) => id === postId)!;
  return { likeCount, likedByViewer };
}

beforeAll(async () => {
  [author, viewer] = await Promise.all([Member.register('Ada'), Member.register('Ben')]);
  visiblePostId = await publish(author);

  // The author posts at a greater depth and then goes down again, so the post is above everyone.
  const uploadedFile = await raiseDepthByUpload(author, 1);
  hiddenPostId = await publish(author);
  await lowerDepth(author, uploadedFile);
});

describe('PUT and DELETE /posts/{postId}/like', () => {
  it('adds a like that every viewer sees', async () => {
    const { status, body } = await like(viewer, visiblePostId);
    expect([status, body]).toEqual([200, { success: true, liked: true, likeCount: 1 }]);
    expect(await readLikes(viewer, visiblePostId)).toEqual({ likeCount: 1, likedByViewer: true });
    expect(await readLikes(author, visiblePostId)).toEqual({ likeCount: 1, likedByViewer: false });
  });

  it('changes nothing when a like or its removal is repeated', async () => {
    await like(viewer, visiblePostId);
    expect((await like(viewer, visiblePostId)).body).toEqual({ success: true, liked: true, likeCount: 1 });

    expect((await unlike(viewer, visiblePostId)).body).toEqual({ success: true, liked: false, likeCount: 0 });
    expect((await unlike(viewer, visiblePostId)).body).toEqual({ success: true, liked: false, likeCount: 0 });
    expect(await readLikes(viewer, visiblePostId)).toEqual({ likeCount: 0, likedByViewer: false });
  });

  it("removes only the member's own like", async () => {
    await Promise.all([like(author, visiblePostId), like(viewer, visiblePostId)]);
    expect((await unlike(author, visiblePostId)).body.likeCount).toBe(1);
    expect(await readLikes(viewer, visiblePostId)).toEqual({ likeCount: 1, likedByViewer: true });

    await unlike(viewer, visiblePostId);
  });

  itWithCrowds('counts one like when a member sends 50 likes concurrently', async () => {
    const responses = await runConcurrently(50, () => like(viewer, visiblePostId));
    expect(responses.map(({ status }) => status)).toEqual(Array(50).fill(200));
    expect(await readLikes(viewer, visiblePostId)).toEqual({ likeCount: 1, likedByViewer: true });

    await runConcurrently(20, () => unlike(viewer, visiblePostId));
    expect(await readLikes(viewer, visiblePostId)).toEqual({ likeCount: 0, likedByViewer: false });
  });

  it('keeps the count consistent when a like and its removal race', async () => {
    const member = await Member.register();
    const postId = await publish(author);

    for (let round = 0; round < 5; round++) {
      await Promise.all([
        retryWhileThrottled(() => like(member, postId)),
        retryWhileThrottled(() => unlike(member, postId)),
      ]);

      const { likeCount, likedByViewer } = await readLikes(member, postId);
      expect(likeCount).toBe(likedByViewer ? 1 : 0);
    }
  });

  it('allows authors to like their own posts above them', async () => {
    expect((await like(author, hiddenPostId)).body).toMatchObject({ liked: true, likeCount: 1 });
    expect((await unlike(author, hiddenPostId)).body).toMatchObject({ liked: false, likeCount: 0 });
  });

  it('allows members at the depth of a post, and returns 404 to members 1 mm below', async () => {
    const [postAuthor, member] = await Promise.all([Member.register(), Member.register()]);
    await raiseDepth(postAuthor, 1);
    const postId = await publish(postAuthor);
    expect((await like(member, postId)).status).toBe(404);

    await raiseDepth(member, 1);
    expect((await like(member, postId)).body).toMatchObject({ liked: true, likeCount: 1 });
  });

  it('returns the same 404 for a post above the viewer, a deleted post, and a missing post', async () => {
    const deletedPostId = await publish(author);
    await like(viewer, deletedPostId);
    await author.call(contract.posts.delete, { postId: deletedPostId });

    const errors = new Set<string | undefined>();
    for (const postId of [hiddenPostId, deletedPostId, MISSING_POST_ID]) {
      for (const { status, body } of [await like(viewer, postId), await unlike(viewer, postId)]) {
        expect([status, body.code]).toEqual([404, 'NotFound']);
        errors.add(body.error);
      }
    }

    expect(errors.size).toBe(1);
    expect(await readLikes(author, hiddenPostId)).toEqual({ likeCount: 0, likedByViewer: false });
  });

  it.each(['PUT', 'DELETE'])('rejects malformed IDs: %s', async (method) => {
    const malformedIds = [
      'nonsense',
      visiblePostId.toLowerCase(),
      `${visiblePostId}0`,
      '%20',
      // A key of the table with an encoded separator.
      'POST%23x',
    ];

    for (const id of malformedIds) {
      const { status, body } = await sendRequest(method, `/posts/${id}/like`, { token: viewer.tokens.access });
      expect([status, body.code]).toEqual([400, 'InvalidInput']);
      expect(body.error).toMatch(messageAbout('postId'));
    }
  });
});
