import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import type { Request } from '../../../shared/contract/endpoint.ts';
import type { Post } from '../../../shared/contract/posts.ts';
import { atOnce } from '../../support/crowd.ts';
import { Member, send } from '../../support/member.ts';
import { rise } from '../../support/rising.ts';

type CreateRequest = Request<typeof contract.posts.create>;

const [ada, ben] = await Promise.all([Member.register('Ada'), Member.register('Ben')]);
await rise(ada);

const create = (member: Member, request: CreateRequest) => member.call(contract.posts.create, request);
const sendPost = (body: unknown) => send('POST', '/posts', { token: ada.tokens.access, body: JSON.stringify(body) });

async function ownPosts(member: Member): Promise<Post[]> {
  return (await member.call(contract.posts.listOfMember, { userId: member.userId, limit: 50 })).body.posts;
}

describe('POST /posts', () => {
  it('publishes a post at the present depth of its author, as everybody sees it then', async () => {
    const before = Date.now();
    const { status, body } = await create(ada, { userId: ada.userId, content: 'Hello, ocean' });
    expect(status).toBe(200);
    expect(body.post).toEqual({
      id: expect.stringMatching(/^[0-9A-Z]{26}$/),
      userId: ada.userId,
      username: 'Ada',
      userProfilePic: '',
      userDepth: await ada.depth(),
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
    expect(Math.abs(Date.parse(body.post.createdAt) - before)).toBeLessThan(60_000);
    expect((await ownPosts(ada))[0]).toEqual(body.post);
  });

  it('publishes for somebody who has just registered, and asked for nothing before', async () => {
    const { status, body } = await create(await Member.register('Just here'), { content: 'First words' });
    expect(status).toBe(200);
    expect(body.post).toMatchObject({ username: 'Just here', userDepth: 0 });
  });

  it.each([
    ['trims it', ' \n\t Low tide \n ', 'Low tide'],
    ['ends its lines alike', 'one\r\ntwo\rthree\n\nfour', 'one\ntwo\nthree\n\nfour'],
    ['takes controls out, but for tabs and line feeds', 'a\u0000b\u0007\tc\u001b[31m\u0085d', 'ab\tc[31md'],
    ['composes its letters', 'Cafe\u0301', 'Caf\u00e9'],
    ['replaces halves of characters', 'a\ud800b', 'a\ufffdb'],
    ['keeps joined emoji, and letters of every script', '👩‍🚀 Привет مرحبا 深海', '👩‍🚀 Привет مرحبا 深海'],
  ])('cleans the text: %s', async (_, content, stored) => {
    expect((await create(ada, { content })).body.post.content).toBe(stored);
  });

  it('gives HTML back as the plain text that it was', async () => {
    const content = '<script>alert(1)</script><img src=x onerror="alert(2)"> &amp; <b>"bold"</b> javascript:alert(3)';
    const { body, headers } = await create(ada, { content });
    expect(body.post.content).toBe(content);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each([
    ['letters', 'a'],
    ['letters of two bytes', 'ø'],
    ['emoji, which are one character each', '🐋'],
  ])('takes 5,000 %s, and not one more', async (_, character) => {
    const content = character.repeat(5000);
    expect((await create(ada, { content: ` ${content}\n` })).body.post.content).toBe(content);
    const tooLong = await create(ada, { content: content + character });
    expect([tooLong.status, tooLong.body.code]).toEqual([400, 'InvalidInput']);
    expect(tooLong.body.error).toBe('content: must be at most 5000 characters');
  });

  it.each([
    ['nothing', ''],
    ['white space', ' \n\t\u00a0\u2003 '],
    ['zero-width characters only', '\u200b\u200c\u200d\u2060\ufeff'],
    ['fillers that show nothing', '\u3164\u115f\u2800'],
    ['controls only', '\u0000\u0001\u007f'],
    ['direction marks only', '\u202e\u2066\u200f'],
  ])('refuses a post of %s', async (_, content) => {
    const { status, body } = await create(ada, { content });
    expect([status, body.code, body.error]).toEqual([400, 'InvalidInput', 'content: must not be blank']);
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
  ])('refuses %s: %s', async (field, value) => {
    const { status, body } = await sendPost({ content: 'Hello', [field]: value });
    expect([status, body.code]).toEqual([400, 'InvalidInput']);
    expect(body.error).toMatch(new RegExp(`^${field}: `));
  });

  it.each([
    ['id', '01KAHQ3V7V8Z5T0F4M2S6R9XYZ'],
    ['depth', 10_000],
    ['userDepth', 10_000],
    ['likes', ['somebody']],
    ['likeCount', 5],
    ['comments', []],
    ['commentCount', 5],
    ['createdAt', '2020-01-01T00:00:00.000Z'],
    ['username', 'Somebody Else'],
    ['imageUrl', 'https://example.com/x.png'],
  ])('refuses %s, which only the server sets', async (field, value) => {
    const { status, body } = await sendPost({ content: 'Hello', [field]: value });
    expect([status, body.code]).toEqual([400, 'InvalidInput']);
    expect(body.error).toContain(field);
  });

  it("refuses to publish in another's name", async () => {
    const { status, body } = await create(ben, { userId: ada.userId, content: 'I am Ada' });
    expect([status, body.code]).toEqual([403, 'NotYou']);
    expect(await ownPosts(ben)).toEqual([]);
  });
});

describe('the idempotency key of a post', () => {
  it('publishes once, when the same is sent twenty times at once', async () => {
    const member = await Member.register();
    const request = { content: 'Once is enough', idempotencyKey: randomUUID() };
    const answers = await atOnce(20, () => create(member, request));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ body }) => body.post.id)).size).toBe(1);
    expect(await ownPosts(member)).toHaveLength(1);
    const later = await create(member, request);
    expect(later.body.post).toEqual((await ownPosts(member))[0]);
  });

  it('answers with the post as it is by now', async () => {
    const request = { content: 'Like me', idempotencyKey: randomUUID() };
    const { body } = await create(ada, request);
    await ada.call(contract.posts.like, { postId: body.post.id });
    expect((await create(ada, request)).body.post).toEqual({ ...body.post, likeCount: 1, likedByViewer: true });
  });

  it('is refused with other words, and the first words stay', async () => {
    const member = await Member.register();
    const idempotencyKey = randomUUID();
    const { body } = await create(member, { content: 'First', idempotencyKey });
    const second = await create(member, { content: 'Second', idempotencyKey });
    expect([second.status, second.body.code]).toEqual([409, 'Conflict']);
    expect(await ownPosts(member)).toEqual([body.post]);
  });

  it('publishes one post only, when two are sent with it at once', async () => {
    const member = await Member.register();
    const idempotencyKey = randomUUID();
    const contents = ['This', 'That'];
    const answers = await Promise.all(contents.map((content) => create(member, { content, idempotencyKey })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await ownPosts(member)).toHaveLength(1);
  });

  it('does not bring a deleted post back', async () => {
    const member = await Member.register();
    const request = { content: 'Gone for good', idempotencyKey: randomUUID() };
    const { body } = await create(member, request);
    await member.call(contract.posts.delete, { postId: body.post.id });
    const again = await create(member, request);
    expect([again.status, again.body.code]).toEqual([409, 'Conflict']);
    expect(await ownPosts(member)).toEqual([]);
  });

  it('belongs to one member: another may use the same', async () => {
    const request = { content: 'The same words', idempotencyKey: randomUUID() };
    const [adas, bens] = await Promise.all([create(ada, request), create(ben, request)]);
    expect([adas.status, bens.status]).toEqual([200, 200]);
    expect(adas.body.post.id).not.toBe(bens.body.post.id);
  });

  it('is not asked for: without it, the same words are two posts', async () => {
    const member = await Member.register();
    await create(member, { content: 'Again' });
    await create(member, { content: 'Again' });
    expect(await ownPosts(member)).toHaveLength(2);
  });
});
