import { beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { Member, send } from '../../support/member.ts';
import { everyPage } from '../../support/pages.ts';
import { rise, riseByUpload, sink } from '../../support/rising.ts';

let ada: Member;
let newcomer: Member;
/** Published one post at the bottom, two high up, and one at the bottom again. */
let sunk: Member;

async function publish(member: Member, ...texts: string[]): Promise<void> {
  for (const content of texts) await member.call(contract.posts.create, { content });
}

const postsOf = (viewer: Member, { userId }: Member, query: { limit?: number; cursor?: string } = {}) =>
  viewer.call(contract.posts.listOfMember, { userId, ...query });

const textsOf = async (viewer: Member, member: Member) =>
  (await postsOf(viewer, member, { limit: 50 })).body.posts.map(({ content }) => content);

beforeAll(async () => {
  [ada, newcomer, sunk] = await Promise.all([Member.register('Ada'), Member.register(), Member.register()]);
  await riseByUpload(ada, 3);
  await publish(sunk, 'Low');
  const ballast = await riseByUpload(sunk, 2);
  await publish(sunk, 'High', 'High again');
  await sink(sunk, ballast);
  await publish(sunk, 'Low again');
});

describe('GET /users/{userId}/posts', () => {
  it("shows a member's posts, newest first, as the feed shows them", async () => {
    const member = await Member.register('Writer');
    await publish(member, 'One', 'Two', 'Three');
    const { body } = await postsOf(ada, member);
    expect(body.posts.map(({ content }) => content)).toEqual(['Three', 'Two', 'One']);
    expect(body.posts[0]).toMatchObject({ userId: member.userId, username: 'Writer', userDepth: 0, likeCount: 0 });
    expect(body.cursor).toBeNull();
  });

  it('shows none of somebody who has published nothing', async () => {
    expect((await postsOf(ada, ada)).body).toEqual({ success: true, posts: [], cursor: null });
    const shy = await Member.register();
    await shy.depth();
    expect((await postsOf(newcomer, shy)).body).toEqual({ success: true, posts: [], cursor: null });
  });

  it('leaves out what was published above the viewer, and shows it to whoever is high enough', async () => {
    expect(await textsOf(newcomer, sunk)).toEqual(['Low again', 'Low']);
    expect(await textsOf(ada, sunk)).toEqual(['Low again', 'High again', 'High', 'Low']);
  });

  it('shows members all of their own, even what lies above them now', async () => {
    expect(await sunk.depth()).toBe(0);
    expect(await textsOf(sunk, sunk)).toEqual(['Low again', 'High again', 'High', 'Low']);
  });

  it('says how much higher one has to be, when the member is above', async () => {
    const { status, body } = await postsOf(newcomer, ada);
    expect([status, body.code]).toEqual([403, 'DepthTooLow']);
    expect(body.error).toBe('You need to ascend 0.03m higher for this.');
  });

  it('is closed to whoever is a millimetre too low, and open at the very depth', async () => {
    const [higher, lower] = await Promise.all([Member.register(), Member.register()]);
    await publish(higher, 'From the bottom');
    await rise(higher);
    const { status, body } = await postsOf(lower, higher);
    expect([status, body.code]).toEqual([403, 'DepthTooLow']);
    expect(body.error).toContain('0.01m');
    await rise(lower);
    expect(await textsOf(lower, higher)).toEqual(['From the bottom']);
  });

  it.each([1, 2, 50])('in pages of %i, holds every post once', async (limit) => {
    for (const viewer of [sunk, newcomer]) {
      const pages = await everyPage(async (after) => {
        const { body } = await postsOf(viewer, sunk, { limit, ...after });
        return [body.posts, body.cursor];
      });
      const expected = await textsOf(viewer, sunk);
      expect(pages.flat().map(({ content }) => content)).toEqual(expected);
      expect(pages.length).toBe(Math.ceil(expected.length / limit));
    }
  });

  it('shows five, unless asked for another number, and does not shift while more is published', async () => {
    const member = await Member.register();
    await publish(member, '1', '2', '3', '4', '5', '6', '7');
    const first = await postsOf(ada, member);
    expect(first.body.posts.map(({ content }) => content)).toEqual(['7', '6', '5', '4', '3']);
    await publish(member, '8');
    const second = await postsOf(ada, member, { cursor: first.body.cursor! });
    expect(second.body.posts.map(({ content }) => content)).toEqual(['2', '1']);
    expect(second.body.cursor).toBeNull();
  });

  it('answers that there is no such member', async () => {
    const { status, body } = await ada.call(contract.posts.listOfMember, { userId: 'nobody-at-all' });
    expect([status, body.code, body.error]).toEqual([404, 'NotFound', 'User not found']);
  });

  it("refuses another viewer's cursor, one of another member, and one of another list", async () => {
    // Whoever has never asked for anything may have no profile yet.
    await newcomer.depth();
    const cursor = (await postsOf(ada, sunk, { limit: 1 })).body.cursor!;
    const feed = (await ada.call(contract.posts.list, { limit: 1 })).body.cursor!;
    const attempts = [
      postsOf(newcomer, sunk, { cursor }),
      postsOf(ada, newcomer, { cursor }),
      postsOf(ada, sunk, { cursor: feed }),
      postsOf(ada, sunk, { cursor: 'nonsense' }),
    ];
    for (const { status, body } of await Promise.all(attempts)) {
      expect([status, body.code]).toEqual([400, 'InvalidCursor']);
    }
  });

  it.each(['limit=0', 'limit=51', 'limit=x', 'sort=depth'])('refuses ?%s', async (query) => {
    const answer = await send('GET', `/users/${ada.userId}/posts?${query}`, { token: ada.tokens.access });
    expect([answer.status, answer.body.code]).toEqual([400, 'InvalidInput']);
  });

  it('refuses an id that can be none', async () => {
    const answer = await send('GET', '/users/a_b/posts', { token: ada.tokens.access });
    expect([answer.status, answer.body.code]).toEqual([400, 'InvalidInput']);
  });
});
