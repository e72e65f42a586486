/** Tests of the feed: visibility, order, and cursors. See docs/product.md#posts-and-comments. */
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import type { Post } from '../../../shared/contract/posts.ts';
import { sendRequest } from '../../support/api-request.ts';
import { buyDepth, lowerDepth, raiseDepth, raiseDepthByUpload } from '../../support/depth-changes.ts';
import { Member } from '../../support/member.ts';
import { readAllPages } from '../../support/pages.ts';
import { RESERVED_DEPTHS } from '../../support/reserved-depths.ts';
import { messageAbout } from '../../support/validation-message.ts';

let ada: Member;
let ben: Member;

/** All posts of this test, by content. */
const posts = new Map<string, Post>();

async function publish(member: Member, content: string): Promise<Post> {
  const { body } = await member.call(contract.posts.create, { content });
  posts.set(content, body.post);
  return body.post;
}

const readPage = (member: Member, query: { limit?: number; cursor?: string } = {}) =>
  member.call(contract.posts.list, query);

/** Returns all pages of a member's feed. Other tests publish concurrently, so it contains more than our posts. */
function readFeedPages(member: Member, limit = 50, start: { cursor?: string } = {}): Promise<(readonly Post[])[]> {
  return readAllPages<Post>(async (after) => {
    const { body } = await readPage(member, { limit, ...start, ...after });
    return [body.posts, body.cursor];
  });
}

/** Returns the contents of this test's posts on these pages, in their order. */
const selectOwnContents = (pages: readonly (readonly Post[])[]) =>
  pages
    .flat()
    .filter(({ id, content }) => posts.get(content)?.id === id)
    .map(({ content }) => content);

beforeAll(async () => {
  [ada, ben] = await Promise.all([Member.register('Ada'), Member.register('Ben')]);
  await publish(ben, 'Ben at the bottom');
  await publish(ben, 'Ben at the bottom again');
  await raiseDepth(ben);
  await publish(ben, 'Ben, a millimetre higher');

  await raiseDepthByUpload(ada, 4);
  await publish(ada, 'Ada at four centimetres');
  await publish(ada, 'Ada at four centimetres again');
  await raiseDepth(ada);
  await publish(ada, 'Ada, a millimetre higher');
});

/** Highest first; posts at the same depth newest first. */
const EXPECTED_ORDER = [
  'Ada, a millimetre higher',
  'Ada at four centimetres again',
  'Ada at four centimetres',
  'Ben, a millimetre higher',
  'Ben at the bottom again',
  'Ben at the bottom',
];

describe('GET /posts', () => {
  it('sorts by depth, highest first, then newest first', async () => {
    const pages = await readFeedPages(ada);
    expect(selectOwnContents(pages)).toEqual(EXPECTED_ORDER);

    // Padded, so that the texts sort like the numbers.
    const order = pages.flat().map(({ userDepth, createdAt }) => `${userDepth.toFixed(6).padStart(12)} ${createdAt}`);
    expect(order).toEqual(order.toSorted().toReversed());
  });

  it('hides posts 1 mm above the viewer and shows posts at their depth', async () => {
    const [newcomer, memberAtOneMillimetre] = await Promise.all([Member.register(), Member.register()]);
    await raiseDepth(memberAtOneMillimetre);

    // The last two posts are at 0 m, and the one before them is at 1 mm.
    expect(selectOwnContents(await readFeedPages(newcomer))).toEqual(EXPECTED_ORDER.slice(4));
    expect(selectOwnContents(await readFeedPages(memberAtOneMillimetre))).toEqual(EXPECTED_ORDER.slice(3));
    for (const { userDepth } of (await readFeedPages(newcomer)).flat()) expect(userDepth).toBe(0);
  });

  it('shows further posts after the viewer rises', async () => {
    const member = await Member.register();
    expect(selectOwnContents(await readFeedPages(member))).not.toContain('Ben, a millimetre higher');

    await raiseDepth(member);
    expect(selectOwnContents(await readFeedPages(member))).toContain('Ben, a millimetre higher');
  });

  it('keeps the depth of a post after its author rises', async () => {
    const newcomer = await Member.register();
    const visiblePost = (await readFeedPages(newcomer))
      .flat()
      .find(({ id }) => id === posts.get('Ben at the bottom')!.id);

    expect(visiblePost).toMatchObject({ userDepth: 0, userId: ben.userId });
    expect(await ben.getDepth()).toBeGreaterThan(0);
  });

  it("shows the author's current username", async () => {
    const member = await Member.register('Before');
    const { id } = await publish(member, 'Who am I?');
    await member.call(contract.account.updateProfile, { username: 'After' });
    const visiblePost = (await readFeedPages(ada)).flat().find((post) => post.id === id);

    expect(visiblePost?.username).toBe('After');
  });

  it.skipIf(inject('target').unsupported.cards)('returns 10 posts per page by default', async () => {
    const author = await Member.register();
    await buyDepth(author, RESERVED_DEPTHS['acceptance/posts/feed.test.ts'].from);
    for (let number = 0; number < 11; number++) await publish(author, `Wave ${number}`);

    const readAuthors = async (query?: { limit: number }) =>
      (await readPage(author, query)).body.posts.map(({ userId }) => userId);
    expect(await readAuthors()).toEqual(Array(10).fill(author.userId));
    expect(await readAuthors({ limit: 7 })).toEqual(Array(7).fill(author.userId));
  });

  it.each([1, 7, 50])('returns every post once in pages of %i', async (limit) => {
    const pages = await readFeedPages(ada, limit);
    const ids = pages.flat().map(({ id }) => id);

    expect(new Set(ids).size).toBe(ids.length);
    expect(selectOwnContents(pages).filter((text) => EXPECTED_ORDER.includes(text))).toEqual(EXPECTED_ORDER);
    for (const { length } of pages) expect(length).toBeLessThanOrEqual(limit);
  });

  it('continues at the same position after a higher post is published', async () => {
    const contentsBefore = selectOwnContents(await readFeedPages(ada));
    const { body } = await readPage(ada, { limit: 2 });
    await publish(ada, 'Ada, later');
    const laterPages = await readFeedPages(ada, 2, { cursor: body.cursor! });

    expect(selectOwnContents([body.posts, ...laterPages])).toEqual(contentsBefore);
    expect(selectOwnContents(await readFeedPages(ada))[0]).toBe('Ada, later');
  });

  it("shows posts above their author once to the author, but not to others at the author's depth", async () => {
    const [member, neighbour] = await Promise.all([Member.register(), Member.register()]);
    const uploadedFile = await raiseDepthByUpload(member, 2);
    const highIds = [await publish(member, 'Up there'), await publish(member, 'Up there too')].map(({ id }) => id);

    await lowerDepth(member, uploadedFile);
    expect(await member.getDepth()).toBe(0);

    const lowPost = await publish(member, 'Down here again');
    for (const limit of [1, 50]) {
      const feed = (await readFeedPages(member, limit)).flat();
      const ownIds = feed.filter(({ userId }) => userId === member.userId).map(({ id }) => id);
      expect(ownIds).toEqual([...highIds.toReversed(), lowPost.id]);

      // Posts of others between the two depths stay hidden on every page.
      const otherPosts = feed.filter(({ userId }) => userId !== member.userId);
      expect(otherPosts.filter(({ userDepth }) => userDepth > 0)).toEqual([]);
    }

    const visibleIds = (await readFeedPages(neighbour)).flat().map(({ id }) => id);

    expect(visibleIds.filter((id) => highIds.includes(id))).toEqual([]);
    expect(visibleIds).toContain(lowPost.id);
  });

  it('rejects cursors of another member or list, and altered or invalid cursors', async () => {
    const cursor = (await readPage(ada, { limit: 2 })).body.cursor!;
    const alteredCursor = `${cursor[0] === 'A' ? 'B' : 'A'}${cursor.slice(1)}`;
    const ownList = await ada.call(contract.posts.listOfMember, { userId: ada.userId, limit: 1 });
    const attempts = [
      readPage(ben, { limit: 2, cursor }),
      readPage(ada, { limit: 2, cursor: alteredCursor }),
      readPage(ada, { limit: 2, cursor: `${cursor}x` }),
      readPage(ada, { limit: 2, cursor: ownList.body.cursor! }),
      readPage(ada, { cursor: 'nonsense' }),
    ];

    for (const { status, body } of await Promise.all(attempts)) {
      expect([status, body.code]).toEqual([400, 'InvalidCursor']);
    }
  });

  it("rejects a cursor after the viewer's depth dropped", async () => {
    const member = await Member.register();
    const uploadedFile = await raiseDepthByUpload(member, 1);
    const cursor = (await readPage(member, { limit: 1 })).body.cursor!;

    await lowerDepth(member, uploadedFile);
    const { status, body } = await readPage(member, { limit: 1, cursor });

    expect([status, body.code]).toEqual([400, 'InvalidCursor']);
  });

  it.each(['limit=0', 'limit=-1', 'limit=51', 'limit=1.5', 'limit=x', 'limit=', 'depth=10000', 'userId=someone'])(
    'rejects ?%s',
    async (query) => {
      const { status, body } = await sendRequest('GET', `/posts?${query}`, { token: ada.tokens.access });
      expect([status, body.code]).toEqual([400, 'InvalidInput']);
      expect(body.error).toMatch(messageAbout(query.split('=')[0]!));
    },
  );
});
