/** Tests of searching posts by the beginnings of words. See docs/product.md#search. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import type { Request } from '../../../shared/contract/endpoint.ts';
import type { Post } from '../../../shared/contract/posts.ts';
import { sendRequest } from '../../support/api-request.ts';
import { lowerDepth, raiseDepth, raiseDepthByUpload } from '../../support/depth-changes.ts';
import { Member } from '../../support/member.ts';
import { readAllPages } from '../../support/pages.ts';
import { messageAbout } from '../../support/validation-message.ts';

/** A word of every post here, so that searches find only the posts of this test. */
const mark = `Post${randomUUID().slice(0, 8)}`;

let author: Member;
let newcomer: Member;

const publish = async (member: Member, content: string) =>
  (await member.call(contract.posts.create, { content })).body.post;

const readPage = (member: Member, request: Request<typeof contract.posts.list>) =>
  member.call(contract.posts.list, request);

/** Returns the contents of all posts that a search finds. A search skips many rows, so its pages can be short. */
async function search(member: Member, q: string, limit = 50): Promise<string[]> {
  const pages = await readAllPages<Post>(async (after) => {
    const { body } = await readPage(member, { q, limit, ...after });
    return [body.posts, body.cursor];
  });
  return pages.flat().map(({ content }) => content);
}

beforeAll(async () => {
  [author, newcomer] = await Promise.all([Member.register(), Member.register()]);
  await publish(author, `${mark} A whale shark near the #reef`);
  await publish(author, `${mark} Two turtles`);
  await raiseDepth(author);
  await publish(author, `${mark} Reef sharks, above`);
});

describe('GET /posts with a search', () => {
  it('finds posts that contain all words or their beginnings, in the order of the feed', async () => {
    const posts = [`${mark} Reef sharks, above`, `${mark} A whale shark near the #reef`];

    expect(await search(author, `${mark} SHARK reef`)).toEqual(posts);
    expect(await search(author, `#reef\t sha ${mark}!`)).toEqual(posts);
    expect(await search(author, `${mark} reef`, 1)).toEqual(posts);
    expect(await search(author, `${mark} turtles shark`)).toEqual([]);
  });

  it('finds nothing inside words, and nothing without words', async () => {
    for (const q of [`${mark} hark`, `${mark} eef`, '...', '/']) expect(await search(author, q)).toEqual([]);
  });

  it('lists the whole feed for an empty search', async () => {
    const { body } = await readPage(author, { q: ' ', limit: 50 });
    expect(body.posts.map(({ content }) => content)).toContain(`${mark} Two turtles`);
  });

  it('hides posts above the viewer', async () => {
    expect(await search(newcomer, `${mark} reef`)).toEqual([`${mark} A whale shark near the #reef`]);
    expect((await readPage(newcomer, { q: `${mark} above`, limit: 1 })).body).toMatchObject({
      posts: [],
      cursor: null,
    });
  });

  it("finds the viewer's own posts above their depth", async () => {
    const member = await Member.register();
    const file = await raiseDepthByUpload(member, 1);
    const content = `${mark} Own kelp`;
    await publish(member, content);
    await lowerDepth(member, file);

    expect(await search(member, `${mark} kelp`)).toEqual([content]);
    expect(await search(newcomer, `${mark} kelp`)).toEqual([]);
  });

  it('no longer finds a deleted post', async () => {
    const { id } = await publish(author, `${mark} Goodbye`);
    expect(await search(author, `${mark} goodbye`)).toHaveLength(1);

    await author.call(contract.posts.delete, { postId: id });
    expect(await search(author, `${mark} goodbye`)).toEqual([]);
  });

  it('rejects cursors of another search', async () => {
    const { body } = await readPage(author, { q: mark, limit: 1 });
    const cursor = body.cursor!;

    for (const q of [undefined, `${mark} reef`]) {
      const response = await readPage(author, { q, cursor });
      expect([response.status, response.body.code]).toEqual([400, 'InvalidCursor']);
    }
    expect((await readPage(author, { q: ` ${mark.toUpperCase()}!`, cursor })).status).toBe(200);
  });

  it('accepts a search of 200 characters, and rejects one of 201', async () => {
    expect((await readPage(author, { q: 'x'.repeat(200) })).status).toBe(200);

    const { status, body } = await sendRequest('GET', `/posts?q=${'x'.repeat(201)}`, { token: author.tokens.access });
    expect([status, body.code]).toEqual([400, 'InvalidInput']);
    expect(body.error).toMatch(messageAbout('q'));
  });

  it('rejects anonymous callers', async () => {
    expect((await sendRequest('GET', `/posts?q=${mark}`)).status).toBe(401);
  });
});
