/** Tests of publishing a post: its text, its idempotency key, and its depth. See docs/product.md#posts-and-comments. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import type { Request } from '../../../shared/contract/endpoint.ts';
import type { Post } from '../../../shared/contract/posts.ts';
import { sendRequest } from '../../support/api-request.ts';
import { runConcurrently } from '../../support/concurrent-members.ts';
import { raiseDepth } from '../../support/depth-changes.ts';
import { Member } from '../../support/member.ts';
import { messageAbout } from '../../support/validation-message.ts';

type CreateRequest = Request<typeof contract.posts.create>;

const [author, otherMember] = await Promise.all([Member.register('Ada'), Member.register('Ben')]);
await raiseDepth(author);

const createPost = (member: Member, request: CreateRequest) => member.call(contract.posts.create, request);

const sendBody = (body: unknown) =>
  sendRequest('POST', '/posts', { token: author.tokens.access, body: JSON.stringify(body) });

async function listOwnPosts(member: Member): Promise<Post[]> {
  return (await member.call(contract.posts.listOfMember, { userId: member.userId, limit: 50 })).body.posts;
}

describe('POST /posts', () => {
  it("publishes a post at the author's current depth", async () => {
    const timeBefore = Date.now();
    const { status, body } = await createPost(author, { userId: author.userId, content: 'Hello, ocean' });

    expect(status).toBe(200);
    expect(body.post).toEqual({
      id: expect.stringMatching(/^[0-9A-Z]{26}$/),
      userId: author.userId,
      username: 'Ada',
      userProfilePic: '',
      userDepth: await author.getDepth(),
      content: 'Hello, ocean',
      imageUrl: null,
      imageAlt: '',
      createdAt: expect.any(String),
      likeCount: 0,
      likedByViewer: false,
      commentCount: 0,
      newestComment: null,
    });
    expect(body.post.userDepth).toBe(0.001);
    expect(Math.abs(Date.parse(body.post.createdAt) - timeBefore)).toBeLessThan(60_000);
    expect((await listOwnPosts(author))[0]).toEqual(body.post);
  });

  it('publishes at a chosen depth from 0 m to the depth of the author', async () => {
    const newcomer = await Member.register();
    const isVisibleToNewcomer = async (postId: string) =>
      (await newcomer.call(contract.posts.listComments, { postId })).status === 200;

    const { post: lowPost } = (await createPost(author, { content: 'For everyone', depth: 0 })).body;
    const { post: highPost } = (await createPost(author, { content: 'For the high', depth: 0.001 })).body;

    expect([lowPost.userDepth, highPost.userDepth]).toEqual([0, 0.001]);
    expect(await isVisibleToNewcomer(lowPost.id)).toBe(true);
    expect(await isVisibleToNewcomer(highPost.id)).toBe(false);
  });

  it.each([
    ['above the author', 0.002, 'Depth must be at most 0 metres.'],
    ['below the bottom', -1, 'Depth must be at least 0.'],
    ['as text', '0', 'Depth must be a number.'],
  ])('rejects a depth %s, and publishes nothing', async (_, depth, error) => {
    const postsBefore = await listOwnPosts(author);

    const { status, body } = await sendBody({ content: 'Never', depth });

    expect([status, body]).toMatchObject([400, { code: 'InvalidInput', error }]);
    expect(await listOwnPosts(author)).toEqual(postsBefore);
  });

  it('returns the same post for a repeated key without a depth after the author has risen', async () => {
    const member = await Member.register();
    const request = { content: 'Once', idempotencyKey: randomUUID() };
    const firstResponse = await createPost(member, request);
    await raiseDepth(member);

    const repeatedResponse = await createPost(member, request);
    expect(repeatedResponse.body.post).toEqual(firstResponse.body.post);

    const otherResponse = await createPost(member, { ...request, depth: 0.001 });
    expect(otherResponse).toMatchObject({ status: 409, body: { code: 'Conflict' } });
  });

  it('publishes for a member without a profile, who has just registered', async () => {
    const { status, body } = await createPost(await Member.register('Just here'), { content: 'First words' });
    expect(status).toBe(200);
    expect(body.post).toMatchObject({ username: 'Just here', userDepth: 0 });
  });

  it.each([
    ['trims it', ' \n\t Low tide \n ', 'Low tide'],
    ['normalizes line ends', 'one\r\ntwo\rthree\n\nfour', 'one\ntwo\nthree\n\nfour'],
    ['removes control characters except tabs and line feeds', 'a\u0000b\u0007\tc\u001b[31m\u0085d', 'ab\tc[31md'],
    ['composes letters (NFC)', 'Cafe\u0301', 'Caf\u00e9'],
    ['removes direction overrides and isolates', 'a\u202eb\u2066c\nd\u2069', 'abc\nd'],
    ['keeps joined emoji and all scripts', '👩‍🚀 Привет مرحبا 深海', '👩‍🚀 Привет مرحبا 深海'],
  ])('cleans the text: %s', async (_, content, storedText) => {
    expect((await createPost(author, { content })).body.post.content).toBe(storedText);
  });

  it('rejects half of a surrogate pair', async () => {
    expect(await createPost(author, { content: 'a\ud800b' })).toMatchObject({
      status: 400,
      body: { code: 'InvalidInput' },
    });
  });

  it('returns HTML as plain text', async () => {
    const content = '<script>alert(1)</script><img src=x onerror="alert(2)"> &amp; <b>"bold"</b> javascript:alert(3)';
    const { body, headers } = await createPost(author, { content });

    expect(body.post.content).toBe(content);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each([
    ['letters', 'a'],
    ['two-byte letters', 'ø'],
    ['emoji, counted as one each', '🐋'],
  ])('accepts 5,000 %s and rejects 5,001', async (_, character) => {
    const content = character.repeat(5000);
    expect((await createPost(author, { content: ` ${content}\n` })).body.post.content).toBe(content);

    const longResponse = await createPost(author, { content: content + character });
    expect([longResponse.status, longResponse.body.code]).toEqual([400, 'InvalidInput']);
    expect(longResponse.body.error).toBe('Content must be at most 5,000 characters.');
  });

  it.each([
    ['an empty post', ''],
    ['a post of white space', ' \n\t\u00a0\u2003 '],
    ['a post of zero-width characters', '\u200b\u200c\u200d\u2060\ufeff'],
    ['a post of invisible filler characters', '\u3164\u115f\u2800'],
    ['a post of control characters', '\u0000\u0001\u007f'],
    ['a post of direction marks', '\u202e\u2066\u200f'],
  ])('rejects %s', async (_, content) => {
    const { status, body } = await createPost(author, { content });
    expect([status, body.code, body.error]).toEqual([400, 'InvalidInput', 'Content must not be blank.']);
  });

  it.each([
    ['content', undefined],
    ['content', null],
    ['content', 7],
    ['content', ['Hello']],
    ['imageAlt', 'x'.repeat(301)],
    ['imageAlt', null],
    ['imageId', 7],
    ['imageId', 'x'.repeat(1025)],
    ['idempotencyKey', 'short'],
    ['idempotencyKey', 'has_underscores'],
    ['idempotencyKey', 'x'.repeat(65)],
    ['userId', 'not an id'],
  ])('rejects %s: %s', async (field, value) => {
    const { status, body } = await sendBody({ content: 'Hello', [field]: value });
    expect([status, body.code]).toEqual([400, 'InvalidInput']);
    expect(body.error).toMatch(messageAbout(field));
  });

  it.each([
    ['id', '01KAHQ3V7V8Z5T0F4M2S6R9XYZ'],
    ['userDepth', 10_000],
    ['likes', ['someone']],
    ['likeCount', 5],
    ['comments', []],
    ['commentCount', 5],
    ['createdAt', '2020-01-01T00:00:00.000Z'],
    ['username', 'Another Member'],
    ['imageUrl', 'https://example.com/x.png'],
  ])('rejects the server-set field %s', async (field, value) => {
    const { status, body } = await sendBody({ content: 'Hello', [field]: value });
    expect([status, body.code]).toEqual([400, 'InvalidInput']);
    expect(body.error).toContain(field);
  });

  it("returns 403 for another member's userId", async () => {
    const { status, body } = await createPost(otherMember, { userId: author.userId, content: 'I am Ada' });
    expect([status, body.code]).toEqual([403, 'NotYou']);
    expect(await listOwnPosts(otherMember)).toEqual([]);
  });
});

describe('POST /posts with an idempotency key', () => {
  it('creates one post for 20 identical concurrent requests', async () => {
    const member = await Member.register();
    const request = { content: 'Once is enough', idempotencyKey: randomUUID() };
    const responses = await runConcurrently(20, () => createPost(member, request));

    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(responses.map(({ body }) => body.post.id)).size).toBe(1);
    expect(await listOwnPosts(member)).toHaveLength(1);

    const laterResponse = await createPost(member, request);
    expect(laterResponse.body.post).toEqual((await listOwnPosts(member))[0]);
  });

  it('returns the current state of the post', async () => {
    const request = { content: 'Like me', idempotencyKey: randomUUID() };
    const { body } = await createPost(author, request);
    await author.call(contract.posts.like, { postId: body.post.id });

    expect((await createPost(author, request)).body.post).toEqual({ ...body.post, likeCount: 1, likedByViewer: true });
  });

  it('returns 409 for other text and keeps the first post', async () => {
    const member = await Member.register();
    const idempotencyKey = randomUUID();
    const { body } = await createPost(member, { content: 'First', idempotencyKey });
    const secondResponse = await createPost(member, { content: 'Second', idempotencyKey });

    expect([secondResponse.status, secondResponse.body.code]).toEqual([409, 'Conflict']);
    expect(await listOwnPosts(member)).toEqual([body.post]);
  });

  it('creates one post when two texts race under one key', async () => {
    const member = await Member.register();
    const idempotencyKey = randomUUID();
    const contents = ['This', 'That'];
    const responses = await Promise.all(contents.map((content) => createPost(member, { content, idempotencyKey })));

    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await listOwnPosts(member)).toHaveLength(1);
  });

  it('returns 409 instead of restoring a deleted post', async () => {
    const member = await Member.register();
    const request = { content: 'Gone for good', idempotencyKey: randomUUID() };
    const { body } = await createPost(member, request);

    await member.call(contract.posts.delete, { postId: body.post.id });
    const repeatedResponse = await createPost(member, request);

    expect([repeatedResponse.status, repeatedResponse.body.code]).toEqual([409, 'Conflict']);
    expect(await listOwnPosts(member)).toEqual([]);
  });

  it('allows the same key for two members', async () => {
    const request = { content: 'The same words', idempotencyKey: randomUUID() };
    const [authorResponse, otherResponse] = await Promise.all([
      createPost(author, request),
      createPost(otherMember, request),
    ]);

    expect([authorResponse.status, otherResponse.status]).toEqual([200, 200]);
    expect(authorResponse.body.post.id).not.toBe(otherResponse.body.post.id);
  });

  it('creates two posts for two requests without a key', async () => {
    const member = await Member.register();
    await createPost(member, { content: 'Again' });
    await createPost(member, { content: 'Again' });

    expect(await listOwnPosts(member)).toHaveLength(2);
  });
});
