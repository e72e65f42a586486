/** Tests of editing a file's name, description, and alternative text. Its key, bytes, likes, and views stay. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import type { ListedFile } from '../../../shared/contract/files.ts';
import { MAX_DESCRIPTION_LENGTH, MAX_FILE_NAME_LENGTH, MAX_IMAGE_ALT_LENGTH } from '../../../shared/rules/limits.ts';
import { sendRequest } from '../../support/api-request.ts';
import { Member } from '../../support/member.ts';
import { TEXT } from '../../support/sample-files.ts';

/** A text in the names of files here, so that searches find only the files of this test. */
const mark = randomUUID().slice(0, 8);

let owner: Member;
let viewer: Member;
/** At depth 0, visible to every member. */
let file: ListedFile;

beforeAll(async () => {
  [owner, viewer] = await Promise.all([Member.register('Ada'), Member.register('Ben')]);
  file = await owner.upload(`${mark} before.txt`, 'text/plain', TEXT, 'At noon');
});

interface Texts {
  readonly fileName?: string;
  readonly description?: string;
  readonly altText?: string;
}

const edit = (member: Member, fileId: string, texts: Texts) => member.call(contract.files.edit, { fileId, ...texts });
const search = async (member: Member, q: string) => (await member.call(contract.files.list, { q })).body.files;

/** Returns the name under which browsers save a download. */
function readName({ headers }: Response): string {
  return decodeURIComponent(headers.get('content-disposition')?.split("''")[1] ?? '');
}

describe('PATCH /files', () => {
  it('changes only the texts in the request, for every viewer', async () => {
    const altTextResponse = await edit(owner, file.key, { altText: ' A reef\u0000 ' });
    expect(altTextResponse).toMatchObject({
      status: 200,
      body: { file: { altText: 'A reef', description: 'At noon' } },
    });

    const { body } = await edit(owner, file.key, { description: 'At night' });
    const { url: _url, ...fileBefore } = file;

    expect(body.file).toEqual({ ...fileBefore, url: expect.any(String), altText: 'A reef', description: 'At night' });
    expect(await search(viewer, mark)).toMatchObject([{ key: file.key, altText: 'A reef', description: 'At night' }]);

    await edit(owner, file.key, { altText: '', description: '' });
    expect(await search(viewer, mark)).toMatchObject([{ key: file.key, altText: '', description: '' }]);
  });

  it('renames the file in lists, searches, and downloads, but not in its key', async () => {
    const newName = `${mark} NACHHER (ü) 🌊.txt`;
    const depth = await owner.getDepth();
    const { body } = await edit(owner, file.key, { fileName: newName });

    expect(body.file).toMatchObject({ key: file.key, fileName: newName, lastModified: file.lastModified });
    expect(await search(viewer, `${mark} nachher (Ü)`)).toMatchObject([{ key: file.key, fileName: newName }]);
    expect(await search(viewer, `${mark} before`)).toEqual([]);

    const viewResponse = await viewer.call(contract.files.view, { fileId: file.key });
    for (const url of [body.file.url, viewResponse.body.url]) {
      const download = await fetch(url);
      expect(download.headers.get('content-disposition')).toContain(encodeURIComponent('🌊'));
      expect(await download.text()).toBe(TEXT.toString());
    }

    expect(await owner.getDepth()).toBe(depth);
  });

  it('downloads files with the longest names, and their new names', async () => {
    // 255 characters.
    const longestName = `${randomUUID().slice(0, 8)} ${'深海'.repeat(121)}.txt`;
    const longFile = await owner.upload(longestName, 'text/plain', TEXT);
    const viewResponse = await viewer.call(contract.files.view, { fileId: longFile.key });
    const download = await fetch(viewResponse.body.url);

    expect(await download.text()).toBe(TEXT.toString());
    // How much of the name fits depends on the length of the function's session token.
    expect(readName(download)).toMatch(/^.{8} (深海){50,}深?\.txt$/);
    expect(longFile.fileName).toBe(longestName);

    const { body } = await edit(owner, file.key, { fileName: longestName });
    const renamedDownload = await fetch(body.file.url);

    expect(await renamedDownload.text()).toBe(TEXT.toString());
    expect(readName(renamedDownload)).toMatch(/^.{8} (深海){50,}深?\.txt$/);
  });

  it('changes nothing when an edit is repeated, or sent several times concurrently', async () => {
    const texts = { fileName: `${mark} once.txt`, description: 'Once' };
    const responses = await Promise.all(Array.from({ length: 8 }, () => edit(owner, file.key, texts)));

    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    expect(await search(viewer, mark)).toMatchObject([{ key: file.key, ...texts }]);
  });

  it('keeps an edit when save-metadata is repeated', async () => {
    const { key } = await owner.upload(`${mark} saved.txt`, 'text/plain', Buffer.from(mark), 'First');
    await edit(owner, key, { fileName: `${mark} renamed.txt`, description: 'Second', altText: 'Text' });
    const request = { fileId: key, fileName: `${mark} saved.txt`, description: 'First', altText: 'Before' };
    const { status, body } = await owner.call(contract.files.saveMetadata, request);
    expect(status).toBe(200);

    const newTexts = { fileName: `${mark} renamed.txt`, description: 'Second', altText: 'Text' };
    expect(body.file).toMatchObject(newTexts);
    expect(await search(owner, `${mark} renamed`)).toMatchObject([newTexts]);
  });

  it('keeps the likes and views of the file', async () => {
    await viewer.call(contract.files.like, { fileId: file.key });
    const [fileBefore] = await search(owner, `${mark} once`);
    const { body } = await edit(owner, file.key, { description: 'Liked' });

    expect(body.file).toMatchObject({ likeCount: 1, likedByViewer: false, views: fileBefore?.views });
  });

  it('rejects a request without any detail', async () => {
    const { status, body } = await edit(owner, file.key, {});
    expect([status, body.code]).toEqual([400, 'InvalidInput']);
  });

  it.each<[name: string, field: string, value: unknown]>([
    ['an empty name', 'fileName', ''],
    ['a name with a slash', 'fileName', 'a/b.txt'],
    ['a name of dots', 'fileName', '..'],
    ['a name with a leading space', 'fileName', ' a.txt'],
    ['a name with a direction mark', 'fileName', 'a\u202etxt.exe'],
    ['a long name', 'fileName', 'a'.repeat(MAX_FILE_NAME_LENGTH + 1)],
    ['no name', 'fileName', null],
    ['a long description', 'description', 'd'.repeat(MAX_DESCRIPTION_LENGTH + 1)],
    ['a long alternative text', 'altText', 'a'.repeat(MAX_IMAGE_ALT_LENGTH + 1)],
    ['a number as alternative text', 'altText', 7],
    ['a size', 'size', 1],
    ['a depth above the owner', 'depth', 1],
    ['a negative depth', 'depth', -0.01],
    ['a depth as text', 'depth', '0'],
  ])('rejects %s, and keeps the file', async (_, field, value) => {
    const [fileBefore] = await search(owner, mark);
    const request = { userId: owner.userId, fileId: file.key, description: 'Never', [field]: value };
    const { status, body } = await sendRequest('PATCH', '/files', {
      token: owner.tokens.access,
      body: JSON.stringify(request),
    });

    expect([status, body.code]).toEqual([400, 'InvalidInput']);
    // The message names the property, such as "File name must not be blank." The first letters are the same.
    expect(JSON.stringify(body.error).toLowerCase()).toContain(field.toLowerCase().slice(0, 3));

    const [fileAfter] = await search(owner, mark);
    expect({ ...fileAfter, url: '' }).toEqual({ ...fileBefore, url: '' });
  });

  it("rejects other members' files, whatever the request contains", async () => {
    expect(await edit(viewer, file.key, { description: 'Mine' })).toMatchObject({
      status: 403,
      body: { code: 'NotYou' },
    });

    const impersonationResponse = await sendRequest('PATCH', '/files', {
      token: viewer.tokens.access,
      body: JSON.stringify({ userId: owner.userId, fileId: file.key, description: 'Mine' }),
    });

    expect([impersonationResponse.status, impersonationResponse.body.code]).toEqual([403, 'NotYou']);
    expect(await search(owner, `${mark} once`)).toMatchObject([{ description: 'Liked' }]);
  });

  it('returns 404 for a deleted file, and for other kinds of objects', async () => {
    const { key } = await owner.upload(`${mark} gone.txt`, 'text/plain', Buffer.from(`${mark} gone`));
    await owner.call(contract.files.delete, { fileId: key });

    for (const fileId of [key, key.replace('files/', 'photos/'), key.replace('files/', 'renditions/'), 'reef.txt']) {
      expect(await edit(owner, fileId, { description: 'Back' })).toMatchObject({
        status: 404,
        body: { code: 'NotFound' },
      });
    }
    expect(await search(owner, `${mark} gone`)).toEqual([]);
  });
});
