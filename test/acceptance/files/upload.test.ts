/** Tests of signed uploads. A URL stores exactly the announced bytes, once. See docs/product.md#uploading. */
import { describe, expect, inject, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { MAX_PICTURE_BYTES, MAX_UPLOAD_BYTES, MULTIPART_THRESHOLD_BYTES } from '../../../shared/rules/limits.ts';
import { computeChecksum } from '../../../shared/upload/checksum.ts';
import { sendRequest } from '../../support/api-request.ts';
import { Member, putBytes } from '../../support/member.ts';
import { createPng, TEXT } from '../../support/sample-files.ts';

const [uploader, otherMember] = await Promise.all([Member.register(), Member.register()]);
const png = createPng(1000);
const checksum = await computeChecksum(new Uint8Array(png));
const { unsupported } = inject('target');

/** Requests to upload a valid PNG, with these changes to the request. */
const requestUpload = (changes: Record<string, unknown> = {}) =>
  sendRequest('POST', '/files/upload', {
    token: uploader.tokens.access,
    body: JSON.stringify({ fileName: 'reef.png', fileType: 'image/png', fileSize: png.length, checksum, ...changes }),
  });

describe('POST /files/upload', () => {
  it('signs an upload under a unique ID that is a ULID', async () => {
    const [firstResponse, secondResponse] = await Promise.all([
      requestUpload({ userId: uploader.userId }),
      requestUpload(),
    ]);

    expect(firstResponse.status).toBe(200);
    expect(firstResponse.body.fileId).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
    expect(firstResponse.body.publicUrl).toBeNull();
    expect(secondResponse.body.fileId).not.toBe(firstResponse.body.fileId);
  });

  it('signs a profile picture under a private ID, and returns the URL that publishes it', async () => {
    const { body } = await requestUpload({ isProfilePhoto: true });
    expect(body.publicUrl).toBe(`/media/${body.fileId}`);
    expect(body.fileId).toMatch(/^photos\//);
  });

  it.each<[name: string, changes: Record<string, unknown>, status: number, code: string]>([
    ['a file over the limit', { fileSize: MAX_UPLOAD_BYTES + 1 }, 400, 'FileTooLarge'],
    ['a file of unknown size', { fileSize: undefined }, 400, 'InvalidInput'],
    ['a profile picture of unknown size', { fileSize: undefined, isProfilePhoto: true }, 400, 'InvalidInput'],
    ['an empty file', { fileSize: 0 }, 400, 'EmptyFile'],
    ['a negative size', { fileSize: -1 }, 400, 'EmptyFile'],
    ['a size that is not a number', { fileSize: '12' }, 400, 'InvalidInput'],
    ['a fraction of a byte', { fileSize: 1.5 }, 400, 'InvalidInput'],
    ['no checksum', { checksum: undefined }, 400, 'InvalidInput'],
    ['a hexadecimal checksum', { checksum: 'ab'.repeat(32) }, 400, 'InvalidInput'],
    ['HTML', { fileType: 'text/html' }, 415, 'FileTypeNotAllowed'],
    ['a program', { fileType: 'application/x-msdownload' }, 415, 'FileTypeNotAllowed'],
    ['no type', { fileType: '' }, 415, 'FileTypeNotAllowed'],
    ['a type with a line break', { fileType: 'image/png\r\nx: y' }, 415, 'FileTypeNotAllowed'],
    ['a name with a slash', { fileName: 'a/b.png' }, 400, 'InvalidInput'],
    ['a name that is ".."', { fileName: '..' }, 400, 'InvalidInput'],
    ['a name with a quote', { fileName: 'a"b.png' }, 400, 'InvalidInput'],
    ['a name with a question mark', { fileName: 'what?.png' }, 400, 'InvalidInput'],
    ['a name with a joiner that joins no emoji', { fileName: 'a\u200Db.png' }, 400, 'InvalidInput'],
    ['a name of 300 characters', { fileName: `${'a'.repeat(296)}.png` }, 400, 'InvalidInput'],
    ['a name with a right-to-left mark', { fileName: '\u202Egnp.exe' }, 400, 'InvalidInput'],
    ['no name', { fileName: undefined }, 400, 'InvalidInput'],
    ["another member's userId", { userId: otherMember.userId }, 403, 'NotYou'],
    ['a depth field', { depth: 10_000 }, 400, 'InvalidInput'],
    ['a likes field', { likes: ['x'] }, 400, 'InvalidInput'],
    ['a profile picture of a video type', { isProfilePhoto: true, fileType: 'video/mp4' }, 415, 'FileTypeNotAllowed'],
    ['a profile picture over 5 MB', { isProfilePhoto: true, fileSize: MAX_PICTURE_BYTES + 1 }, 400, 'FileTooLarge'],
  ])('rejects %s', async (_, changes, status, code) => {
    const response = await requestUpload(changes);
    expect([response.status, response.body.code]).toEqual([status, code]);
    expect(response.body).toMatchObject({ success: false, error: expect.stringMatching(/\w/) });
    expect(JSON.stringify(response.body)).not.toMatch(/presigned/);
  });

  it('names the size limit when a file exceeds it', async () => {
    expect((await requestUpload({ fileSize: MAX_UPLOAD_BYTES + 1 })).body.error).toBe('File size cannot exceed 1000MB');

    // Larger files are uploaded in parts.
    const singlePutResponse = await requestUpload({ fileSize: MULTIPART_THRESHOLD_BYTES + 1 });
    expect([singlePutResponse.status, singlePutResponse.body.code]).toEqual([400, 'InvalidInput']);
    expect((await requestUpload({ fileSize: MULTIPART_THRESHOLD_BYTES })).status).toBe(200);
  });

  it('rejects malformed JSON, other media types, and bodies that are too large', async () => {
    const token = uploader.tokens.access;
    const malformedResponse = await sendRequest('POST', '/files/upload', { token, body: '{"fileName":' });
    expect([malformedResponse.status, malformedResponse.body.code]).toEqual([400, 'InvalidInput']);

    const mediaTypeResponse = await sendRequest('POST', '/files/upload', {
      token,
      body: 'a=b',
      headers: { 'content-type': 'text/plain' },
    });
    expect([mediaTypeResponse.status, mediaTypeResponse.body.code]).toEqual([415, 'UnsupportedMediaType']);

    const largeBodyResponse = await sendRequest('POST', '/files/upload', {
      token,
      body: JSON.stringify({ fileName: 'x'.repeat(200_000) }),
    });

    expect([largeBodyResponse.status, largeBodyResponse.body.code]).toEqual([413, 'BodyTooLarge']);
  });
});

describe('presigned PUT URL', () => {
  /** Prepares an upload, and sends it after these changes to its URL, its headers, and its bytes. */
  const putAltered = async (alter: Partial<{ url: (url: string) => string; headers: object; bytes: Buffer }>) => {
    const { presignedUrl, headers } = await uploader.prepareUpload(png);
    const alteredHeaders = { ...headers, ...alter.headers };
    const sentHeaders = Object.entries(alteredHeaders).filter(([, value]) => value !== undefined);

    const url = alter.url?.(presignedUrl) ?? presignedUrl;
    return putBytes({ presignedUrl: url, headers: Object.fromEntries(sentHeaders) }, alter.bytes ?? png);
  };

  it('stores the file', async () => {
    expect((await putAltered({})).status).toBe(200);
  });

  it('stores one file, and returns 412 for later and concurrent writes', async () => {
    const upload = await uploader.prepareUpload(png);
    const statuses = await Promise.all(Array.from({ length: 5 }, async () => (await putBytes(upload, png)).status));

    expect(statuses.sort()).toEqual([200, 412, 412, 412, 412]);
    expect((await putBytes(upload, png)).status).toBe(412);
  });

  it.each<[string, Parameters<typeof putAltered>[0]]>([
    ['a forged signature', { url: (url) => url.replace(/X-Amz-Signature=\w{4}/, 'X-Amz-Signature=0000') }],
    ['another key', { url: (url) => url.replace(/.\?/, (end) => (end === '0?' ? '1?' : '0?')) }],
    ["another member's folder", { url: (url) => url.replace(uploader.userId, otherMember.userId) }],
    ['another type', { headers: { 'content-type': 'text/html' } }],
    ['no type', { headers: { 'content-type': undefined } }],
    ['no checksum', { headers: { 'x-amz-checksum-sha256': undefined } }],
    ['another checksum', { headers: { 'x-amz-checksum-sha256': checksum.replace(/^./, 'x') } }],
    ['no name', { headers: { 'x-amz-meta-file-name': undefined } }],
    // "wreck.png" in base64.
    ['another name', { headers: { 'x-amz-meta-file-name': 'd3JlY2sucG5n' } }],
    ['no condition', { headers: { 'if-none-match': undefined } }],
    ['another condition', { headers: { 'if-none-match': '"etag"' } }],
    ['more bytes', { bytes: Buffer.concat([png, TEXT]) }],
    ['fewer bytes', { bytes: png.subarray(0, -1) }],
    ['a later expiry', { url: (url) => url.replace(/X-Amz-Expires=\d+/, 'X-Amz-Expires=86400') }],
    ['an earlier date', { url: (url) => url.replace(/X-Amz-Date=\d{8}/, 'X-Amz-Date=20200101') }],
  ])('returns 403 for %s', async (_, alter) => {
    expect((await putAltered(alter)).status).toBe(403);
  });

  it('returns 400 for other bytes of the same size, and stores nothing', async () => {
    const upload = await uploader.prepareUpload(png);
    const response = await putBytes(upload, Buffer.alloc(png.length));

    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('BadDigest')]);
    expect((await putBytes(upload, png)).status).toBe(200);
  });

  it.skipIf(unsupported.privateBucket)('returns 403 for a URL without its signature', async () => {
    expect((await putAltered({ url: (url) => url.split('?')[0]! })).status).toBe(403);
  });

  it('credits nothing if the file is never sent', async () => {
    const newcomer = await Member.register();
    const { fileId } = await newcomer.prepareUpload(png);
    const saveResponse = await newcomer.call(contract.files.saveMetadata, { fileId });

    expect([saveResponse.status, saveResponse.body.code]).toEqual([404, 'FileNotStored']);
    expect(await newcomer.getDepth()).toBe(0);
  });
});
