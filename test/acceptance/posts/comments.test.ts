import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import type { Comment } from '../../../shared/contract/posts.ts';
import { atOnce } from '../../support/crowd.ts';
import { Member, send } from '../../support/member.ts';
import { everyPage } from '../../support/pages.ts';
import { rise, riseByUpload, sink } from '../../support/rising.ts';

let ada: Member;
let ben: Member;
/** Ada's, above Ben. */
let high: string;

const publish = async (member: Member = ada) =>
  (await member.call(contract.posts.create, { content: 'What do you say?' })).body.post.id;
const comment = (member: Member, postId: string, text: string, idempotencyKey?: string) =>
  member.call(contract.posts.addComment, { postId, text, ...(idempotencyKey && { idempotencyKey }) });
const list = (member: Member, postId: string, query: { limit?: number; cursor?: string } = {}) =>
  member.call(contract.posts.listComments, { postId, ...query });

const commentsOf = async (postId: string): Promise<Comment[]> =>
  (
    await everyPage<Comment>(async (after) => {
      const { body } = await list(ada, postId, { limit: 50, ...after });
      return [body.comments, body.cursor];
    })
  ).flat();

/** What Ada's post says of its comments. */
async function shownOn(postId: string) {
  const { body } = await ada.call(contract.posts.listOfMember, { userId: ada.userId, limit: 50 });
  const { commentCount, newestComment } = body.posts.find(({ id }) => id === postId)!;
  return { commentCount, newestComment };
}

beforeAll(async () => {
  [ada, ben] = await Promise.all([Member.register('Ada'), Member.register('Ben')]);
  const ballast = await riseByUpload(ada, 1);
  high = await publish();
  await sink(ada, ballast);
});

describe('POST /posts/{postId}/comments', () => {
  it('comments on a post, and the post shows it as the newest', async () => {
    const postId = await publish();
    const { status, body } = await comment(ben, postId, '  Well\r\nsaid ');
    expect(status).toBe(200);
    expect(body.comment).toEqual({
      id: expect.stringMatching(/^[0-9A-Z]{26}$/),
      text: 'Well\nsaid',
      userId: ben.userId,
      username: 'Ben',
      userProfilePic: '',
      createdAt: expect.any(String),
    });
    expect(body.commentCount).toBe(1);
    expect(await shownOn(postId)).toEqual({ commentCount: 1, newestComment: body.comment });
    expect(await commentsOf(postId)).toEqual([body.comment]);
    const second = await comment(ada, postId, 'Thank you');
    expect(second.body.commentCount).toBe(2);
    expect(await shownOn(postId)).toEqual({ commentCount: 2, newestComment: second.body.comment });
  });

  it('gives HTML back as the plain text that it was', async () => {
    const postId = await publish();
    const text = '</p><script>alert(1)</script><a href="javascript:alert(2)">x</a> &lt;';
    expect((await comment(ben, postId, text)).body.comment.text).toBe(text);
  });

  it('takes 1,000 characters, emoji counted as one each, and not one more', async () => {
    const postId = await publish();
    for (const character of ['x', '🐙']) {
      const text = character.repeat(1000);
      expect((await comment(ben, postId, ` ${text} `)).body.comment.text).toBe(text);
      const { status, body } = await comment(ben, postId, text + character);
      expect([status, body.code, body.error]).toEqual([400, 'InvalidInput', 'text: must be at most 1000 characters']);
    }
    expect((await shownOn(postId)).commentCount).toBe(2);
  });

  it.each(['', '  \n\t', '\u200b\u2060\ufeff', '\u0000', '\u3164'])('refuses a blank one: %j', async (text) => {
    const { status, body } = await comment(ben, high, text);
    expect([status, body.code, body.error]).toEqual([400, 'InvalidInput', 'text: must not be blank']);
  });

  it.each([
    ['text', undefined],
    ['text', 7],
    ['idempotencyKey', 'short'],
    ['createdAt', '2020-01-01T00:00:00.000Z'],
    ['username', 'Somebody Else'],
    ['likes', []],
  ])('refuses %s: %s', async (field, value) => {
    const body = JSON.stringify({ text: 'Hello', [field]: value });
    const answer = await send('POST', `/posts/${high}/comments`, { token: ada.tokens.access, body });
    expect([answer.status, answer.body.code]).toEqual([400, 'InvalidInput']);
    expect(answer.body.error).toContain(field);
  });

  it("refuses to comment in another's name", async () => {
    const request = { postId: await publish(), text: 'I am Ada', userId: ada.userId };
    const { status, body } = await ben.call(contract.posts.addComment, request);
    expect([status, body.code]).toEqual([403, 'NotYou']);
    expect((await shownOn(request.postId)).commentCount).toBe(0);
  });

  it('gives the same answer for a post that is too high, deleted, or not there', async () => {
    const deleted = await publish();
    await comment(ben, deleted, 'While it lasts');
    await ada.call(contract.posts.delete, { postId: deleted });
    const errors = new Set<string | undefined>();
    for (const postId of [high, deleted, '01KAHQ3V7V8Z5T0F4M2S6R9XYZ']) {
      for (const { status, body } of [await comment(ben, postId, 'Hello?'), await list(ben, postId)]) {
        expect([status, body.code]).toEqual([404, 'NotFound']);
        errors.add(body.error);
      }
    }
    expect(errors.size).toBe(1);
    expect(await shownOn(high)).toEqual({ commentCount: 0, newestComment: null });
  });

  it('is open to authors under posts above them, and to others at the very depth', async () => {
    const [author, member] = await Promise.all([Member.register(), Member.register()]);
    await rise(author);
    const postId = await publish(author);
    expect((await comment(member, postId, 'From below')).status).toBe(404);
    await rise(member);
    expect((await comment(member, postId, 'Level')).body.commentCount).toBe(1);
    const own = await comment(ada, high, 'From below my own');
    expect(own.status).toBe(200);
    await ada.call(contract.posts.deleteComment, { postId: high, commentId: own.body.comment.id });
  });
});

describe('the idempotency key of a comment', () => {
  it('comments once, when the same is sent twenty times at once', async () => {
    const [postId, key] = [await publish(), randomUUID()];
    const answers = await atOnce(20, () => comment(ben, postId, 'Once', key));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ body }) => body.comment.id)).size).toBe(1);
    expect(await commentsOf(postId)).toHaveLength(1);
    expect((await shownOn(postId)).commentCount).toBe(1);
  });

  it('is refused with other words, and under another post', async () => {
    const [postId, otherId, key] = [await publish(), await publish(), randomUUID()];
    await comment(ben, postId, 'First', key);
    for (const { status, body } of [
      await comment(ben, postId, 'Second', key),
      await comment(ben, otherId, 'First', key),
    ]) {
      expect([status, body.code]).toEqual([409, 'Conflict']);
    }
    expect((await commentsOf(postId)).map(({ text }) => text)).toEqual(['First']);
    expect(await commentsOf(otherId)).toEqual([]);
  });

  it('does not bring a deleted comment back', async () => {
    const [postId, key] = [await publish(), randomUUID()];
    const { body } = await comment(ben, postId, 'Gone', key);
    await ben.call(contract.posts.deleteComment, { postId, commentId: body.comment.id });
    const again = await comment(ben, postId, 'Gone', key);
    expect([again.status, again.body.code]).toEqual([409, 'Conflict']);
    expect(await commentsOf(postId)).toEqual([]);
  });
});

describe('GET /posts/{postId}/comments', () => {
  it('is empty at first', async () => {
    const postId = await publish();
    expect((await list(ben, postId)).body).toEqual({ success: true, comments: [], cursor: null });
    expect(await shownOn(postId)).toEqual({ commentCount: 0, newestComment: null });
  });

  it('shows the newest first, page by page, each once', async () => {
    const postId = await publish();
    for (let number = 1; number <= 7; number++) await comment(number % 2 ? ada : ben, postId, String(number));
    for (const limit of [1, 3, 7, 50]) {
      const pages = await everyPage<Comment>(async (after) => {
        const { body } = await list(ben, postId, { limit, ...after });
        return [body.comments, body.cursor];
      });
      expect(pages.flat().map(({ text }) => text)).toEqual(['7', '6', '5', '4', '3', '2', '1']);
      expect(pages.length).toBe(Math.ceil(7 / limit));
    }
  });

  it('shows twenty to a page, and does not shift while more is said', async () => {
    const postId = await publish();
    for (let number = 1; number <= 22; number++) await comment(ben, postId, String(number));
    const first = await list(ben, postId);
    expect(first.body.comments).toHaveLength(20);
    await comment(ada, postId, 'Meanwhile');
    const second = await list(ben, postId, { cursor: first.body.cursor! });
    expect(second.body.comments.map(({ text }) => text)).toEqual(['2', '1']);
    expect(second.body.cursor).toBeNull();
  });

  it("shows authors' present names, and so does the post", async () => {
    const [member, postId] = [await Member.register('Before'), await publish()];
    await comment(member, postId, 'Who am I?');
    await member.call(contract.account.updateProfile, { username: 'After' });
    expect((await commentsOf(postId))[0]?.username).toBe('After');
    expect((await shownOn(postId)).newestComment?.username).toBe('After');
  });

  it("refuses another member's cursor, and one of another post", async () => {
    const [postId, otherId] = [await publish(), await publish()];
    for (const id of [postId, postId, otherId, otherId]) await comment(ben, id, 'Hello');
    const cursor = (await list(ben, postId, { limit: 1 })).body.cursor!;
    const attempts = [
      list(ada, postId, { cursor }),
      list(ben, otherId, { cursor }),
      list(ben, postId, { cursor: 'x' }),
    ];
    for (const { status, body } of await Promise.all(attempts)) {
      expect([status, body.code]).toEqual([400, 'InvalidCursor']);
    }
  });

  it.each(['limit=0', 'limit=51', 'limit=x', 'before=1'])('refuses ?%s', async (query) => {
    const { status, body } = await send('GET', `/posts/${high}/comments?${query}`, { token: ada.tokens.access });
    expect([status, body.code]).toEqual([400, 'InvalidInput']);
  });
});
