import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { depthOf, toMetres } from '../../../shared/depth/depth.ts';
import { MAX_UPLOAD_BYTES, MULTIPART_PART_BYTES } from '../../../shared/depth/limits.ts';
import { Member, putBytes, send } from '../../support/member.ts';

const PARTS = contract.files;

/** A zip by its first bytes, of two whole parts and a bit. */
const bytes = Buffer.concat([
  Buffer.from('PK\x03\x04', 'latin1'),
  Buffer.alloc(26),
  randomBytes(2 * MULTIPART_PART_BYTES + 12_345 - 30),
]);
const slice = (partNumber: number) =>
  bytes.subarray((partNumber - 1) * MULTIPART_PART_BYTES, partNumber * MULTIPART_PART_BYTES);

let ada: Member;
let ben: Member;
beforeAll(async () => {
  [ada, ben] = await Promise.all([Member.register(), Member.register()]);
});

async function begin(member: Member, fileSize = bytes.length) {
  const { body } = await member.call(PARTS.startMultipart, {
    fileName: 'archive.zip',
    fileType: 'application/zip',
    fileSize,
  });
  return { fileId: body.fileId, uploadId: body.uploadId };
}
type Upload = Awaited<ReturnType<typeof begin>>;

async function sendPart(member: Member, upload: Upload, partNumber: number): Promise<void> {
  const part = slice(partNumber);
  const { body } = await member.call(PARTS.signParts, { ...upload, parts: [{ partNumber, size: part.length }] });
  expect((await putBytes(body.urls[0]!.url, undefined, part)).status).toBe(200);
}

describe('an upload in parts', () => {
  it('becomes one file, whatever the order and however often a part is sent', async () => {
    const upload = await begin(ada);
    for (const partNumber of [3, 1, 2, 1]) await sendPart(ada, upload, partNumber);
    const { body: arrived } = await ada.call(PARTS.listParts, upload);
    expect(arrived.parts.map(({ partNumber, size }) => [partNumber, size])).toEqual([
      [1, MULTIPART_PART_BYTES],
      [2, MULTIPART_PART_BYTES],
      [3, 12_345],
    ]);
    const complete = { ...upload, fileSize: bytes.length };
    expect((await ada.call(PARTS.completeMultipart, complete)).body.fileId).toBe(upload.fileId);
    // An answer that was lost on its way is asked for again.
    expect((await ada.call(PARTS.completeMultipart, complete)).status).toBe(200);
    const { body } = await ada.call(PARTS.saveMetadata, { fileId: upload.fileId, description: 'In three parts' });
    expect(body.file).toMatchObject({ size: bytes.length, contentType: 'application/zip' });
    expect(body.depth).toBe(toMetres(depthOf({ contributedBytes: bytes.length, purchasedCm: 0 })));
    const download = Buffer.from(await (await fetch(body.file.url)).arrayBuffer());
    expect(download.equals(bytes)).toBe(true);
  });

  it('goes on where it stopped', async () => {
    const upload = await begin(ben);
    await sendPart(ben, upload, 1);
    const early = await ben.call(PARTS.completeMultipart, { ...upload, fileSize: bytes.length });
    expect([early.status, early.body.code]).toEqual([409, 'PartsMissing']);
    const { body } = await ben.call(PARTS.listParts, upload);
    expect(body.parts.map(({ partNumber }) => partNumber)).toEqual([1]);
    await Promise.all([2, 3].map((partNumber) => sendPart(ben, upload, partNumber)));
    expect((await ben.call(PARTS.completeMultipart, { ...upload, fileSize: bytes.length })).status).toBe(200);
  });

  it('is not made of parts that are too small, nor of nothing, nor of too much', async () => {
    const upload = await begin(ben);
    const part = slice(3);
    const { body } = await ben.call(PARTS.signParts, {
      ...upload,
      parts: [1, 2].map((partNumber) => ({ partNumber, size: part.length })),
    });
    for (const { url } of body.urls) expect((await putBytes(url, undefined, part)).status).toBe(200);
    for (const [fileSize, status, code] of [
      [2 * part.length, 400, 'InvalidInput'],
      [0, 400, 'EmptyFile'],
      [MAX_UPLOAD_BYTES + 1, 400, 'FileTooLarge'],
    ] as const) {
      const answer = await ben.call(PARTS.completeMultipart, { ...upload, fileSize });
      expect([answer.status, answer.body.code]).toEqual([status, code]);
    }
    await ben.call(PARTS.abortMultipart, upload);
  });

  it('is gone when it was given up, and may be given up again', async () => {
    const upload = await begin(ada);
    await sendPart(ada, upload, 1);
    expect((await ada.call(PARTS.abortMultipart, upload)).status).toBe(200);
    expect((await ada.call(PARTS.abortMultipart, upload)).status).toBe(200);
    for (const { status, body } of [
      await ada.call(PARTS.listParts, upload),
      await ada.call(PARTS.completeMultipart, { ...upload, fileSize: bytes.length }),
    ]) {
      expect([status, body.code]).toEqual([404, 'UploadNotFound']);
    }
  });

  it('takes no other bytes than were signed', async () => {
    const upload = await begin(ada);
    const { body } = await ada.call(PARTS.signParts, { ...upload, parts: [{ partNumber: 1, size: 1000 }] });
    const { url } = body.urls[0]!;
    expect((await putBytes(url, undefined, slice(3))).status).toBe(403);
    expect(
      (await putBytes(url.replace('partNumber=1', 'partNumber=2'), undefined, slice(1).subarray(0, 1000))).status,
    ).toBe(403);
    await ada.call(PARTS.abortMultipart, upload);
  });

  it("is nobody else's", async () => {
    const upload = await begin(ada);
    for (const { status, body } of [
      await ben.call(PARTS.signParts, { ...upload, parts: [{ partNumber: 1, size: 1000 }] }),
      await ben.call(PARTS.listParts, upload),
      await ben.call(PARTS.completeMultipart, { ...upload, fileSize: bytes.length }),
      await ben.call(PARTS.abortMultipart, upload),
    ]) {
      expect([status, body.code]).toEqual([403, 'NotYou']);
    }
    await ada.call(PARTS.abortMultipart, upload);
  });

  it.each<[string, Record<string, unknown>, number, string]>([
    ['a file over the limit', { fileSize: MAX_UPLOAD_BYTES + 1 }, 400, 'FileTooLarge'],
    ['an empty file', { fileSize: 0 }, 400, 'EmptyFile'],
    ['a forbidden type', { fileType: 'text/html' }, 415, 'FileTypeNotAllowed'],
    ['a name with a slash', { fileName: 'a/b.zip' }, 400, 'InvalidInput'],
    ['no size', { fileSize: undefined }, 400, 'InvalidInput'],
  ])('does not begin with %s', async (_, changes, status, code) => {
    const body = JSON.stringify({ fileName: 'a.zip', fileType: 'application/zip', fileSize: 1e8, ...changes });
    const answer = await send('POST', '/files/multipart', { token: ada.tokens.access, body });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it.each<[string, unknown]>([
    ['no parts', []],
    ['too many at once', Array.from({ length: 21 }, (_, index) => ({ partNumber: index + 1, size: 1000 }))],
    ['a part that is too large', [{ partNumber: 1, size: MULTIPART_PART_BYTES + 1 }]],
    ['an empty part', [{ partNumber: 1, size: 0 }]],
    ['part 0', [{ partNumber: 0, size: 1000 }]],
    ['part 10,001', [{ partNumber: 10_001, size: 1000 }]],
  ])('signs not for %s', async (_, parts) => {
    const body = JSON.stringify({
      fileId: `files/${ada.userId}/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/a.zip`,
      uploadId: 'x',
      parts,
    });
    const answer = await send('POST', '/files/multipart/sign', { token: ada.tokens.access, body });
    expect([answer.status, answer.body.code]).toEqual([400, 'InvalidInput']);
  });
});
