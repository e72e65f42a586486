import { beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import type { Post } from '../../../shared/contract/posts.ts';
import { Member, send } from '../../support/member.ts';
import { everyPage } from '../../support/pages.ts';
import { rise, riseByUpload, sink } from '../../support/rising.ts';

let ada: Member;
let ben: Member;
/** Posts of Ada and Ben by their texts. */
const posts = new Map<string, Post>();

async function publish(member: Member, content: string): Promise<Post> {
  const { body } = await member.call(contract.posts.create, { content });
  posts.set(content, body.post);
  return body.post;
}

const page = (member: Member, query: { limit?: number; cursor?: string } = {}) =>
  member.call(contract.posts.list, query);

/** The whole feed of a member, page by page. Others publish meanwhile: only this story's own posts are certain. */
function pagesOf(member: Member, limit = 50, from: { cursor?: string } = {}): Promise<(readonly Post[])[]> {
  return everyPage<Post>(async (after) => {
    const { body } = await page(member, { limit, ...from, ...after });
    return [body.posts, body.cursor];
  });
}

/** The texts of this story's posts among others. */
const ours = (feed: readonly (readonly Post[])[]) =>
  feed
    .flat()
    .filter(({ id, content }) => posts.get(content)?.id === id)
    .map(({ content }) => content);

beforeAll(async () => {
  [ada, ben] = await Promise.all([Member.register('Ada'), Member.register('Ben')]);
  await publish(ben, 'Ben at the bottom');
  await publish(ben, 'Ben at the bottom again');
  await rise(ben);
  await publish(ben, 'Ben, a millimetre higher');
  await riseByUpload(ada, 4);
  await publish(ada, 'Ada at four centimetres');
  await publish(ada, 'Ada at four centimetres again');
  await rise(ada);
  await publish(ada, 'Ada, a millimetre higher');
});

/** From the highest down, and the newest first where the depth is the same. */
const IN_ORDER = [
  'Ada, a millimetre higher',
  'Ada at four centimetres again',
  'Ada at four centimetres',
  'Ben, a millimetre higher',
  'Ben at the bottom again',
  'Ben at the bottom',
];

describe('GET /posts', () => {
  it('shows the highest first, then the newest', async () => {
    const feed = await pagesOf(ada);
    expect(ours(feed)).toEqual(IN_ORDER);
    const order = feed.flat().map(({ userDepth, createdAt }) => `${userDepth.toFixed(6).padStart(12)} ${createdAt}`);
    expect(order).toEqual(order.toSorted().toReversed());
  });

  it('shows nothing above the viewer, not by a millimetre, and all at their very depth', async () => {
    const [newcomer, level] = await Promise.all([Member.register(), Member.register()]);
    await rise(level);
    expect(ours(await pagesOf(newcomer))).toEqual(IN_ORDER.slice(4));
    expect(ours(await pagesOf(level))).toEqual(IN_ORDER.slice(3));
    for (const { userDepth } of (await pagesOf(newcomer)).flat()) expect(userDepth).toBe(0);
  });

  it('shows more as the viewer rises', async () => {
    const member = await Member.register();
    expect(ours(await pagesOf(member))).not.toContain('Ben, a millimetre higher');
    await rise(member);
    expect(ours(await pagesOf(member))).toContain('Ben, a millimetre higher');
  });

  it('leaves a post at the depth at which it was published, when its author rises', async () => {
    const newcomer = await Member.register();
    const seen = (await pagesOf(newcomer)).flat().find(({ id }) => id === posts.get('Ben at the bottom')!.id);
    expect(seen).toMatchObject({ userDepth: 0, userId: ben.userId });
    expect(await ben.depth()).toBeGreaterThan(0);
  });

  it("shows its author's present name", async () => {
    const member = await Member.register('Before');
    const { id } = await publish(member, 'Who am I?');
    await member.call(contract.account.updateProfile, { username: 'After' });
    const seen = (await pagesOf(ada)).flat().find((post) => post.id === id);
    expect(seen?.username).toBe('After');
  });

  it('shows ten to a page, unless asked for another number', async () => {
    for (let number = 0; number < 6; number++) await publish(ada, `Ada's wave ${number}`);
    // A post that somebody deletes at this moment is left out of its page.
    await expect.poll(async () => (await page(ada)).body.posts.length).toBe(10);
    await expect.poll(async () => (await page(ada, { limit: 7 })).body.posts.length).toBe(7);
  });

  it.each([1, 7, 50])('in pages of %i, holds every post once', async (limit) => {
    const feed = await pagesOf(ada, limit);
    const ids = feed.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ours(feed).filter((text) => IN_ORDER.includes(text))).toEqual(IN_ORDER);
    for (const { length } of feed) expect(length).toBeLessThanOrEqual(limit);
  });

  it('keeps the pages where they are while something new is published above', async () => {
    const before = ours(await pagesOf(ada));
    const { body } = await page(ada, { limit: 2 });
    await publish(ada, 'Ada, meanwhile');
    const rest = await pagesOf(ada, 2, { cursor: body.cursor! });
    expect(ours([body.posts, ...rest])).toEqual(before);
    expect(ours(await pagesOf(ada))[0]).toBe('Ada, meanwhile');
  });

  it('still shows members who have sunk their own posts, once, and to nobody else down there', async () => {
    const [member, neighbour] = await Promise.all([Member.register(), Member.register()]);
    const ballast = await riseByUpload(member, 2);
    const high = [await publish(member, 'Up there'), await publish(member, 'Up there too')].map(({ id }) => id);
    await sink(member, ballast);
    expect(await member.depth()).toBe(0);
    const low = await publish(member, 'Down here again');
    for (const limit of [1, 50]) {
      const feed = (await pagesOf(member, limit)).flat();
      const own = feed.filter(({ userId }) => userId === member.userId).map(({ id }) => id);
      expect(own).toEqual([...high.toReversed(), low.id]);
      // Whatever else there is between the two depths stays hidden, on every page.
      const others = feed.filter(({ userId }) => userId !== member.userId);
      expect(others.filter(({ userDepth }) => userDepth > 0)).toEqual([]);
    }
    const seen = (await pagesOf(neighbour)).flat().map(({ id }) => id);
    expect(seen.filter((id) => high.includes(id))).toEqual([]);
    expect(seen).toContain(low.id);
  });

  it("refuses another member's cursor, an altered one, one of another list, and nonsense", async () => {
    const cursor = (await page(ada, { limit: 2 })).body.cursor!;
    const altered = `${cursor[0] === 'A' ? 'B' : 'A'}${cursor.slice(1)}`;
    const own = await ada.call(contract.posts.listOfMember, { userId: ada.userId, limit: 1 });
    const attempts = [
      page(ben, { limit: 2, cursor }),
      page(ada, { limit: 2, cursor: altered }),
      page(ada, { limit: 2, cursor: `${cursor}x` }),
      page(ada, { limit: 2, cursor: own.body.cursor! }),
      page(ada, { cursor: 'nonsense' }),
    ];
    for (const { status, body } of await Promise.all(attempts)) {
      expect([status, body.code]).toEqual([400, 'InvalidCursor']);
    }
  });

  it('refuses the cursor of somebody who has sunk since', async () => {
    const member = await Member.register();
    const ballast = await riseByUpload(member, 1);
    const cursor = (await page(member, { limit: 1 })).body.cursor!;
    await sink(member, ballast);
    const { status, body } = await page(member, { limit: 1, cursor });
    expect([status, body.code]).toEqual([400, 'InvalidCursor']);
  });

  it.each(['limit=0', 'limit=-1', 'limit=51', 'limit=1.5', 'limit=x', 'limit=', 'depth=10000', 'userId=somebody'])(
    'refuses ?%s',
    async (query) => {
      const { status, body } = await send('GET', `/posts?${query}`, { token: ada.tokens.access });
      expect([status, body.code]).toEqual([400, 'InvalidInput']);
      expect(body.error).toContain(query.split('=')[0]);
    },
  );
});
