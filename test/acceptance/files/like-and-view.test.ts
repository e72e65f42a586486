import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import type { ListedFile } from '../../../shared/contract/files.ts';
import { Member, send } from '../../support/member.ts';
import { pngOf, TEXT } from '../../support/sample-files.ts';

const mark = randomUUID().slice(0, 8);

let ada: Member;
let ben: Member;
/** At the bottom, for all to see. */
let low: ListedFile;
/** Above Ben. */
let high: ListedFile;

beforeAll(async () => {
  [ada, ben] = await Promise.all([Member.register('Ada'), Member.register('Ben')]);
  low = await ada.upload(`${mark} low.png`, 'image/png', pngOf(20_000));
  high = await ada.upload(`${mark} high.png`, 'image/png', pngOf(3000));
});

const like = (member: Member, fileId: string, liked?: boolean) => member.call(contract.files.like, { fileId, liked });
const seenBy = async (member: Member) => {
  const { body } = await member.call(contract.files.list, { q: `${mark} low` });
  return body.files[0]!;
};

const nowhere = () => `files/${ada.userId}/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/none.png`;

describe('PUT /files/like', () => {
  it('likes a file, for all to see who look', async () => {
    expect((await like(ben, low.key)).body).toEqual({ success: true, liked: true, likeCount: 1 });
    expect(await seenBy(ben)).toMatchObject({ likeCount: 1, likedByViewer: true });
    expect(await seenBy(ada)).toMatchObject({ likeCount: 1, likedByViewer: false });
  });

  it('changes nothing the second time, neither when liking nor when taking the like back', async () => {
    expect((await like(ben, low.key, true)).body.likeCount).toBe(1);
    expect((await like(ben, low.key, false)).body).toMatchObject({ liked: false, likeCount: 0 });
    expect((await like(ben, low.key, false)).body).toMatchObject({ liked: false, likeCount: 0 });
    expect(await seenBy(ben)).toMatchObject({ likeCount: 0, likedByViewer: false });
  });

  it('counts one like when the same member sends many at once', async () => {
    await Promise.all(Array.from({ length: 12 }, () => like(ben, low.key)));
    expect((await seenBy(ben)).likeCount).toBe(1);
    await like(ben, low.key, false);
  });

  it.skipIf(inject('target').lacks.crowds)('counts a hundred likes of a hundred members at once', async () => {
    const members = await Promise.all(Array.from({ length: 100 }, () => Member.register()));
    const answers = await Promise.all(members.map((member) => retried(() => like(member, low.key))));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect((await seenBy(ben)).likeCount).toBe(100);
    await Promise.all(members.slice(0, 30).map((member) => retried(() => like(member, low.key, false))));
    expect((await seenBy(ben)).likeCount).toBe(70);
  });
});

describe('POST /files/view', () => {
  it('counts each opening, and gives a URL that works', async () => {
    const first = await ben.call(contract.files.view, { fileId: low.key });
    const second = await ada.call(contract.files.view, { fileId: low.key });
    expect([first.body.views, second.body.views]).toEqual([1, 2]);
    expect((await fetch(first.body.url)).headers.get('content-type')).toBe('image/png');
    expect((await seenBy(ben)).views).toBe(2);
  });

  it('counts none away when many open it at once', async () => {
    const before = (await seenBy(ben)).views;
    await Promise.all(Array.from({ length: 20 }, () => ben.call(contract.files.view, { fileId: low.key })));
    expect((await seenBy(ben)).views).toBe(before + 20);
  });
});

describe.each([
  ['PUT', '/files/like'],
  ['POST', '/files/view'],
])('%s %s', (method, path) => {
  const ask = (member: Member, body: object) =>
    send(method, path, { token: member.tokens.access, body: JSON.stringify(body) });

  it('gives the same answer for a file that is too high, and for one that is not there', async () => {
    const [tooHigh, missing, nonsense] = await Promise.all(
      [high.key, nowhere(), 'nonsense'].map((fileId) => ask(ben, { fileId })),
    );
    for (const { status, body } of [tooHigh, missing, nonsense] as never as Awaited<ReturnType<typeof send>>[]) {
      expect([status, body.code]).toEqual([404, 'NotFound']);
      expect(body.error).toBe(tooHigh?.body.error);
    }
  });

  it('lets the uploader at what lies above them', async () => {
    expect((await ask(ada, { fileId: high.key })).status).toBe(200);
  });

  it("refuses another's name, and what it does not know", async () => {
    expect((await ask(ben, { fileId: low.key, userId: ada.userId })).body.code).toBe('NotYou');
    expect((await ask(ben, { fileId: low.key, likes: 5 })).body.code).toBe('InvalidInput');
    expect((await ask(ben, { fileId: 7 })).body.code).toBe('InvalidInput');
    expect((await ask(ben, {})).body.code).toBe('InvalidInput');
  });
});

describe('DELETE /files', () => {
  const remove = (member: Member, fileId: string) => member.call(contract.files.delete, { fileId });

  it('takes file, bytes and metres away, and leaves everything else', async () => {
    const member = await Member.register();
    const kept = await member.upload(`${mark} kept.txt`, 'text/plain', TEXT);
    const before = await member.depth();
    const file = await member.upload(`${mark} gone.png`, 'image/png', pngOf(40_000));
    await like(ada, file.key);
    const { status, body } = await remove(member, file.key);
    expect([status, body.depth]).toEqual([200, before]);
    expect(await member.depth()).toBe(before);
    expect((await fetch(file.url)).status).toBe(404);
    const { body: list } = await ada.call(contract.files.list, { q: mark });
    expect(list.files.map(({ key }) => key)).not.toContain(file.key);
    expect(list.files.map(({ key }) => key)).toContain(kept.key);
    for (const gone of [await remove(member, file.key), await like(ada, file.key)]) {
      expect([gone.status, gone.body.code]).toEqual([404, 'NotFound']);
    }
  });

  it('takes the metres away once, when asked many times at once', async () => {
    const member = await Member.register();
    const file = await member.upload(`${mark} twice.png`, 'image/png', pngOf(40_000));
    const answers = await Promise.all(Array.from({ length: 8 }, () => remove(member, file.key)));
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect(answers.every(({ status }) => status === 200 || status === 404)).toBe(true);
    expect(await member.depth()).toBe(0);
  });

  it('does not come back by saving it again', async () => {
    const member = await Member.register();
    const file = await member.upload(`${mark} ghost.png`, 'image/png', pngOf(1000));
    await remove(member, file.key);
    expect((await member.call(contract.files.saveMetadata, { fileId: file.key })).body.code).toBe('FileNotStored');
    expect(await member.depth()).toBe(0);
  });

  it("refuses another member's file", async () => {
    const { status, body } = await remove(ben, low.key);
    expect([status, body.code]).toEqual([403, 'NotYou']);
    expect((await seenBy(ben)).key).toBe(low.key);
  });
});

/** Repeats what was turned down because too many came at once, as a client that heeds Retry-After does. */
async function retried<T extends { status: number }>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    const answer = await run();
    if (answer.status !== 503 || attempt === 5) return answer;
  }
}
