import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { computeDepth, toMetres } from '../../../shared/depth/depth.ts';
import { MAX_UPLOAD_BYTES, MULTIPART_PART_BYTES } from '../../../shared/depth/limits.ts';
import { Member, putBytes, sendRequest } from '../../support/member.ts';

/** Starts like a zip archive, and has two full parts and a short third one. */
const bytes = Buffer.concat([
  Buffer.from('PK\x03\x04', 'latin1'),
  Buffer.alloc(26),
  randomBytes(2 * MULTIPART_PART_BYTES + 12_345 - 30),
]);
const bytesOfPart = (partNumber: number) =>
  bytes.subarray((partNumber - 1) * MULTIPART_PART_BYTES, partNumber * MULTIPART_PART_BYTES);

let uploader: Member;
let otherMember: Member;
beforeAll(async () => {
  [uploader, otherMember] = await Promise.all([Member.register(), Member.register()]);
});

async function startUpload(member: Member, fileSize = bytes.length) {
  const { body } = await member.call(contract.files.startMultipart, {
    fileName: 'archive.zip',
    fileType: 'application/zip',
    fileSize,
  });
  return { fileId: body.fileId, uploadId: body.uploadId };
}
type Upload = Awaited<ReturnType<typeof startUpload>>;

async function sendPart(member: Member, upload: Upload, partNumber: number): Promise<void> {
  const part = bytesOfPart(partNumber);
  const { body } = await member.call(contract.files.signParts, {
    ...upload,
    parts: [{ partNumber, size: part.length }],
  });
  expect((await putBytes(body.urls[0]!.url, undefined, part)).status).toBe(200);
}

describe('multipart upload', () => {
  it('assembles parts that arrive out of order and more than once', async () => {
    const upload = await startUpload(uploader);
    for (const partNumber of [3, 1, 2, 1]) await sendPart(uploader, upload, partNumber);
    const { body: stored } = await uploader.call(contract.files.listParts, upload);
    expect(stored.parts.map(({ partNumber, size }) => [partNumber, size])).toEqual([
      [1, MULTIPART_PART_BYTES],
      [2, MULTIPART_PART_BYTES],
      [3, 12_345],
    ]);
    const complete = { ...upload, fileSize: bytes.length };
    expect((await uploader.call(contract.files.completeMultipart, complete)).body.fileId).toBe(upload.fileId);
    // A client repeats the request if the response was lost.
    expect((await uploader.call(contract.files.completeMultipart, complete)).status).toBe(200);
    const { body } = await uploader.call(contract.files.saveMetadata, {
      fileId: upload.fileId,
      description: 'In three parts',
    });
    expect(body.file).toMatchObject({ size: bytes.length, contentType: 'application/zip' });
    expect(body.depth).toBe(toMetres(computeDepth({ contributedBytes: bytes.length, purchasedCm: 0 })));
    const download = Buffer.from(await (await fetch(body.file.url)).arrayBuffer());
    expect(download.equals(bytes)).toBe(true);
  });

  it('lists the stored parts so that an upload can resume', async () => {
    const upload = await startUpload(otherMember);
    await sendPart(otherMember, upload, 1);
    const completedEarly = await otherMember.call(contract.files.completeMultipart, {
      ...upload,
      fileSize: bytes.length,
    });
    expect([completedEarly.status, completedEarly.body.code]).toEqual([409, 'PartsMissing']);
    const { body } = await otherMember.call(contract.files.listParts, upload);
    expect(body.parts.map(({ partNumber }) => partNumber)).toEqual([1]);
    await Promise.all([2, 3].map((partNumber) => sendPart(otherMember, upload, partNumber)));
    expect(
      (await otherMember.call(contract.files.completeMultipart, { ...upload, fileSize: bytes.length })).status,
    ).toBe(200);
  });

  it('rejects completion with small parts, no bytes, or too many bytes', async () => {
    const upload = await startUpload(otherMember);
    const part = bytesOfPart(3);
    const { body } = await otherMember.call(contract.files.signParts, {
      ...upload,
      parts: [1, 2].map((partNumber) => ({ partNumber, size: part.length })),
    });
    for (const { url } of body.urls) expect((await putBytes(url, undefined, part)).status).toBe(200);
    for (const [fileSize, status, code] of [
      [2 * part.length, 400, 'InvalidInput'],
      [0, 400, 'EmptyFile'],
      [MAX_UPLOAD_BYTES + 1, 400, 'FileTooLarge'],
    ] as const) {
      const response = await otherMember.call(contract.files.completeMultipart, { ...upload, fileSize });
      expect([response.status, response.body.code]).toEqual([status, code]);
    }
    await otherMember.call(contract.files.abortMultipart, upload);
  });

  it('discards an aborted upload, also when aborted twice', async () => {
    const upload = await startUpload(uploader);
    await sendPart(uploader, upload, 1);
    expect((await uploader.call(contract.files.abortMultipart, upload)).status).toBe(200);
    expect((await uploader.call(contract.files.abortMultipart, upload)).status).toBe(200);
    for (const { status, body } of [
      await uploader.call(contract.files.listParts, upload),
      await uploader.call(contract.files.completeMultipart, { ...upload, fileSize: bytes.length }),
    ]) {
      expect([status, body.code]).toEqual([404, 'UploadNotFound']);
    }
  });

  it('rejects bytes of another size or part number than were signed', async () => {
    const upload = await startUpload(uploader);
    const { body } = await uploader.call(contract.files.signParts, {
      ...upload,
      parts: [{ partNumber: 1, size: 1000 }],
    });
    const { url } = body.urls[0]!;
    expect((await putBytes(url, undefined, bytesOfPart(3))).status).toBe(403);
    expect(
      (await putBytes(url.replace('partNumber=1', 'partNumber=2'), undefined, bytesOfPart(1).subarray(0, 1000))).status,
    ).toBe(403);
    await uploader.call(contract.files.abortMultipart, upload);
  });

  it("returns 403 for another member's upload", async () => {
    const upload = await startUpload(uploader);
    for (const { status, body } of [
      await otherMember.call(contract.files.signParts, { ...upload, parts: [{ partNumber: 1, size: 1000 }] }),
      await otherMember.call(contract.files.listParts, upload),
      await otherMember.call(contract.files.completeMultipart, { ...upload, fileSize: bytes.length }),
      await otherMember.call(contract.files.abortMultipart, upload),
    ]) {
      expect([status, body.code]).toEqual([403, 'NotYou']);
    }
    await uploader.call(contract.files.abortMultipart, upload);
  });

  it.each<[string, Record<string, unknown>, number, string]>([
    ['a file over the limit', { fileSize: MAX_UPLOAD_BYTES + 1 }, 400, 'FileTooLarge'],
    ['an empty file', { fileSize: 0 }, 400, 'EmptyFile'],
    ['a forbidden type', { fileType: 'text/html' }, 415, 'FileTypeNotAllowed'],
    ['a name with a slash', { fileName: 'a/b.zip' }, 400, 'InvalidInput'],
    ['no file size', { fileSize: undefined }, 400, 'InvalidInput'],
  ])('rejects the start of an upload with %s', async (_, changes, status, code) => {
    const body = JSON.stringify({ fileName: 'a.zip', fileType: 'application/zip', fileSize: 1e8, ...changes });
    const response = await sendRequest('POST', '/files/multipart', { token: uploader.tokens.access, body });
    expect([response.status, response.body.code]).toEqual([status, code]);
  });

  it.each<[string, unknown]>([
    ['no parts', []],
    ['21 parts at once', Array.from({ length: 21 }, (_, index) => ({ partNumber: index + 1, size: 1000 }))],
    ['a part that is too large', [{ partNumber: 1, size: MULTIPART_PART_BYTES + 1 }]],
    ['an empty part', [{ partNumber: 1, size: 0 }]],
    ['part 0', [{ partNumber: 0, size: 1000 }]],
    ['part 10,001', [{ partNumber: 10_001, size: 1000 }]],
  ])('refuses to sign %s', async (_, parts) => {
    const body = JSON.stringify({
      fileId: `files/${uploader.userId}/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/a.zip`,
      uploadId: 'x',
      parts,
    });
    const response = await sendRequest('POST', '/files/multipart/sign', { token: uploader.tokens.access, body });
    expect([response.status, response.body.code]).toEqual([400, 'InvalidInput']);
  });
});
