import { describe, expect, inject, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { MAX_UPLOAD_BYTES } from '../../../shared/depth/limits.ts';
import { Member, putBytes, send } from '../../support/member.ts';
import { pngOf, TEXT } from '../../support/sample-files.ts';

const [ada, ben] = await Promise.all([Member.register(), Member.register()]);
const png = pngOf(1000);
const { lacks } = inject('target');

const prepare = (changes: Record<string, unknown> = {}) =>
  send('POST', '/files/upload', {
    token: ada.tokens.access,
    body: JSON.stringify({ fileName: 'reef.png', fileType: 'image/png', fileSize: png.length, ...changes }),
  });

describe('POST /files/upload', () => {
  it('signs the upload of one file, under a key of its own', async () => {
    const [first, second] = await Promise.all([prepare({ userId: ada.userId }), prepare()]);
    expect(first.status).toBe(200);
    expect(first.body.fileId).toMatch(new RegExp(`^files/${ada.userId}/[0-9A-Z]{26}/reef\\.png$`));
    expect(first.body.publicUrl).toBeNull();
    expect(second.body.fileId).not.toBe(first.body.fileId);
  });

  it('tells where a profile photo will be seen', async () => {
    const { body } = await prepare({ isProfilePhoto: true });
    expect(body.publicUrl).toBe(`/media/${body.fileId}`);
    expect(body.fileId).toMatch(/^avatars\//);
  });

  it.each<[string, Record<string, unknown>, number, string]>([
    ['a file over the limit', { fileSize: MAX_UPLOAD_BYTES + 1 }, 400, 'FileTooLarge'],
    ['an empty file', { fileSize: 0 }, 400, 'EmptyFile'],
    ['a negative size', { fileSize: -1 }, 400, 'EmptyFile'],
    ['a size that is no number', { fileSize: '12' }, 400, 'InvalidInput'],
    ['a fraction of a byte', { fileSize: 1.5 }, 400, 'InvalidInput'],
    ['a page of HTML', { fileType: 'text/html' }, 415, 'FileTypeNotAllowed'],
    ['a program', { fileType: 'application/x-msdownload' }, 415, 'FileTypeNotAllowed'],
    ['no type', { fileType: '' }, 415, 'FileTypeNotAllowed'],
    ['a type with a line break', { fileType: 'image/png\r\nx: y' }, 415, 'FileTypeNotAllowed'],
    ['a name with a slash', { fileName: 'a/b.png' }, 400, 'InvalidInput'],
    ['a name that climbs', { fileName: '..' }, 400, 'InvalidInput'],
    ['a name with a quote', { fileName: 'a"b.png' }, 400, 'InvalidInput'],
    ['a name with an emoji', { fileName: 'fish🐟.png' }, 400, 'InvalidInput'],
    ['a name of 300 characters', { fileName: `${'a'.repeat(296)}.png` }, 400, 'InvalidInput'],
    ['a name with a right-to-left mark', { fileName: '\u202Egnp.exe' }, 400, 'InvalidInput'],
    ['no name', { fileName: undefined }, 400, 'InvalidInput'],
    ["another's id", { userId: ben.userId }, 403, 'NotYou'],
    ['depth of its own', { depth: 10_000 }, 400, 'InvalidInput'],
    ['likes of its own', { likes: ['everybody'] }, 400, 'InvalidInput'],
    ['a profile photo that is a film', { isProfilePhoto: true, fileType: 'video/mp4' }, 415, 'FileTypeNotAllowed'],
    ['a profile photo over 5 MB', { isProfilePhoto: true, fileSize: 5_242_881 }, 400, 'FileTooLarge'],
  ])('refuses %s', async (_, changes, status, code) => {
    const answer = await prepare(changes);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.body).toMatchObject({ success: false, error: expect.stringMatching(/\w/) });
    expect(JSON.stringify(answer.body)).not.toMatch(/presigned/);
  });

  it('says which limit a file is over', async () => {
    expect((await prepare({ fileSize: MAX_UPLOAD_BYTES + 1 })).body.error).toBe('File size cannot exceed 1000MB');
    expect((await prepare({ fileSize: MAX_UPLOAD_BYTES })).status).toBe(200);
  });

  it('refuses malformed JSON, another media type and too much of it', async () => {
    const token = ada.tokens.access;
    const broken = await send('POST', '/files/upload', { token, body: '{"fileName":' });
    expect([broken.status, broken.body.code]).toEqual([400, 'InvalidInput']);
    const form = await send('POST', '/files/upload', { token, body: 'a=b', headers: { 'content-type': 'text/plain' } });
    expect([form.status, form.body.code]).toEqual([415, 'UnsupportedMediaType']);
    const long = await send('POST', '/files/upload', {
      token,
      body: JSON.stringify({ fileName: 'x'.repeat(200_000) }),
    });
    expect([long.status, long.body.code]).toEqual([413, 'BodyTooLarge']);
  });
});

describe('PUT to the presigned URL', () => {
  const signed = async () => (await prepare()).body.presignedUrl as string;

  it('stores the file', async () => {
    expect((await putBytes(await signed(), 'image/png', png)).status).toBe(200);
  });

  it.each<[string, (url: string) => Promise<globalThis.Response>]>([
    [
      'a forged signature',
      (url) => putBytes(url.replace(/X-Amz-Signature=\w{4}/, 'X-Amz-Signature=0000'), 'image/png', png),
    ],
    ['another key', (url) => putBytes(url.replace('reef.png', 'wreck.png'), 'image/png', png)],
    ["another member's folder", (url) => putBytes(url.replace(ada.userId, ben.userId), 'image/png', png)],
    ['another type', (url) => putBytes(url, 'text/html', png)],
    ['no type', (url) => putBytes(url, undefined, png)],
    ['more bytes', (url) => putBytes(url, 'image/png', Buffer.concat([png, TEXT]))],
    ['fewer bytes', (url) => putBytes(url, 'image/png', png.subarray(0, -1))],
    ['a longer life', (url) => putBytes(url.replace(/X-Amz-Expires=\d+/, 'X-Amz-Expires=86400'), 'image/png', png)],
    ['a date in the past', (url) => putBytes(url.replace(/X-Amz-Date=\d{8}/, 'X-Amz-Date=20200101'), 'image/png', png)],
  ])('is refused with %s', async (_, put) => {
    expect((await put(await signed())).status).toBe(403);
  });

  it.skipIf(lacks.privateBucket)('is refused with no signature', async () => {
    expect((await putBytes((await signed()).split('?')[0]!, 'image/png', png)).status).toBe(403);
  });

  it('credits nothing by itself to the one who never sends it', async () => {
    const newcomer = await Member.register();
    const { body } = await newcomer.call(contract.files.upload, { fileName: 'never.png', fileType: 'image/png' });
    const saved = await newcomer.call(contract.files.saveMetadata, { fileId: body.fileId, fileName: 'never.png' });
    expect([saved.status, saved.body.code]).toEqual([404, 'FileNotStored']);
    expect(await newcomer.depth()).toBe(0);
  });
});
