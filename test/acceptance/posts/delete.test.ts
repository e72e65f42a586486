import { beforeAll, describe, expect, it, vi } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { atOnce, retried } from '../../support/crowd.ts';
import { Member, putBytes, send } from '../../support/member.ts';
import { riseByUpload, sink } from '../../support/rising.ts';
import { pngOf } from '../../support/sample-files.ts';

/** The job that removes a deleted post runs after the answer. */
const SOON = { timeout: 20_000, interval: 200 };

let ada: Member;
let ben: Member;

const publish = async (member: Member, imageId?: string) =>
  (await member.call(contract.posts.create, { content: 'Not for long', ...(imageId && { imageId }) })).body.post;
const remove = (member: Member, postId: string) => member.call(contract.posts.delete, { postId });

async function uploadPicture(member: Member): Promise<string> {
  const request = { fileName: 'reef.png', fileType: 'image/png', purpose: 'post' } as const;
  const { body } = await member.call(contract.files.upload, request);
  expect((await putBytes(body.presignedUrl, 'image/png', pngOf(1000))).status).toBe(200);
  return body.fileId;
}

const ownIds = async (member: Member) =>
  (await member.call(contract.posts.listOfMember, { userId: member.userId, limit: 50 })).body.posts.map(({ id }) => id);

beforeAll(async () => {
  [ada, ben] = await Promise.all([Member.register('Ada'), Member.register('Ben')]);
});

describe('DELETE /posts/{postId}', () => {
  it('takes the post out of every list at once, with its comments and its likes', async () => {
    const author = await Member.register();
    // High enough to be on the first page of the feed for certain.
    await riseByUpload(author, 7);
    const [gone, kept] = [await publish(author), await publish(author)];
    await author.call(contract.posts.addComment, { postId: gone.id, text: 'Mine' });
    const { status, body } = await remove(author, gone.id);
    expect([status, body]).toEqual([200, { success: true }]);
    const feed = (await author.call(contract.posts.list, { limit: 50 })).body.posts.map(({ id }) => id);
    const dashboard = (await author.call(contract.account.dashboard, {})).body.posts.map(({ id }) => id);
    for (const list of [feed, dashboard, await ownIds(author)]) {
      expect(list).toContain(kept.id);
      expect(list).not.toContain(gone.id);
    }
    const after = await Promise.all([
      author.call(contract.posts.listComments, { postId: gone.id }),
      author.call(contract.posts.addComment, { postId: gone.id, text: 'Too late' }),
      author.call(contract.posts.like, { postId: gone.id }),
      author.call(contract.posts.unlike, { postId: gone.id }),
    ]);
    for (const answer of after) expect([answer.status, answer.body.code]).toEqual([404, 'NotFound']);
  });

  it('may be repeated: it succeeds or finds nothing, and the others stay', async () => {
    const author = await Member.register();
    const [gone, kept] = [await publish(author), await publish(author)];
    const answers = await atOnce(8, () => remove(author, gone.id));
    answers.push(await remove(author, gone.id));
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    for (const { status } of answers) expect([200, 404]).toContain(status);
    await vi.waitFor(async () => expect((await remove(author, gone.id)).status).toBe(404), SOON);
    expect(await ownIds(author)).toEqual([kept.id]);
  });

  it('removes the picture soon', async () => {
    const { id, imageUrl } = await publish(ada, await uploadPicture(ada));
    expect((await fetch(imageUrl!)).status).toBe(200);
    await remove(ada, id);
    await vi.waitFor(async () => expect((await fetch(imageUrl!)).status).toBe(404), SOON);
  });

  it('removes the comments soon, those of others as well', async () => {
    const { id: postId } = await publish(ada);
    const { body } = await ben.call(contract.posts.addComment, { postId, text: 'Mine' });
    await ada.call(contract.posts.addComment, { postId, text: 'And mine' });
    await remove(ada, postId);
    await vi.waitFor(async () => expect((await remove(ada, postId)).status).toBe(404), SOON);
    // Authors can delete their comments on a post that is hidden: this one is there no more.
    const own = await ben.call(contract.posts.deleteComment, { postId, commentId: body.comment.id });
    expect([own.status, own.body.code]).toEqual([404, 'NotFound']);
  });

  it('ends cleanly while others go on liking and commenting', async () => {
    const { id: postId } = await publish(ada);
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, (_, number) =>
        retried(() => ben.call(contract.posts.addComment, { postId, text: String(number) })),
      ),
      retried(() => ben.call(contract.posts.like, { postId })),
      retried(() => remove(ada, postId)),
    ]);
    for (const { status } of answers) expect([200, 404]).toContain(status);
    expect(answers.at(-1)?.status).toBe(200);
    expect(await ownIds(ada)).not.toContain(postId);
  });

  it("refuses another's post", async () => {
    const { id } = await publish(ada);
    const { status, body } = await remove(ben, id);
    expect([status, body.code]).toEqual([403, 'NotYou']);
    expect(await ownIds(ada)).toContain(id);
  });

  it("gives the same answer for another's post that is too high, or deleted, and for one that is not there", async () => {
    const ballast = await riseByUpload(ada, 1);
    const [high, deleted] = [await publish(ada), await publish(ada)];
    await sink(ada, ballast);
    await remove(ada, deleted.id);
    const errors = new Set<string | undefined>();
    for (const id of [high.id, deleted.id, '01KAHQ3V7V8Z5T0F4M2S6R9XYZ']) {
      const { status, body } = await remove(ben, id);
      expect([status, body.code]).toEqual([404, 'NotFound']);
      errors.add(body.error);
    }
    expect(errors.size).toBe(1);
    expect(await ownIds(ada)).toContain(high.id);
  });

  it('lets members delete their own posts above them', async () => {
    const ballast = await riseByUpload(ada, 1);
    const { id } = await publish(ada);
    await sink(ada, ballast);
    expect((await remove(ada, id)).status).toBe(200);
    expect(await ownIds(ada)).not.toContain(id);
  });

  it('leaves the depth of its author as it is', async () => {
    const author = await Member.register();
    await riseByUpload(author, 1);
    const { id } = await publish(author);
    await remove(author, id);
    expect(await author.depth()).toBe(0.01);
  });

  it('refuses an id that can be none', async () => {
    for (const id of ['nonsense', 'a'.repeat(26), '01KAHQ3V7V8Z5T0F4M2S6R9XY']) {
      const { status, body } = await send('DELETE', `/posts/${id}`, { token: ada.tokens.access });
      expect([status, body.code]).toEqual([400, 'InvalidInput']);
    }
  });
});
