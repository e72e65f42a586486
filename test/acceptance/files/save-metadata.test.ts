import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { depthOf, toMetres } from '../../../shared/depth/depth.ts';
import { Member, putBytes } from '../../support/member.ts';
import { EMPTY_ZIP, PDF, pngOf, TEXT } from '../../support/sample-files.ts';

const png = pngOf(50_000);
const metresOf = (...sizes: number[]) =>
  toMetres(depthOf({ contributedBytes: sizes.reduce((sum, size) => sum + size, 0), purchasedCm: 0 }));
const save = (member: Member, fileId: string, rest: Record<string, string> = {}) =>
  member.call(contract.files.saveMetadata, { fileId, ...rest });
const ownFiles = async (member: Member) => {
  const { body } = await member.call(contract.files.list, { limit: 100 });
  return body.files.filter(({ userId }) => userId === member.userId);
};

describe('POST /files/save-metadata', () => {
  it('lists the file and lifts its uploader by its size, to the micrometre', async () => {
    const member = await Member.register('Ada');
    const before = await member.depth();
    const file = await member.upload('reef.png', 'image/png', png, 'A reef at noon');
    expect(before).toBe(0);
    expect(await member.depth()).toBe(metresOf(png.length));
    expect(file).toMatchObject({
      fileName: 'reef.png',
      contentType: 'image/png',
      size: png.length,
      description: 'A reef at noon',
      userId: member.userId,
      uploaderName: 'Ada',
      userDepth: 0,
      likeCount: 0,
      likedByViewer: false,
      views: 0,
    });
    const [listed] = await ownFiles(member);
    expect({ ...listed, url: '' }).toEqual({ ...file, url: '' });
  });

  it('gives back the very bytes, under their name and type', async () => {
    const member = await Member.register();
    const file = await member.upload('Übersicht (1).pdf', 'application/pdf', PDF);
    const response = await fetch(file.url);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toContain("filename*=UTF-8''%C3%9Cbersicht%20%281%29.pdf");
    expect(Buffer.from(await response.arrayBuffer()).equals(PDF)).toBe(true);
  });

  it('credits once, however often and from how many places it is asked', async () => {
    const member = await Member.register();
    const fileId = await member.store('reef.png', 'image/png', png);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => save(member, fileId, { description: `Try ${index}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await save(member, fileId)).body.depth).toBe(metresOf(png.length));
    expect(await member.depth()).toBe(metresOf(png.length));
    expect(await ownFiles(member)).toHaveLength(1);
  });

  it('credits many files at once, each of them', async () => {
    const member = await Member.register();
    const sizes = [1000, 20_000, 3000, 44_444, 5, 66_666].map((size) => pngOf(size));
    await Promise.all(sizes.map((bytes, index) => member.upload(`reef-${index}.png`, 'image/png', bytes)));
    expect(await member.depth()).toBe(metresOf(...sizes.map(({ length }) => length)));
    expect(await ownFiles(member)).toHaveLength(sizes.length);
  });

  it('takes text and archives, by their aliases too', async () => {
    const member = await Member.register();
    expect((await member.upload('log.txt', 'text/plain', TEXT)).contentType).toBe('text/plain');
    const { body } = await member.call(contract.files.upload, {
      fileName: 'empty.zip',
      fileType: 'application/x-zip-compressed',
    });
    await putBytes(body.presignedUrl, 'application/zip', EMPTY_ZIP);
    expect((await save(member, body.fileId)).body.file.contentType).toBe('application/zip');
  });

  it('saves what a browser would execute instead of showing it', async () => {
    const member = await Member.register();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const file = await member.upload('logo.svg', 'image/svg+xml', svg);
    expect((await fetch(file.url)).headers.get('content-disposition')).toMatch(/^attachment/);
    const shown = await member.upload('reef.png', 'image/png', png);
    expect((await fetch(shown.url)).headers.get('content-disposition')).toMatch(/^inline/);
  });

  it("refuses another member's upload, and leaves it alone", async () => {
    const [ada, ben] = await Promise.all([Member.register(), Member.register()]);
    const fileId = await ada.store('reef.png', 'image/png', png);
    const taken = await save(ben, fileId, { description: 'Mine' });
    expect([taken.status, taken.body.code]).toEqual([403, 'NotYou']);
    expect(await ben.depth()).toBe(0);
    expect((await save(ada, fileId)).status).toBe(200);
  });

  it.each(['files', 'files/x/y/z.png', '../../etc/passwd', 'avatars/a/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/a.png'])(
    'knows no upload "%s"',
    async (fileId) => {
      const member = await Member.register();
      const { status } = await save(member, fileId.replace('/a/', `/${member.userId}/`));
      expect(status).toBe(404);
    },
  );

  it('refuses a name other than the one it was prepared with', async () => {
    const member = await Member.register();
    const fileId = await member.store('reef.png', 'image/png', png);
    const { status, body } = await save(member, fileId, { fileName: 'wreck.png' });
    expect([status, body.code]).toEqual([400, 'InvalidInput']);
  });

  it.each<[string, string, string, Buffer, number, string]>([
    [
      'a program that says it is a picture',
      'a.png',
      'image/png',
      Buffer.from(`MZ${'\0'.repeat(200)}`),
      422,
      'FileTypeMismatch',
    ],
    [
      'a page that says it is a picture',
      'a.png',
      'image/png',
      Buffer.from('<html>hello</html>'),
      422,
      'FileTypeMismatch',
    ],
    ['a picture that says it is text', 'a.txt', 'text/plain', png, 422, 'FileTypeMismatch'],
    ['a file that turns out to be empty', 'a.txt', 'text/plain', Buffer.alloc(0), 400, 'EmptyFile'],
  ])('refuses %s, deletes it and credits nothing', async (_, fileName, fileType, bytes, status, code) => {
    const member = await Member.register();
    const { body } = await member.call(contract.files.upload, { fileName, fileType });
    expect((await putBytes(body.presignedUrl, fileType, bytes)).status).toBe(200);
    const saved = await save(member, body.fileId);
    // The bucket's own event may have come first, and have deleted it already.
    expect([`${status} ${code}`, '404 FileNotStored']).toContain(`${saved.status} ${saved.body.code}`);
    const again = await save(member, body.fileId);
    expect([again.status, again.body.code]).toEqual([404, 'FileNotStored']);
    expect(await member.depth()).toBe(0);
    expect(await ownFiles(member)).toEqual([]);
  });

  it('follows the bytes when a presigned URL is used again for others', async () => {
    const member = await Member.register();
    const { body } = await member.call(contract.files.upload, { fileName: 'reef.png', fileType: 'image/png' });
    await putBytes(body.presignedUrl, 'image/png', png);
    await save(member, body.fileId);
    const smaller = pngOf(2000, 9);
    await putBytes(body.presignedUrl, 'image/png', smaller);
    expect((await save(member, body.fileId)).body).toMatchObject({
      file: { size: smaller.length },
      depth: metresOf(smaller.length),
    });
    await putBytes(body.presignedUrl, 'image/png', Buffer.from('<script>alert(1)</script>'));
    expect((await save(member, body.fileId)).body.success).toBe(false);
    expect(await member.depth()).toBe(0);
    expect(await ownFiles(member)).toEqual([]);
  });
});

describe('a browser that vanishes after its upload', () => {
  it('loses nothing: the bucket records the file', async () => {
    const member = await Member.register();
    await member.store('reef.png', 'image/png', png);
    await expect.poll(() => member.depth(), { timeout: 20_000 }).toBe(metresOf(png.length));
    const [file] = await ownFiles(member);
    expect(file).toMatchObject({ fileName: 'reef.png', size: png.length, description: '' });
    // Nothing more comes of it later.
    await setTimeout(300);
    expect(await ownFiles(member)).toHaveLength(1);
  });
});
