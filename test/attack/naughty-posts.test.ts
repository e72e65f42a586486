import { beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import { CONDUCT_LIMITS } from '../../shared/rules/conduct-limits.ts';
import { Member, putUpload } from '../support/member.ts';
import { readAllPages } from '../support/pages.ts';
import { createPng } from '../support/sample-files.ts';
import { countCases } from './support/attack-counts.ts';
import { NAUGHTY_STRINGS, split, storedText } from './support/naughty-strings.ts';

const { posts, account } = contract;

let viewer: Member;
beforeAll(async () => {
  viewer = await Member.register();
});

/**
 * Writes each text, and returns the stored ones by ID.
 *
 * @param write - sends one text, and returns the ID and the text of the response if it succeeded
 */
async function writeAll(
  texts: readonly string[],
  {
    schema,
    write,
  }: {
    readonly schema: Parameters<typeof storedText>[0];
    readonly write: (text: string) => Promise<{ status: number; id?: string | undefined; text?: string | undefined }>;
  },
): Promise<Map<string, string>> {
  const storedTexts = new Map<string, string>();
  for (const text of texts) {
    countCases();
    const outcome = await write(text);
    const expectedText = storedText(schema, text);
    expect([outcome.status, outcome.text], JSON.stringify(text)).toEqual(
      expectedText === undefined ? [400, undefined] : [200, expectedText],
    );
    if (outcome.id !== undefined) storedTexts.set(outcome.id, outcome.text!);
  }

  return storedTexts;
}

describe('posts', () => {
  it.each(split(NAUGHTY_STRINGS, CONDUCT_LIMITS.posts.new).map((texts, part) => [part, texts] as const))(
    'keeps naughty strings in every list (part %i)',
    async (_, texts) => {
      const author = await Member.register();
      const storedTexts = await writeAll(texts, {
        schema: posts.create.body.shape.content,
        write: async (content) => {
          const { status, body } = await author.call(posts.create, { content });
          return { status, id: body.post?.id, text: body.post?.content };
        },
      });
      const { body: list } = await viewer.call(posts.listOfMember, { userId: author.userId, limit: 50 });

      expect(new Map(list.posts.map(({ id, content }) => [id, content]))).toEqual(storedTexts);

      const { body: dashboard } = await author.call(account.dashboard, {});
      const ownPosts = dashboard.posts.filter(({ userId }) => userId === author.userId);
      for (const { id, content } of ownPosts) expect(content).toBe(storedTexts.get(id));
    },
  );

  it('shows naughty strings in the feed', async () => {
    const author = await Member.register();
    const ascending = NAUGHTY_STRINGS.slice(-CONDUCT_LIMITS.posts.new);
    // Raises the author above the other authors, so that these posts lead the feed.
    await author.call(account.testContribution, {});
    const storedTexts = await writeAll(ascending, {
      schema: posts.create.body.shape.content,
      write: async (content) => {
        const { status, body } = await author.call(posts.create, { content });
        return { status, id: body.post?.id, text: body.post?.content };
      },
    });

    const { body } = await author.call(posts.list, { limit: 50 });
    const listedPosts = body.posts.filter(({ userId }) => userId === author.userId);

    expect(new Map(listedPosts.map(({ id, content }) => [id, content]))).toEqual(storedTexts);
  });
});

describe('comments', () => {
  it.each(split(NAUGHTY_STRINGS, CONDUCT_LIMITS.comments.new).map((texts, part) => [part, texts] as const))(
    'keeps naughty strings in lists and as the newest comment (part %i)',
    async (_, texts) => {
      const author = await Member.register();
      const { body } = await author.call(posts.create, { content: 'Comments' });
      const postId = body.post.id;
      const storedTexts = await writeAll(texts, {
        schema: posts.addComment.body.shape.text,
        write: async (text) => {
          const addResponse = await author.call(posts.addComment, { postId, text });
          return { status: addResponse.status, id: addResponse.body.comment?.id, text: addResponse.body.comment?.text };
        },
      });
      const pages = await readAllPages(async (after) => {
        const { body: page } = await viewer.call(posts.listComments, { postId, limit: 50, ...after });
        return [page.comments, page.cursor];
      });
      const listedComments = pages.flat().map(({ id, text }): [string, string] => [id, text]);

      expect(new Map(listedComments)).toEqual(storedTexts);

      const { body: list } = await viewer.call(posts.listOfMember, { userId: author.userId });
      expect(list.posts[0]!.newestComment?.text).toBe(listedComments[0]![1]);
    },
  );
});

describe('descriptions of pictures', () => {
  it('keeps naughty strings as descriptions of pictures', async () => {
    // Each picture is an upload, so this takes every fifteenth string.
    const texts = NAUGHTY_STRINGS.filter((_, place) => place % 15 === 0);

    for (const part of split(texts, CONDUCT_LIMITS.posts.new)) {
      const author = await Member.register();
      const storedTexts = await writeAll(part, {
        schema: posts.create.body.shape.imageAlt,
        write: async (imageAlt) => {
          const png = createPng(200);
          const upload = await author.prepareUpload(png, { purpose: 'post' });
          await putUpload(upload, png);
          const { status, body } = await author.call(posts.create, {
            content: 'A picture',
            imageId: upload.fileId,
            imageAlt,
          });
          return { status, id: body.post?.id, text: body.post?.imageAlt };
        },
      });
      const { body } = await viewer.call(posts.listOfMember, { userId: author.userId, limit: 50 });
      expect(new Map(body.posts.map(({ id, imageAlt }) => [id, imageAlt]))).toEqual(storedTexts);
    }
  });
});
