/** Hostile texts as posts and comments. Each is kept as the contract cleans it, or rejected. */
import { beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import { CONDUCT_LIMITS } from '../../shared/rules/conduct-limits.ts';
import { Member, storeBytes } from '../support/member.ts';
import { readAllPages } from '../support/pages.ts';
import { createPng } from '../support/sample-files.ts';
import { countCases } from './support/attack-counts.ts';
import { NAUGHTY_STRINGS, split, toStoredText } from './support/naughty-strings.ts';

const { posts, account } = contract;

let viewer: Member;

beforeAll(async () => {
  viewer = await Member.register();
});

/** A field of the API that receives the texts. */
interface TextField {
  readonly schema: Parameters<typeof toStoredText>[0];
  /** Sends one text. Returns the ID and the text of the response if it succeeded. */
  readonly write: (text: string) => Promise<{ status: number; id?: string | undefined; text?: string | undefined }>;
}

/** Writes each text, and checks that the API stores it or rejects it by its schema. Returns the stored texts by ID. */
async function writeAll(texts: readonly string[], { schema, write }: TextField): Promise<Map<string, string>> {
  const storedTexts = new Map<string, string>();

  for (const text of texts) {
    countCases();
    const { status, id, text: responseText } = await write(text);

    const expectedText = toStoredText(schema, text);
    expect([status, responseText], JSON.stringify(text)).toEqual(
      expectedText === undefined ? [400, undefined] : [200, expectedText],
    );

    if (id !== undefined) storedTexts.set(id, responseText!);
  }

  return storedTexts;
}

/** Creates a post with each text. Returns the stored texts by ID. */
function writePosts(author: Member, texts: readonly string[]): Promise<Map<string, string>> {
  return writeAll(texts, {
    schema: posts.create.body.shape.content,
    write: async (content) => {
      const { status, body } = await author.call(posts.create, { content });
      return { status, id: body.post?.id, text: body.post?.content };
    },
  });
}

/** Writes each text as a comment on a post. Returns the stored texts by ID. */
function writeComments(author: Member, postId: string, texts: readonly string[]): Promise<Map<string, string>> {
  return writeAll(texts, {
    schema: posts.addComment.body.shape.text,
    write: async (text) => {
      const { status, body } = await author.call(posts.addComment, { postId, text });
      return { status, id: body.comment?.id, text: body.comment?.text };
    },
  });
}

/** Creates a post with a picture for each text, as the picture's description. Returns the stored texts by ID. */
function writeDescriptions(author: Member, texts: readonly string[]): Promise<Map<string, string>> {
  return writeAll(texts, {
    schema: posts.create.body.shape.imageAlt,
    write: async (imageAlt) => {
      const png = createPng(200);
      const upload = await author.prepareUpload(png, { purpose: 'post' });
      await storeBytes(upload, png);

      const post = { content: 'A picture', imageId: upload.fileId, imageAlt };
      const { status, body } = await author.call(posts.create, post);
      return { status, id: body.post?.id, text: body.post?.imageAlt };
    },
  });
}

describe('posts', () => {
  it.each(split(NAUGHTY_STRINGS, CONDUCT_LIMITS.posts.new).map((texts, part) => [part, texts] as const))(
    'keeps naughty strings in every list (part %i)',
    async (_, texts) => {
      const author = await Member.register();
      const storedTexts = await writePosts(author, texts);

      const { body: list } = await viewer.call(posts.listOfMember, { userId: author.userId, limit: 50 });
      expect(new Map(list.posts.map(({ id, content }) => [id, content]))).toEqual(storedTexts);

      const { body: dashboard } = await author.call(account.dashboard, {});
      const ownPosts = dashboard.posts.filter(({ userId }) => userId === author.userId);

      for (const { id, content } of ownPosts) expect(content).toBe(storedTexts.get(id));
    },
  );

  it('shows naughty strings in the feed', async () => {
    const author = await Member.register();
    // Raises the author above the other authors, so that these posts lead the feed.
    await author.call(account.testContribution, {});
    const storedTexts = await writePosts(author, NAUGHTY_STRINGS.slice(-CONDUCT_LIMITS.posts.new));

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
      const { body: createResult } = await author.call(posts.create, { content: 'Comments' });
      const postId = createResult.post.id;
      const storedTexts = await writeComments(author, postId, texts);

      const pages = await readAllPages(async (after) => {
        const { body: page } = await viewer.call(posts.listComments, { postId, limit: 50, ...after });
        return [page.comments, page.cursor];
      });
      const listedComments = pages.flat().map(({ id, text }): [string, string] => [id, text]);
      expect(new Map(listedComments)).toEqual(storedTexts);

      const { body: list } = await viewer.call(posts.listOfMember, { userId: author.userId });
      expect(list.posts[0]!.newestComment?.text).toBe(listedComments[0]?.[1]);
    },
  );
});

describe('descriptions of pictures', () => {
  it('keeps naughty strings as descriptions of pictures', async () => {
    // Each picture is an upload, so this takes every fifteenth string.
    const sampleTexts = NAUGHTY_STRINGS.filter((_, index) => index % 15 === 0);

    for (const texts of split(sampleTexts, CONDUCT_LIMITS.posts.new)) {
      const author = await Member.register();
      const storedTexts = await writeDescriptions(author, texts);

      const { body } = await viewer.call(posts.listOfMember, { userId: author.userId, limit: 50 });
      expect(new Map(body.posts.map(({ id, imageAlt }) => [id, imageAlt]))).toEqual(storedTexts);
    }
  });
});
