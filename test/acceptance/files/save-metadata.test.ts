/** Tests of recording an uploaded file, which raises its owner by its size. See docs/product.md#recording-and-depth. */
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { computeDepth, toMetres } from '../../../shared/rules/depth.ts';
import { Member, putBytes, storeBytes } from '../../support/member.ts';
import { waitUntilOpen } from '../../support/processed-file.ts';
import { createPng, EMPTY_ZIP, PDF, TEXT } from '../../support/sample-files.ts';
import { MemberSocket } from '../../support/socket.ts';

const png = createPng(50_000);

/** Returns the depth of a member who has uploaded files of these sizes, in metres. */
const computeDepthOfSizes = (...sizes: number[]) =>
  toMetres(computeDepth({ contributedBytes: sizes.reduce((sum, size) => sum + size, 0), purchasedCm: 0 }));

const saveMetadata = (member: Member, fileId: string, texts: Record<string, string> = {}) =>
  member.call(contract.files.saveMetadata, { fileId, ...texts });

const listOwnFiles = async (member: Member) => {
  const { body } = await member.call(contract.files.list, { limit: 100 });
  return body.files.filter(({ userId }) => userId === member.userId);
};

describe('POST /files/save-metadata', () => {
  it("lists the file and raises the uploader's depth by its size", async () => {
    const member = await Member.register('Ada');
    const depthBefore = await member.getDepth();
    const file = await member.upload('reef.png', 'image/png', png, 'A reef at noon');

    expect(depthBefore).toBe(0);
    expect(await member.getDepth()).toBe(computeDepthOfSizes(png.length));
    expect(file).toMatchObject({
      fileName: 'reef.png',
      contentType: 'image/png',
      size: png.length,
      description: 'A reef at noon',
      altText: '',
      userId: member.userId,
      uploaderName: 'Ada',
      userDepth: 0,
      likeCount: 0,
      likedByViewer: false,
      views: 0,
    });

    const [listedFile] = await listOwnFiles(member);
    // The server may have processed the file in the meantime.
    expect({ ...listedFile, url: '', media: undefined }).toEqual({ ...file, url: '', media: undefined });
  });

  it('serves the original bytes with their name and type', async () => {
    const member = await Member.register();
    const { key } = await member.upload('Übersicht (1).pdf', 'application/pdf', PDF);
    const file = await waitUntilOpen(member, key);
    const response = await fetch(file.url);

    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toContain("filename*=UTF-8''%C3%9Cbersicht%20%281%29.pdf");
    expect(Buffer.from(await response.arrayBuffer()).equals(PDF)).toBe(true);
  });

  it('keeps emoji in a name, from the storage key to the download', async () => {
    const member = await Member.register();
    const name = 'reef 👩🏾‍🚀 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🇳🇴 ❤️.png';
    const file = await member.upload(name, 'image/png', png);

    expect(file.fileName).toBe(name);
    expect(await listOwnFiles(member)).toMatchObject([{ fileName: name }]);

    const response = await fetch(file.url);
    expect(response.status).toBe(200);

    const disposition = response.headers.get('content-disposition') ?? '';
    expect(disposition).toContain(`filename*=UTF-8''${encodeURIComponent(name)}`);

    const searchResponse = await member.call(contract.files.list, { limit: 20, q: '👩🏾‍🚀 🏴' });
    expect(searchResponse.body.files.map(({ key }) => key)).toEqual([file.key]);
  });

  it('credits an upload once when called repeatedly and concurrently', async () => {
    const member = await Member.register();
    const fileId = await member.storeFile('reef.png', 'image/png', png);
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) => saveMetadata(member, fileId, { description: `Try ${index}` })),
    );

    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    expect((await saveMetadata(member, fileId)).body.depth).toBe(computeDepthOfSizes(png.length));
    expect(await member.getDepth()).toBe(computeDepthOfSizes(png.length));
    expect(await listOwnFiles(member)).toHaveLength(1);
  });

  it('credits each of several concurrent uploads', async () => {
    const member = await Member.register();
    const pictures = [1000, 20_000, 3000, 44_444, 5, 66_666].map((size) => createPng(size));
    await Promise.all(pictures.map((bytes, index) => member.upload(`reef-${index}.png`, 'image/png', bytes)));

    expect(await member.getDepth()).toBe(computeDepthOfSizes(...pictures.map(({ length }) => length)));
    expect(await listOwnFiles(member)).toHaveLength(pictures.length);
  });

  it('accepts text and archives, and normalizes alias types', async () => {
    const member = await Member.register();
    expect((await member.upload('log.txt', 'text/plain', TEXT)).contentType).toBe('text/plain');

    const upload = await member.prepareUpload(EMPTY_ZIP, {
      fileName: 'empty.zip',
      fileType: 'application/x-zip-compressed',
    });
    await storeBytes(upload, EMPTY_ZIP);

    expect((await saveMetadata(member, upload.fileId)).body.file.contentType).toBe('application/zip');
  });

  it('serves executable content as an attachment and pictures inline', async () => {
    const member = await Member.register();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const file = await member.upload('logo.svg', 'image/svg+xml', svg);
    expect((await fetch(file.url)).headers.get('content-disposition')).toMatch(/^attachment/);

    const picture = await member.upload('reef.png', 'image/png', png);
    expect((await fetch(picture.url)).headers.get('content-disposition')).toMatch(/^inline/);
  });

  it("returns 404 for another member's upload and keeps it recordable", async () => {
    const [uploader, otherMember] = await Promise.all([Member.register(), Member.register()]);
    const fileId = await uploader.storeFile('reef.png', 'image/png', png);
    const response = await saveMetadata(otherMember, fileId, { description: 'Mine' });

    expect([response.status, response.body.code]).toEqual([404, 'FileNotStored']);
    expect(await otherMember.getDepth()).toBe(0);
    expect((await saveMetadata(uploader, fileId)).status).toBe(200);
  });

  it.each(['files', 'files/x/y/z.png', '../../etc/passwd', 'avatars/a/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/a.png'])(
    'returns 404 for the file ID "%s"',
    async (fileId) => {
      const member = await Member.register();
      // The key of a profile picture contains the member's own ID.
      const { status } = await saveMetadata(member, fileId.replace('/a/', `/${member.userId}/`));
      expect(status).toBe(404);
    },
  );

  it('rejects a name that differs from the signed name', async () => {
    const member = await Member.register();
    const fileId = await member.storeFile('reef.png', 'image/png', png);
    const { status, body } = await saveMetadata(member, fileId, { fileName: 'wreck.png' });

    expect([status, body.code]).toEqual([400, 'InvalidInput']);
  });

  it.each<[name: string, fileName: string, fileType: string, bytes: Buffer]>([
    ['a program declared as a picture', 'a.png', 'image/png', Buffer.from(`MZ${'\0'.repeat(200)}`)],
    ['HTML declared as a picture', 'a.png', 'image/png', Buffer.from('<html>hello</html>')],
    ['a picture declared as text', 'a.txt', 'text/plain', png],
  ])('rejects and deletes %s without credit', async (_, fileName, fileType, bytes) => {
    const member = await Member.register();
    const fileId = await member.storeFile(fileName, fileType, bytes);
    // The bucket's event may have arrived before the first request, and has deleted the file before the second one.
    for (let request = 0; request < 2; request++) {
      const { status, body } = await saveMetadata(member, fileId);
      expect([status, body.code]).toEqual([422, 'FileTypeMismatch']);
    }

    expect(await member.getDepth()).toBe(0);
    expect(await listOwnFiles(member)).toEqual([]);
  });

  it('keeps file and depth when the presigned URL of a recorded file is used again', async () => {
    const member = await Member.register();
    const upload = await member.prepareUpload(png);
    await storeBytes(upload, png);
    const { body } = await saveMetadata(member, upload.fileId);

    expect((await putBytes(upload, png)).status).toBe(412);
    // The URL also fixes the checksum. S3 doesn't document which condition it checks first.
    expect([400, 412]).toContain((await putBytes(upload, Buffer.from('<script>'.padEnd(png.length)))).status);
    expect((await saveMetadata(member, upload.fileId)).body).toMatchObject({
      file: { key: body.file.key },
      depth: body.depth,
    });
    expect(Buffer.from(await (await fetch(body.file.url)).arrayBuffer()).equals(png)).toBe(true);
  });
});

describe('upload without save-metadata', () => {
  it("records an upload without save-metadata by the bucket's event", async () => {
    const member = await Member.register();
    const socket = await MemberSocket.open(member);
    await member.storeFile('reef.png', 'image/png', png);

    await expect.poll(() => member.getDepth()).toBe(computeDepthOfSizes(png.length));
    // Open pages show the new depth, although none of them has sent a request.
    expect((await socket.nextFrame('depth')).depth).toBe(computeDepthOfSizes(png.length));

    await socket.close();
    const [file] = await listOwnFiles(member);
    expect(file).toMatchObject({ fileName: 'reef.png', size: png.length, description: '' });

    // A second event, which arrives within this time, must not record the upload again.
    await setTimeout(300);
    expect(await listOwnFiles(member)).toHaveLength(1);
  });
});
