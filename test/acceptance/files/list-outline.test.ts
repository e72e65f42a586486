/** Tests of outlines: lists of IDs and search texts for all files, from which the page loads details in batches. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import type { Request } from '../../../shared/contract/endpoint.ts';
import type { ListedFile } from '../../../shared/contract/files.ts';
import { sendRequest } from '../../support/api-request.ts';
import { Member } from '../../support/member.ts';
import { createPng, TEXT } from '../../support/sample-files.ts';

/** The name of every file here contains this text, so that searches find only the files of this test. */
const mark = randomUUID().slice(0, 8);

/** A well-formed ID that no file has, in the format of earlier versions. */
const UNKNOWN_ID = 'A'.repeat(22);

type ListRequest = Request<typeof contract.files.list>;

/** The uploader, who is above all files of this test, because the last upload lifts her. */
let ada: Member;
let newcomer: Member;

/** All files of this test, oldest first. Only the first one is at depth 0. */
const uploadedFiles: ListedFile[] = [];

const list = async (member: Member, request: ListRequest) => (await member.call(contract.files.list, request)).body;

const readOutline = async (member: Member, request: ListRequest = {}) =>
  (await list(member, { q: mark, outline: true, ...request })).outline!;

const textsOf = (outline: readonly { readonly searchText: string }[]) => outline.map(({ searchText }) => searchText);

beforeAll(async () => {
  [ada, newcomer] = await Promise.all([Member.register('Ada'), Member.register('Nia')]);
  uploadedFiles.push(await ada.upload(`${mark} Reef.png`, 'image/png', createPng(9000)));
  uploadedFiles.push(await ada.upload(`${mark} Notes.txt`, 'text/plain', TEXT));
  uploadedFiles.push(await ada.upload(`${mark} Last.png`, 'image/png', createPng(20_000)));
});

describe('POST /files/list with outline', () => {
  it('returns the ID and the search text of each file in the order of the list, and no files', async () => {
    const { files, outline, lastKey } = await list(ada, { q: mark, outline: true });
    expect([files, lastKey]).toEqual([[], null]);
    expect(outline).toEqual(
      uploadedFiles.toReversed().map(({ key, fileName, contentType, lastModified, userId }) => ({
        id: key,
        searchText: fileName.toLowerCase(),
        contentType,
        lastModified,
        userId,
      })),
    );
  });

  it('sorts by size, filters by type and owner, and returns the same outline again', async () => {
    const bySize = await readOutline(ada, { sortBy: 'size' });
    const expectedFiles = uploadedFiles.toSorted((a, b) => b.size - a.size);

    expect(textsOf(bySize)).toEqual(expectedFiles.map(({ fileName }) => fileName.toLowerCase()));
    expect(bySize.map(({ lastModified }) => lastModified)).toEqual(
      expectedFiles.map(({ lastModified }) => lastModified),
    );
    expect(await readOutline(ada, { sortBy: 'size' })).toEqual(bySize);
    expect(textsOf(await readOutline(ada, { fileType: 'text/' }))).toEqual([`${mark} notes.txt`]);
    expect(await readOutline(ada, { includeOwnFiles: false })).toEqual([]);
  });

  it('accepts the cursor of a list, and returns a cursor that a list accepts', async () => {
    const firstPage = await list(ada, { q: mark, limit: 1 });
    const secondPage = await list(ada, { q: mark, limit: 1, outline: true, lastKey: firstPage.lastKey });
    expect(textsOf(secondPage.outline!)).toEqual([`${mark} notes.txt`]);

    const thirdPage = await list(ada, { q: mark, limit: 1, lastKey: secondPage.lastKey });
    expect(thirdPage.files.map(({ fileName }) => fileName)).toEqual([`${mark} Reef.png`]);
  });

  it('omits files above the viewer', async () => {
    expect(textsOf(await readOutline(newcomer))).toEqual([`${mark} reef.png`]);
  });

  it("keeps the caller's own files above them after their depth dropped", async () => {
    const member = await Member.register();
    const largeFile = await member.upload(`${mark}-own large.png`, 'image/png', createPng(50_000));
    await member.upload(`${mark}-own High.png`, 'image/png', createPng(3000));
    await member.call(contract.files.delete, { fileId: largeFile.key });
    const request = { q: `${mark}-own` };
    const [ownRow] = await readOutline(member, request);

    expect(ownRow).toMatchObject({ searchText: `${mark}-own high.png`, userId: member.userId });
    expect(await readOutline(newcomer, request)).toEqual([]);
    expect((await list(newcomer, { ids: [ownRow!.id] })).files).toEqual([]);
    expect((await list(member, { ids: [ownRow!.id] })).files).toMatchObject([{ fileName: `${mark}-own High.png` }]);
  });

  it('immediately omits a deleted file, and the files of a deleted account', async () => {
    const leaver = await Member.register();
    const request = { q: `${mark}-left` };
    const file = await leaver.upload(`${mark}-left one.png`, 'image/png', createPng(300));

    await leaver.upload(`${mark}-left two.png`, 'image/png', createPng(200));
    const outline = await readOutline(ada, request);
    const ids = outline.map(({ id }) => id);
    expect(ids).toHaveLength(2);

    await leaver.call(contract.files.delete, { fileId: file.key });
    expect(textsOf(await readOutline(ada, request))).toEqual([`${mark}-left two.png`]);
    expect((await list(ada, { ids })).files).toMatchObject([{ fileName: `${mark}-left two.png` }]);
    expect((await leaver.call(contract.account.deleteAccount, {})).status).toBe(200);
    expect(await readOutline(ada, request)).toEqual([]);
    expect((await list(ada, { ids })).files).toEqual([]);
  });
});

describe('POST /files/list with IDs', () => {
  it('returns the files in the order of the IDs, each once, without download URLs', async () => {
    const ids = (await readOutline(ada)).map(({ id }) => id).toReversed();
    const response = await list(ada, { ids: [...ids, ids[0]!], requestId: 'r-9' });

    expect(response).toMatchObject({ lastKey: null, requestId: 'r-9' });
    expect(response.outline).toBeUndefined();

    const { files } = await list(ada, { q: mark });
    expect(response.files).toEqual(files.toReversed().map((file, index) => ({ ...file, url: '', id: ids[index] })));
    expect((await list(ada, { ids })).files).toEqual(response.files);
  });

  it('ignores the other fields, and omits unknown IDs', async () => {
    const { id } = (await readOutline(ada))[0]!;
    const ignoredFilters: ListRequest = {
      q: 'nothing has this name',
      fileType: 'video/',
      limit: 1,
      lastKey: 'nonsense',
    };
    expect((await list(ada, { ...ignoredFilters, ids: [UNKNOWN_ID, id] })).files).toMatchObject([{ id }]);
  });

  it('omits files above the viewer', async () => {
    const ids = (await readOutline(ada)).map(({ id }) => id);
    const { files } = await list(newcomer, { ids });
    expect(files.map(({ fileName }) => fileName)).toEqual([`${mark} Reef.png`]);
  });

  it('accepts 50 IDs', async () => {
    expect(await list(ada, { ids: Array(50).fill(UNKNOWN_ID) })).toMatchObject({ success: true, files: [] });
  });

  it.each([
    ['no IDs', [], 'IDs must not be empty.'],
    ['51 IDs', Array.from({ length: 51 }, () => UNKNOWN_ID), 'IDs must have at most 50 entries.'],
    ['a key of the table', ['FILE#x'], 'Entry 1 of IDs must be an ID from an outline.'],
    ['a line break', [`${UNKNOWN_ID}\n`], 'Entry 1 of IDs must be an ID from an outline.'],
    ['a number', [7], 'Entry 1 of IDs must be text.'],
    ['a text', UNKNOWN_ID, 'IDs must be a list.'],
  ])('rejects %s', async (_, ids, message) => {
    const response = await sendRequest('POST', '/files/list', {
      token: ada.tokens.access,
      body: JSON.stringify({ ids }),
    });
    expect([response.status, response.body.code, response.body.error]).toEqual([400, 'InvalidInput', message]);
  });

  it.each([{ outline: true }, { ids: [UNKNOWN_ID] }])(
    "returns 401 without a token and 403 for another member's userId: %j",
    async (fields) => {
      const body = JSON.stringify(fields);
      expect((await sendRequest('POST', '/files/list', { body })).status).toBe(401);

      const { status, body: refusal } = await newcomer.call(contract.files.list, { ...fields, userId: ada.userId });
      expect([status, refusal.code]).toEqual([403, 'NotYou']);
    },
  );
});
