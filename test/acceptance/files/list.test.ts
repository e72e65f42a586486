/** Tests of the list of files: visibility, order, search, filters, and cursors. See docs/product.md#the-explorer. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import type { Request } from '../../../shared/contract/endpoint.ts';
import type { ListedFile } from '../../../shared/contract/files.ts';
import { sendRequest } from '../../support/api-request.ts';
import { raiseDepth } from '../../support/depth-changes.ts';
import { Member } from '../../support/member.ts';
import { createPng, EMPTY_ZIP, PDF, TEXT } from '../../support/sample-files.ts';
import { messageAbout } from '../../support/validation-message.ts';

/** The name of every file here contains this text, so that searches find only the files of this test. */
const mark = randomUUID().slice(0, 8);

const { unsupported } = inject('target');

type ListRequest = Request<typeof contract.files.list>;

/** The uploader of most files, who is therefore above all files. */
let ada: Member;
/** The uploader of the PDF and the zip archive. */
let ben: Member;

/** All files of this test, oldest first. */
const uploadedFiles: ListedFile[] = [];

const list = (member: Member, request: ListRequest = {}) => member.call(contract.files.list, { q: mark, ...request });
const namesOf = (files: readonly ListedFile[]) => files.map(({ fileName }) => fileName);

/** Returns all pages of a list. Stops an endless list after 50 pages. */
async function readPages(member: Member, request: ListRequest): Promise<ListedFile[][]> {
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
  const files: [name: string, type: string, bytes: Buffer][] = [
    ['first.png', 'image/png', createPng(9000)],
    ['Second.txt', 'text/plain', TEXT],
    ['third.pdf', 'application/pdf', PDF],
    ['fourth.zip', 'application/zip', EMPTY_ZIP],
    ['fifth.png', 'image/png', createPng(30_000)],
    ['sixth.png', 'image/png', createPng(2000)],
  ];

  for (const [name, type, bytes] of files) {
    const uploader = name.endsWith('.pdf') || name.endsWith('.zip') ? ben : ada;
    uploadedFiles.push(await uploader.upload(`${mark} ${name}`, type, bytes));
  }
});

describe('POST /files/list', () => {
  it('returns only files at or below the depth of the viewer', async () => {
    const newcomer = await Member.register();
    const listedNames = namesOf((await list(newcomer)).body.files);
    const filesAtBottom = uploadedFiles.filter(({ userDepth }) => userDepth === 0);

    expect(new Set(listedNames)).toEqual(new Set(namesOf(filesAtBottom)));
    expect(filesAtBottom.length).toBeLessThan(uploadedFiles.length);

    const depth = await ben.getDepth();
    const filesVisibleToBen = uploadedFiles.filter(({ userDepth }) => userDepth <= depth);

    expect(new Set(namesOf((await list(ben)).body.files))).toEqual(new Set(namesOf(filesVisibleToBen)));
  });

  it('returns all files, newest first, to a viewer above them', async () => {
    const { body } = await list(ada, { requestId: 'r-7' });
    const times = body.files.map(({ lastModified }) => lastModified);

    expect(times).toEqual([...times].sort().reverse());
    expect(new Set(namesOf(body.files))).toEqual(new Set(namesOf(uploadedFiles)));
    expect(body).toMatchObject({ requestId: 'r-7', lastKey: null });
    expect(body.files.find(({ userId }) => userId === ben.userId)).toMatchObject({ uploaderName: 'Ben' });
  });

  it('sorts by size, largest first', async () => {
    const sizes = (await list(ada, { sortBy: 'size' })).body.files.map(({ size }) => size);
    expect(sizes).toEqual(uploadedFiles.map(({ size }) => size).sort((a, b) => b - a));
  });

  it.each<[ListRequest['fileType'], string[]]>([
    ['image/', ['first.png', 'fifth.png', 'sixth.png']],
    ['text/', ['Second.txt']],
    ['application/pdf', ['third.pdf']],
    ['application/zip', ['fourth.zip']],
    ['video/', []],
    ['audio/', []],
    ['all', ['first.png', 'Second.txt', 'third.pdf', 'fourth.zip', 'fifth.png', 'sixth.png']],
  ])('filters by type %s', async (fileType, expectedNames) => {
    const listedNames = namesOf((await list(ada, { fileType })).body.files);
    expect(listedNames.sort()).toEqual(expectedNames.map((name) => `${mark} ${name}`).sort());
  });

  it('finds the beginnings of words of a file name, and three letters inside them, in any case', async () => {
    for (const q of [`${mark.toUpperCase()} sEc`, `${mark} s t`, `${mark} ECON`, `${mark}.txt "second"`]) {
      expect(namesOf((await list(ada, { q })).body.files)).toEqual([`${mark} Second.txt`]);
    }
    for (const q of [`${mark} ec`, `${mark} on`, '.*', '/']) expect((await list(ada, { q })).body.files).toEqual([]);
  });

  it('finds the beginnings of words of the current description, but nothing inside them', async () => {
    const member = await Member.register();
    const word = `Nudibranch${randomUUID().slice(0, 8)}`;
    const fileName = `${randomUUID().slice(0, 8)} film.txt`;
    const file = await member.upload(fileName, 'text/plain', TEXT, `A\nblue ${word}, at noon`);
    const findNames = async (q: string) => namesOf((await list(member, { q })).body.files);

    expect(await findNames(`NOON ${word.slice(0, -1)} film`)).toEqual([fileName]);
    expect(await findNames(word.slice(1))).toEqual([]);
    expect(await findNames(`${word} at night`)).toEqual([]);

    await member.call(contract.files.edit, { fileId: file.key, description: `${word} at night` });
    expect(await findNames(`${word} at night`)).toEqual([fileName]);
    expect(await findNames(`${word} noon`)).toEqual([]);
  });

  it('does not find a file above the viewer by its description', async () => {
    const [diver, newcomer] = await Promise.all([Member.register(), Member.register()]);
    await raiseDepth(diver);
    const word = `Lionfish${randomUUID().slice(0, 8)}`;
    await diver.upload('deep.txt', 'text/plain', Buffer.from(word), word);

    expect(namesOf((await list(diver, { q: word })).body.files)).toEqual(['deep.txt']);
    expect((await list(newcomer, { q: word })).body).toMatchObject({ files: [], lastKey: null });
    expect((await list(newcomer, { q: word, outline: true })).body.outline).toEqual([]);
  });

  it('finds names that contain all words, in any order, and continues the list with other spaces', async () => {
    const firstPage = await list(ada, { q: `png ${mark}`, limit: 1 });
    const nextPage = await list(ada, { q: ` PNG\t${mark} `, limit: 10, lastKey: firstPage.body.lastKey });

    expect(namesOf([...firstPage.body.files, ...nextPage.body.files])).toEqual(
      ['sixth', 'fifth', 'first'].map((name) => `${mark} ${name}.png`),
    );
    expect((await list(ada, { q: `png ${mark} second` })).body.files).toEqual([]);
  });

  it("omits the viewer's own files if includeOwnFiles is false", async () => {
    const { body } = await list(ada, { includeOwnFiles: false });
    expect(namesOf(body.files).sort()).toEqual([`${mark} fourth.zip`, `${mark} third.pdf`]);
  });

  it.each<[ListRequest['sortBy'], number]>([
    ['recent', 1],
    ['recent', 4],
    ['size', 2],
    ['size', 5],
  ])('returns every file once, sorted by %s in pages of %i', async (sortBy, limit) => {
    const pages = await readPages(ada, { sortBy, limit });
    const [allFiles] = await readPages(ada, { sortBy, limit: 1000 });

    expect(namesOf(pages.flat())).toEqual(namesOf(allFiles!));
    for (const page of pages) expect(page.length).toBeLessThanOrEqual(limit);
    expect(pages.at(-1)).not.toEqual([]);
  });

  it('applies skip to the first page only', async () => {
    const [allFiles] = await readPages(ada, {});
    const { body } = await list(ada, { skip: 2, limit: 2 });
    expect(namesOf(body.files)).toEqual(namesOf(allFiles!.slice(2, 4)));

    const nextPage = await list(ada, { skip: 2, limit: 2, lastKey: body.lastKey });
    expect(namesOf(nextPage.body.files)).toEqual(namesOf(allFiles!.slice(4, 6)));
  });

  it('excludes files uploaded after the first page from later pages', async () => {
    const [filesBefore] = await readPages(ada, {});
    const firstPage = await list(ada, { limit: 2 });
    await ada.upload(`${mark} late.png`, 'image/png', createPng(100));

    const laterPages = await readPages(ada, { lastKey: firstPage.body.lastKey, limit: 100 });

    expect(namesOf(laterPages.flat())).toEqual(namesOf(filesBefore!.slice(2)));
  });

  it.each<[ListRequest['sortBy']]>([['recent'], ['size']])(
    'returns own files, sorted by %s, to an uploader whose depth dropped below them',
    async (sortBy) => {
      const member = await Member.register();
      const prefix = `${mark}-${sortBy}`;
      const largeFile = await member.upload(`${prefix} large.png`, 'image/png', createPng(50_000));

      await member.upload(`${prefix} high.png`, 'image/png', createPng(3000));
      await member.upload(`${prefix} higher.txt`, 'text/plain', TEXT);
      await member.call(contract.files.delete, { fileId: largeFile.key });
      const request = { q: prefix, sortBy };
      const expectedNames = sortBy === 'size' ? ['high.png', 'higher.txt'] : ['higher.txt', 'high.png'];
      const pages = await readPages(member, { ...request, limit: 1 });

      expect(namesOf(pages.flat())).toEqual(expectedNames.map((name) => `${prefix} ${name}`));
      expect(namesOf((await list(member, { ...request, fileType: 'text/' })).body.files)).toEqual([
        `${prefix} higher.txt`,
      ]);
      expect(namesOf((await list(member, { ...request, includeOwnFiles: false })).body.files)).toEqual([]);

      const newcomer = await Member.register();
      expect(namesOf((await list(newcomer, request)).body.files)).toEqual([]);
    },
  );

  it('rejects cursors of another member or query, and altered cursors', async () => {
    const { lastKey } = (await list(ada, { limit: 2 })).body;
    const alteredLastKey = `${lastKey![0] === 'A' ? 'B' : 'A'}${lastKey!.slice(1)}`;
    const attempts = [
      list(ben, { limit: 2, lastKey }),
      list(ada, { limit: 2, lastKey: alteredLastKey }),
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
  ])('rejects %s: %s', async (field, value) => {
    const response = await sendRequest('POST', '/files/list', {
      token: ada.tokens.access,
      body: JSON.stringify({ [field]: value }),
    });

    expect([response.status, response.body.code]).toEqual([400, 'InvalidInput']);
    expect(response.body.error).toMatch(messageAbout(field));
  });

  it("returns 403 for another member's userId", async () => {
    const { status, body } = await list(ada, { userId: ben.userId });
    expect([status, body.code]).toEqual([403, 'NotYou']);
  });
});

describe('download URL', () => {
  it('returns the file, and 403 if the URL is altered', async () => {
    const [file] = (await list(ada)).body.files;
    expect((await fetch(file!.url)).status).toBe(200);
    expect((await fetch(file!.url.replace('inline', 'attachment'))).status).toBe(403);
  });

  it.skipIf(unsupported.privateBucket)('returns 403 for a URL without its signature', async () => {
    const [file] = (await list(ada)).body.files;
    expect((await fetch(file!.url.split('?')[0]!)).status).toBe(403);
  });
});
