/** Tests of the list of a member's posts: visibility, order, and cursors. See docs/product.md#visibility. */
import { beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { sendRequest } from '../../support/api-request.ts';
import { lowerDepth, raiseDepth, raiseDepthByUpload } from '../../support/depth-changes.ts';
import { Member } from '../../support/member.ts';
import { readAllPages } from '../../support/pages.ts';

let highMember: Member;
let newcomer: Member;
/** Has one post at depth 0, two at 2 cm, and then one at depth 0 again, where the author is now. */
let author: Member;

async function publish(member: Member, ...texts: string[]): Promise<void> {
  for (const content of texts) await member.call(contract.posts.create, { content });
}

const listPosts = (viewer: Member, { userId }: Member, query: { limit?: number; cursor?: string } = {}) =>
  viewer.call(contract.posts.listOfMember, { userId, ...query });

const readTexts = async (viewer: Member, member: Member) =>
  (await listPosts(viewer, member, { limit: 50 })).body.posts.map(({ content }) => content);

beforeAll(async () => {
  [highMember, newcomer, author] = await Promise.all([Member.register('Ada'), Member.register(), Member.register()]);
  await raiseDepthByUpload(highMember, 3);
  await publish(author, 'Low');
  const uploadedFile = await raiseDepthByUpload(author, 2);
  await publish(author, 'High', 'High again');
  await lowerDepth(author, uploadedFile);
  await publish(author, 'Low again');
});

describe('GET /users/{userId}/posts', () => {
  it("returns a member's posts, newest first", async () => {
    const member = await Member.register('Writer');
    await publish(member, 'One', 'Two', 'Three');
    const { body } = await listPosts(highMember, member);

    expect(body.posts.map(({ content }) => content)).toEqual(['Three', 'Two', 'One']);
    expect(body.posts[0]).toMatchObject({ userId: member.userId, username: 'Writer', userDepth: 0, likeCount: 0 });
    expect(body.cursor).toBeNull();
  });

  it('returns an empty list for a member without posts', async () => {
    expect((await listPosts(highMember, highMember)).body).toEqual({ success: true, posts: [], cursor: null });

    const memberWithoutPosts = await Member.register();
    await memberWithoutPosts.ensureProfile();

    expect((await listPosts(newcomer, memberWithoutPosts)).body).toEqual({ success: true, posts: [], cursor: null });
  });

  it('hides posts above the viewer, and shows them to higher viewers', async () => {
    expect(await readTexts(newcomer, author)).toEqual(['Low again', 'Low']);
    expect(await readTexts(highMember, author)).toEqual(['Low again', 'High again', 'High', 'Low']);
  });

  it('shows authors all their posts, even those above them', async () => {
    expect(await author.getDepth()).toBe(0);
    expect(await readTexts(author, author)).toEqual(['Low again', 'High again', 'High', 'Low']);
  });

  it('returns 403 with the missing metres for a member above the viewer', async () => {
    const { status, body } = await listPosts(newcomer, highMember);
    expect([status, body.code]).toEqual([403, 'DepthTooLow']);
    expect(body.error).toBe('You need to ascend 0.03m higher for this.');
  });

  it("returns 403 to viewers 1 mm below the member, and posts at the member's depth", async () => {
    const [higher, lower] = await Promise.all([Member.register(), Member.register()]);
    await publish(higher, 'From the bottom');
    await raiseDepth(higher, 1);
    const { status, body } = await listPosts(lower, higher);

    expect([status, body.code]).toEqual([403, 'DepthTooLow']);
    // The error rounds 1 mm up to a centimetre.
    expect(body.error).toContain('0.01m');

    await raiseDepth(lower, 1);
    expect(await readTexts(lower, higher)).toEqual(['From the bottom']);
  });

  it.each([1, 2, 50])('returns every post once in pages of %i', async (limit) => {
    for (const viewer of [author, newcomer]) {
      const pages = await readAllPages(async (after) => {
        const { body } = await listPosts(viewer, author, { limit, ...after });
        return [body.posts, body.cursor];
      });

      const expectedTexts = await readTexts(viewer, author);
      expect(pages.flat().map(({ content }) => content)).toEqual(expectedTexts);
      expect(pages.length).toBe(Math.ceil(expectedTexts.length / limit));
    }
  });

  it('returns 5 posts by default, and continues at the same position after a post is published', async () => {
    const member = await Member.register();
    await publish(member, '1', '2', '3', '4', '5', '6', '7');
    const firstPage = await listPosts(highMember, member);
    expect(firstPage.body.posts.map(({ content }) => content)).toEqual(['7', '6', '5', '4', '3']);

    await publish(member, '8');
    const secondPage = await listPosts(highMember, member, { cursor: firstPage.body.cursor! });

    expect(secondPage.body.posts.map(({ content }) => content)).toEqual(['2', '1']);
    expect(secondPage.body.cursor).toBeNull();
  });

  it('returns 404 for an unknown member', async () => {
    const { status, body } = await highMember.call(contract.posts.listOfMember, { userId: 'unknown-member' });
    expect([status, body.code, body.error]).toEqual([404, 'NotFound', 'User not found']);
  });

  it('rejects cursors of another viewer, member, or list', async () => {
    await newcomer.ensureProfile();
    const cursor = (await listPosts(highMember, author, { limit: 1 })).body.cursor!;
    const feedCursor = (await highMember.call(contract.posts.list, { limit: 1 })).body.cursor!;
    const attempts = [
      listPosts(newcomer, author, { cursor }),
      listPosts(highMember, newcomer, { cursor }),
      listPosts(highMember, author, { cursor: feedCursor }),
      listPosts(highMember, author, { cursor: 'nonsense' }),
    ];

    for (const { status, body } of await Promise.all(attempts)) {
      expect([status, body.code]).toEqual([400, 'InvalidCursor']);
    }
  });

  it.each(['limit=0', 'limit=51', 'limit=x', 'sort=depth'])('rejects ?%s', async (query) => {
    const response = await sendRequest('GET', `/users/${highMember.userId}/posts?${query}`, {
      token: highMember.tokens.access,
    });
    expect([response.status, response.body.code]).toEqual([400, 'InvalidInput']);
  });

  it('rejects a malformed member ID', async () => {
    const response = await sendRequest('GET', '/users/a_b/posts', { token: highMember.tokens.access });
    expect([response.status, response.body.code]).toEqual([400, 'InvalidInput']);
  });
});
