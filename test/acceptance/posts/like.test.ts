import { beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { atOnce, retried } from '../../support/crowd.ts';
import { Member, send } from '../../support/member.ts';
import { rise, riseByUpload, sink } from '../../support/rising.ts';

let ada: Member;
let ben: Member;
/** Ada's, at the bottom. */
let low: string;
/** Ada's, above Ben. */
let high: string;

const publish = async (member: Member) =>
  (await member.call(contract.posts.create, { content: 'Do you like it?' })).body.post.id;
const like = (member: Member, postId: string) => member.call(contract.posts.like, { postId });
const unlike = (member: Member, postId: string) => member.call(contract.posts.unlike, { postId });

/** Ada's post, as somebody sees it. */
async function seenBy(viewer: Member, postId: string) {
  const { body } = await viewer.call(contract.posts.listOfMember, { userId: ada.userId, limit: 50 });
  const { likeCount, likedByViewer } = body.posts.find(({ id }) => id === postId)!;
  return { likeCount, likedByViewer };
}

beforeAll(async () => {
  [ada, ben] = await Promise.all([Member.register('Ada'), Member.register('Ben')]);
  low = await publish(ada);
  const ballast = await riseByUpload(ada, 1);
  high = await publish(ada);
  await sink(ada, ballast);
});

describe('PUT and DELETE /posts/{postId}/like', () => {
  it('likes a post, for all to see who look', async () => {
    const { status, body } = await like(ben, low);
    expect([status, body]).toEqual([200, { success: true, liked: true, likeCount: 1 }]);
    expect(await seenBy(ben, low)).toEqual({ likeCount: 1, likedByViewer: true });
    expect(await seenBy(ada, low)).toEqual({ likeCount: 1, likedByViewer: false });
  });

  it('changes nothing the second time, neither when liking nor when taking the like back', async () => {
    expect((await like(ben, low)).body).toEqual({ success: true, liked: true, likeCount: 1 });
    expect((await unlike(ben, low)).body).toEqual({ success: true, liked: false, likeCount: 0 });
    expect((await unlike(ben, low)).body).toEqual({ success: true, liked: false, likeCount: 0 });
    expect(await seenBy(ben, low)).toEqual({ likeCount: 0, likedByViewer: false });
  });

  it("takes back one's own like, and nobody else's", async () => {
    await Promise.all([like(ada, low), like(ben, low)]);
    expect((await unlike(ada, low)).body.likeCount).toBe(1);
    expect(await seenBy(ben, low)).toEqual({ likeCount: 1, likedByViewer: true });
    await unlike(ben, low);
  });

  it('counts one like when the same member sends fifty at once', async () => {
    const answers = await atOnce(50, () => like(ben, low));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await seenBy(ben, low)).toEqual({ likeCount: 1, likedByViewer: true });
    await atOnce(20, () => unlike(ben, low));
    expect(await seenBy(ben, low)).toEqual({ likeCount: 0, likedByViewer: false });
  });

  it('ends with a like or without, and counted so, when both are sent at once', async () => {
    const [member, postId] = [await Member.register(), await publish(ada)];
    for (let round = 0; round < 5; round++) {
      await Promise.all([retried(() => like(member, postId)), retried(() => unlike(member, postId))]);
      const { likeCount, likedByViewer } = await seenBy(member, postId);
      expect(likeCount).toBe(likedByViewer ? 1 : 0);
    }
  });

  it('lets members like their own posts, even above them', async () => {
    expect((await like(ada, high)).body).toMatchObject({ liked: true, likeCount: 1 });
    expect((await unlike(ada, high)).body).toMatchObject({ liked: false, likeCount: 0 });
  });

  it('is open to whoever is at the very depth of a post, and not a millimetre below', async () => {
    const [author, member] = await Promise.all([Member.register(), Member.register()]);
    await rise(author);
    const postId = await publish(author);
    expect((await like(member, postId)).status).toBe(404);
    await rise(member);
    expect((await like(member, postId)).body).toMatchObject({ liked: true, likeCount: 1 });
  });

  it('gives the same answer for a post that is too high, deleted, or not there', async () => {
    const deleted = await publish(ada);
    await like(ben, deleted);
    await ada.call(contract.posts.delete, { postId: deleted });
    const errors = new Set<string | undefined>();
    for (const postId of [high, deleted, '01KAHQ3V7V8Z5T0F4M2S6R9XYZ']) {
      for (const { status, body } of [await like(ben, postId), await unlike(ben, postId)]) {
        expect([status, body.code]).toEqual([404, 'NotFound']);
        errors.add(body.error);
      }
    }
    expect(errors.size).toBe(1);
    expect(await seenBy(ada, high)).toEqual({ likeCount: 0, likedByViewer: false });
  });

  it.each(['PUT', 'DELETE'])('refuses an id that can be none: %s', async (method) => {
    for (const id of ['nonsense', low.toLowerCase(), `${low}0`, '%20', 'POST%23x']) {
      const { status, body } = await send(method, `/posts/${id}/like`, { token: ben.tokens.access });
      expect([status, body.code]).toEqual([400, 'InvalidInput']);
      expect(body.error).toMatch(/^postId: /);
    }
  });
});
