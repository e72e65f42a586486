import { beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { atOnce, retried } from '../../support/crowd.ts';
import { Member, send } from '../../support/member.ts';
import { riseByUpload, sink } from '../../support/rising.ts';

const NOWHERE = '01KAHQ3V7V8Z5T0F4M2S6R9XYZ';

let ada: Member;
let ben: Member;

const publish = async () => (await ada.call(contract.posts.create, { content: 'What do you say?' })).body.post.id;
const remove = (member: Member, postId: string, commentId: string) =>
  member.call(contract.posts.deleteComment, { postId, commentId });

/** Comments on a post; answers the comment's id. */
async function comment(member: Member, postId: string, text: string): Promise<string> {
  const { status, body } = await retried(() => member.call(contract.posts.addComment, { postId, text }));
  expect(status).toBe(200);
  return body.comment.id;
}

/** What the list of comments holds, and what the post says of it. */
async function seen(postId: string) {
  const { body: list } = await ada.call(contract.posts.listComments, { postId, limit: 50 });
  const { body } = await ada.call(contract.posts.listOfMember, { userId: ada.userId, limit: 50 });
  const { commentCount, newestComment } = body.posts.find(({ id }) => id === postId)!;
  return { texts: list.comments.map(({ text }) => text), commentCount, newest: newestComment?.text ?? null };
}

beforeAll(async () => {
  [ada, ben] = await Promise.all([Member.register('Ada'), Member.register('Ben')]);
});

describe('DELETE /posts/{postId}/comments/{commentId}', () => {
  it('shows the comment before, when it was the newest, and none after the last', async () => {
    const postId = await publish();
    const ids: string[] = [];
    for (const text of ['1', '2', '3']) ids.push(await comment(ben, postId, text));
    expect((await remove(ben, postId, ids[2]!)).body).toEqual({ success: true, commentCount: 2 });
    expect(await seen(postId)).toEqual({ texts: ['2', '1'], commentCount: 2, newest: '2' });
    expect((await remove(ben, postId, ids[0]!)).body.commentCount).toBe(1);
    expect(await seen(postId)).toEqual({ texts: ['2'], commentCount: 1, newest: '2' });
    expect((await remove(ben, postId, ids[1]!)).body.commentCount).toBe(0);
    expect(await seen(postId)).toEqual({ texts: [], commentCount: 0, newest: null });
    await comment(ben, postId, '4');
    expect(await seen(postId)).toEqual({ texts: ['4'], commentCount: 1, newest: '4' });
  });

  it('counts once, however often it is asked', async () => {
    const postId = await publish();
    const commentId = await comment(ben, postId, 'Once');
    await comment(ben, postId, 'Stays');
    const answers = await atOnce(10, () => remove(ben, postId, commentId));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(9);
    expect(await seen(postId)).toEqual({ texts: ['Stays'], commentCount: 1, newest: 'Stays' });
  });

  it('leaves counter and newest comment equal to the list, when many are deleted and made at once', async () => {
    const postId = await publish();
    const ids: string[] = [];
    for (let number = 0; number < 16; number++)
      ids.push(await comment(number % 2 ? ada : ben, postId, `Old ${number}`));
    const answers = await Promise.all([
      ...ids.slice(4).map((id, number) => retried(() => remove(number % 2 ? ada : ben, postId, id))),
      ...Array.from({ length: 6 }, (_, number) => comment(ben, postId, `New ${number}`).then(() => ({ status: 200 }))),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const { texts, commentCount, newest } = await seen(postId);
    expect(texts).toHaveLength(10);
    expect([commentCount, newest]).toEqual([texts.length, texts[0]]);
  });

  it('never shows a comment that is gone, when all are deleted at once', async () => {
    const postId = await publish();
    const ids: string[] = [];
    for (let number = 0; number < 12; number++) ids.push(await comment(ben, postId, String(number)));
    await Promise.all(ids.map((id) => retried(() => remove(ben, postId, id))));
    expect(await seen(postId)).toEqual({ texts: [], commentCount: 0, newest: null });
  });

  it("refuses another's comment, even to the author of the post", async () => {
    const postId = await publish();
    const commentId = await comment(ben, postId, "Ben's");
    const { status, body } = await remove(ada, postId, commentId);
    expect([status, body.code]).toEqual([403, 'NotYou']);
    expect(await seen(postId)).toEqual({ texts: ["Ben's"], commentCount: 1, newest: "Ben's" });
  });

  it('answers that there is no such comment, nor post', async () => {
    const [postId, otherId] = [await publish(), await publish()];
    const commentId = await comment(ben, postId, 'Here');
    for (const [post, id] of [
      [postId, NOWHERE],
      [otherId, commentId],
      [NOWHERE, commentId],
    ] as const) {
      const { status, body } = await remove(ben, post, id);
      expect([status, body.code]).toEqual([404, 'NotFound']);
    }
    expect((await seen(postId)).commentCount).toBe(1);
  });

  it('tells nothing of a post above: neither that there is one, nor whose comments it has', async () => {
    const ballast = await riseByUpload(ada, 1);
    const postId = await publish();
    const commentId = await comment(ada, postId, 'High up');
    await sink(ada, ballast);
    const [there, nowhere] = [await remove(ben, postId, commentId), await remove(ben, NOWHERE, commentId)];
    expect([there.status, there.body.code]).toEqual([404, 'NotFound']);
    expect(there.body.error).toBe(nowhere.body.error);
    expect((await seen(postId)).commentCount).toBe(1);
  });

  it('lets members take back what they said, when they have sunk below the post', async () => {
    const author = await Member.register();
    await riseByUpload(author, 1);
    const ballast = await riseByUpload(ben, 1);
    const { body: made } = await author.call(contract.posts.create, { content: 'Up here' });
    const commentId = await comment(ben, made.post.id, 'So am I');
    await sink(ben, ballast);
    expect((await remove(ben, made.post.id, commentId)).body).toEqual({ success: true, commentCount: 0 });
  });

  it('refuses ids that can be none', async () => {
    const postId = await publish();
    for (const [path, field] of [
      [`/posts/${postId}/comments/nonsense`, 'commentId'],
      [`/posts/nonsense/comments/${NOWHERE}`, 'postId'],
    ] as const) {
      const { status, body } = await send('DELETE', path, { token: ben.tokens.access });
      expect([status, body.code]).toEqual([400, 'InvalidInput']);
      expect(body.error).toMatch(new RegExp(`^${field}: `));
    }
  });
});
