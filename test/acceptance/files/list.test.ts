import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import type { Request } from '../../../shared/contract/endpoint.ts';
import type { ListedFile } from '../../../shared/contract/files.ts';
import { Member, send } from '../../support/member.ts';
import { EMPTY_ZIP, PDF, pngOf, TEXT } from '../../support/sample-files.ts';

/** In the name of every file of this story, so that it can be told from the files of others. */
const mark = randomUUID().slice(0, 8);

const { lacks } = inject('target');

type ListRequest = Request<typeof contract.files.list>;

let ada: Member;
let ben: Member;
/** Everything that was uploaded, oldest first. */
const uploaded: ListedFile[] = [];

const list = (member: Member, request: ListRequest = {}) => member.call(contract.files.list, { q: mark, ...request });
const names = (files: readonly ListedFile[]) => files.map(({ fileName }) => fileName);

async function allPages(member: Member, request: ListRequest): Promise<ListedFile[][]> {
  const pages: ListedFile[][] = [];
  let lastKey = request.lastKey ?? null;
  do {
    const { body } = await list(member, { ...request, lastKey });
    pages.push(body.files);
    lastKey = body.lastKey;
  } while (lastKey !== null && pages.length < 50);
  return pages;
}

beforeAll(async () => {
  [ada, ben] = await Promise.all([Member.register('Ada'), Member.register('Ben')]);
  const files: [string, string, Buffer][] = [
    ['first.png', 'image/png', pngOf(9000)],
    ['Second.txt', 'text/plain', TEXT],
    ['third.pdf', 'application/pdf', PDF],
    ['fourth.zip', 'application/zip', EMPTY_ZIP],
    ['fifth.png', 'image/png', pngOf(30_000)],
    ['sixth.png', 'image/png', pngOf(2000)],
  ];
  for (const [name, type, bytes] of files) {
    const uploader = name.endsWith('.pdf') || name.endsWith('.zip') ? ben : ada;
    uploaded.push(await uploader.upload(`${mark} ${name}`, type, bytes));
  }
});

describe('POST /files/list', () => {
  it('shows a member everything at or below their depth, and nothing above', async () => {
    const newcomer = await Member.register();
    const seen = names((await list(newcomer)).body.files);
    const atTheBottom = uploaded.filter(({ userDepth }) => userDepth === 0);
    expect(new Set(seen)).toEqual(new Set(names(atTheBottom)));
    expect(atTheBottom.length).toBeLessThan(uploaded.length);
    const depth = await ben.depth();
    const bensView = uploaded.filter(({ userDepth }) => userDepth <= depth);
    expect(new Set(names((await list(ben)).body.files))).toEqual(new Set(names(bensView)));
  });

  it('shows all of it to whoever is high enough, newest first', async () => {
    const { body } = await list(ada, { requestId: 'r-7' });
    const times = body.files.map(({ lastModified }) => lastModified);
    expect(times).toEqual([...times].sort().reverse());
    expect(new Set(names(body.files))).toEqual(new Set(names(uploaded)));
    expect(body).toMatchObject({ requestId: 'r-7', lastKey: null });
    expect(body.files.find(({ userId }) => userId === ben.userId)).toMatchObject({ uploaderName: 'Ben' });
  });

  it('shows the largest first, when asked', async () => {
    const sizes = (await list(ada, { sortBy: 'size' })).body.files.map(({ size }) => size);
    expect(sizes).toEqual(uploaded.map(({ size }) => size).sort((a, b) => b - a));
  });

  it.each<[ListRequest['fileType'], string[]]>([
    ['image/', ['first.png', 'fifth.png', 'sixth.png']],
    ['text/', ['Second.txt']],
    ['application/pdf', ['third.pdf']],
    ['application/zip', ['fourth.zip']],
    ['video/', []],
    ['audio/', []],
    ['all', ['first.png', 'Second.txt', 'third.pdf', 'fourth.zip', 'fifth.png', 'sixth.png']],
  ])('filters by the type %s', async (fileType, expected) => {
    const seen = names((await list(ada, { fileType })).body.files);
    expect(seen.sort()).toEqual(expected.map((name) => `${mark} ${name}`).sort());
  });

  it('finds part of a name, in any case', async () => {
    expect(names((await list(ada, { q: `${mark.toUpperCase()} sEc` })).body.files)).toEqual([`${mark} Second.txt`]);
    expect((await list(ada, { q: `${mark}\ud800` })).body.files).toEqual([]);
    expect((await list(ada, { q: `${mark}.*` })).body.files).toEqual([]);
  });

  it("leaves the caller's own files out, when asked", async () => {
    const { body } = await list(ada, { includeOwnFiles: false });
    expect(names(body.files).sort()).toEqual([`${mark} fourth.zip`, `${mark} third.pdf`]);
  });

  it.each<[ListRequest['sortBy'], number]>([
    ['recent', 1],
    ['recent', 4],
    ['size', 2],
    ['size', 5],
  ])('by %s, in pages of %i, holds every file once', async (sortBy, limit) => {
    const pages = await allPages(ada, { sortBy, limit });
    const [whole] = await allPages(ada, { sortBy, limit: 1000 });
    expect(names(pages.flat())).toEqual(names(whole!));
    for (const page of pages) expect(page.length).toBeLessThanOrEqual(limit);
    expect(pages.at(-1)).not.toEqual([]);
  });

  it('skips, but on the first page alone', async () => {
    const [whole] = await allPages(ada, {});
    const { body } = await list(ada, { skip: 2, limit: 2 });
    expect(names(body.files)).toEqual(names(whole!.slice(2, 4)));
    const next = await list(ada, { skip: 2, limit: 2, lastKey: body.lastKey });
    expect(names(next.body.files)).toEqual(names(whole!.slice(4, 6)));
  });

  it('keeps a list steady while new files arrive', async () => {
    const first = await list(ada, { limit: 2 });
    await ada.upload(`${mark} late.png`, 'image/png', pngOf(100));
    const rest = await allPages(ada, { lastKey: first.body.lastKey, limit: 100 });
    expect(rest.flat().some(({ fileName }) => fileName.endsWith('late.png'))).toBe(false);
  });

  it.each<[ListRequest['sortBy']]>([['recent'], ['size']])(
    'by %s, still shows members their own files when they have sunk below them',
    async (sortBy) => {
      const member = await Member.register();
      const sunk = `${mark}-${sortBy}`;
      const large = await member.upload(`${sunk} large.png`, 'image/png', pngOf(50_000));
      await member.upload(`${sunk} high.png`, 'image/png', pngOf(3000));
      await member.upload(`${sunk} higher.txt`, 'text/plain', TEXT);
      await member.call(contract.files.delete, { fileId: large.key });
      const request = { q: sunk, sortBy };
      const expected = sortBy === 'size' ? ['high.png', 'higher.txt'] : ['higher.txt', 'high.png'];
      const pages = await allPages(member, { ...request, limit: 1 });
      expect(names(pages.flat())).toEqual(expected.map((name) => `${sunk} ${name}`));
      expect(names((await list(member, { ...request, fileType: 'text/' })).body.files)).toEqual([`${sunk} higher.txt`]);
      expect(names((await list(member, { ...request, includeOwnFiles: false })).body.files)).toEqual([]);
      const newcomer = await Member.register();
      expect(names((await list(newcomer, request)).body.files)).toEqual([]);
    },
  );

  it("refuses another member's cursor, an altered one, and one of another question", async () => {
    const { lastKey } = (await list(ada, { limit: 2 })).body;
    const altered = `${lastKey![0] === 'A' ? 'B' : 'A'}${lastKey!.slice(1)}`;
    const attempts = [
      list(ben, { limit: 2, lastKey }),
      list(ada, { limit: 2, lastKey: altered }),
      list(ada, { limit: 2, lastKey, sortBy: 'size' }),
      list(ada, { limit: 2, lastKey, fileType: 'image/' }),
      list(ada, { limit: 2, lastKey, q: `${mark} f` }),
      list(ada, { limit: 2, lastKey: 'nonsense' }),
    ];
    for (const { status, body } of await Promise.all(attempts)) {
      expect([status, body.code]).toEqual([400, 'InvalidCursor']);
    }
  });

  it.each([
    ['limit', -1],
    ['limit', 0],
    ['limit', 1001],
    ['limit', 'x'],
    ['skip', -1],
    ['skip', 1001],
    ['sortBy', 'loudest'],
    ['fileType', 'application/x-msdownload'],
    ['q', 'x'.repeat(5000)],
    ['lastKey', 7],
    ['viewerDepth', 10_000],
  ])('refuses %s: %s', async (field, value) => {
    const answer = await send('POST', '/files/list', {
      token: ada.tokens.access,
      body: JSON.stringify({ [field]: value }),
    });
    expect([answer.status, answer.body.code]).toEqual([400, 'InvalidInput']);
    expect(answer.body.error).toContain(field);
  });

  it("refuses to list in another's name", async () => {
    const { status, body } = await list(ada, { userId: ben.userId });
    expect([status, body.code]).toEqual([403, 'NotYou']);
  });
});

describe('a download', () => {
  it('opens with its URL, and not with the URL altered', async () => {
    const [file] = (await list(ada)).body.files;
    expect((await fetch(file!.url)).status).toBe(200);
    expect((await fetch(file!.url.replace('inline', 'attachment'))).status).toBe(403);
  });

  it.skipIf(lacks.privateBucket)('does not open without its signature', async () => {
    const [file] = (await list(ada)).body.files;
    expect((await fetch(file!.url.split('?')[0]!)).status).toBe(403);
  });
});
