/** Tests of uploads in parts: start, sign parts, complete. The server must check what the parts add up to. */
import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { computeDepth, toMetres } from '../../../shared/rules/depth.ts';
import {
  BYTES_PER_MB,
  MAX_UPLOAD_BYTES,
  MULTIPART_PART_BYTES,
  MULTIPART_THRESHOLD_BYTES,
} from '../../../shared/rules/limits.ts';
import { combineChecksums, computeChecksum } from '../../../shared/upload/checksum.ts';
import { sendRequest } from '../../support/api-request.ts';
import { SECRET } from '../../support/media-corpus/media-sample.ts';
import { chunk } from '../../support/media-corpus/png-samples.ts';
import { Member, putBytes, storeBytes } from '../../support/member.ts';
import { waitUntilOpen } from '../../support/processed-file.ts';

/**
 * The size of the last part: odd, and large enough that the file with three full parts before it exceeds
 * MULTIPART_THRESHOLD_BYTES.
 */
const LAST_PART_BYTES = 2 * BYTES_PER_MB + 12_345;

/** The signature and the other fields of a zip archive's first header, 30 bytes long. */
const ZIP_HEADER = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(26)]);

/** A file that starts like a zip archive, and has three full parts and a short fourth one. */
const archiveBytes = Buffer.concat([
  ZIP_HEADER,
  randomBytes(3 * MULTIPART_PART_BYTES + LAST_PART_BYTES - ZIP_HEADER.length),
]);
const ARCHIVE = { fileName: 'archive.zip', fileType: 'application/zip' };
const PART_NUMBERS = [1, 2, 3, 4];

/** A valid part for requests to sign parts. No test uploads it. */
const REQUESTED_PART = { partNumber: 1, size: 1000, checksum: '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' };

let uploader: Member;
let otherMember: Member;

beforeAll(async () => {
  [uploader, otherMember] = await Promise.all([Member.register(), Member.register()]);
});

const bytesOfPart = (partNumber: number, content = archiveBytes) =>
  content.subarray((partNumber - 1) * MULTIPART_PART_BYTES, partNumber * MULTIPART_PART_BYTES);

async function startUpload(member: Member, fileSize = archiveBytes.length, nameAndType = ARCHIVE) {
  const { body } = await member.call(contract.files.startMultipart, { ...nameAndType, fileSize });
  return { fileId: body.fileId, uploadId: body.uploadId };
}

type Upload = Awaited<ReturnType<typeof startUpload>>;

/** Starts an upload that is aborted at the end of the test, even if the test fails. */
async function startTemporaryUpload(member: Member, fileSize?: number): Promise<Upload> {
  const upload = await startUpload(member, fileSize);
  onTestFinished(async () => void (await member.call(contract.files.abortMultipart, upload)));
  return upload;
}

const completeUpload = (member: Member, upload: Upload, fileSize = archiveBytes.length) =>
  member.call(contract.files.completeMultipart, { ...upload, fileSize });

async function sendPart(member: Member, upload: Upload, partNumber: number, content = archiveBytes): Promise<void> {
  const part = bytesOfPart(partNumber, content);
  await storeBytes(await signPart(member, upload, partNumber, part), part);
}

/** Returns the presigned upload of a part. */
async function signPart(member: Member, upload: Upload, partNumber: number, part: Buffer) {
  const checksum = await computeChecksum(new Uint8Array(part));
  const parts = [{ partNumber, size: part.length, checksum }];
  const { body } = await member.call(contract.files.signParts, { ...upload, parts });
  const { url: presignedUrl, headers } = body.urls[0]!;
  return { presignedUrl, headers };
}

/** Completes an upload twice, as a client does if the first response was lost. */
async function completeTwice(member: Member, upload: Upload, fileSize: number): Promise<void> {
  expect((await completeUpload(member, upload, fileSize)).body.fileId).toBe(upload.fileId);
  expect((await completeUpload(member, upload, fileSize)).status).toBe(200);
}

/** Expects that a member can neither sign, list, nor complete the parts of an upload. */
async function expectUploadNotFound(member: Member, upload: Upload): Promise<void> {
  for (const { status, body } of [
    await member.call(contract.files.signParts, { ...upload, parts: [REQUESTED_PART] }),
    await member.call(contract.files.listParts, upload),
    await completeUpload(member, upload),
  ]) {
    expect([status, body.code]).toEqual([404, 'UploadNotFound']);
  }
}

/** Expects that the URL of a file returns exactly these bytes. */
async function expectContent(url: string, expectedBytes: Buffer): Promise<void> {
  const download = Buffer.from(await (await fetch(url)).arrayBuffer());
  expect(download.equals(expectedBytes)).toBe(true);
}

/** Creates a PNG picture of four parts, with these chunks before its pixels. */
function createLargePng(...hiddenChunks: Buffer[]) {
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    // 1 × 1 pixel, 8 bits per channel, in colour.
    chunk('IHDR', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])),
    ...hiddenChunks,
    chunk('IDAT', archiveBytes),
    chunk('IEND', ''),
  ]);
}

/** Returns the checksum that S3 computes from the checksums of a file's four parts. */
async function computePartsChecksum(content = archiveBytes): Promise<string> {
  const checksums = PART_NUMBERS.map((partNumber) => computeChecksum(new Uint8Array(bytesOfPart(partNumber, content))));
  return combineChecksums(await Promise.all(checksums));
}

describe('multipart upload', () => {
  it('assembles parts that arrive out of order and more than once', async () => {
    const upload = await startUpload(uploader);
    for (const partNumber of [4, 3, 1, 2, 1]) await sendPart(uploader, upload, partNumber);
    const { body: partList } = await uploader.call(contract.files.listParts, upload);

    expect(partList.parts.map(({ partNumber, size }) => [partNumber, size])).toEqual([
      [1, MULTIPART_PART_BYTES],
      [2, MULTIPART_PART_BYTES],
      [3, MULTIPART_PART_BYTES],
      [4, LAST_PART_BYTES],
    ]);

    await completeTwice(uploader, upload, archiveBytes.length);
    const request = { fileId: upload.fileId, description: 'In four parts' };
    const { file, depth } = (await uploader.call(contract.files.saveMetadata, request)).body;

    expect(file).toMatchObject({
      size: archiveBytes.length,
      contentType: 'application/zip',
      creditedBytes: archiveBytes.length,
    });
    expect(depth).toBe(toMetres(computeDepth({ contributedBytes: archiveBytes.length, purchasedCm: 0 })));
    await expectContent(file.url, archiveBytes);

    const checksum = await combineChecksums(partList.parts.map((part) => part.checksum ?? ''));
    expect((await uploader.call(contract.files.findCopy, { checksum })).body.held).toBe(true);
  });

  it('cleans a multipart file, stores it in parts again, and accepts a repeated completion', async () => {
    const member = await Member.register();
    const cleanedBytes = createLargePng();
    const content = createLargePng(chunk('tEXt', `Author\0${SECRET}`));
    const fileSize = content.length;

    const upload = await startUpload(member, fileSize, { fileName: 'reef.png', fileType: 'image/png' });
    for (const partNumber of PART_NUMBERS) await sendPart(member, upload, partNumber, content);
    expect((await completeUpload(member, upload, fileSize)).status).toBe(200);

    await member.call(contract.files.saveMetadata, { fileId: upload.fileId });
    const file = await waitUntilOpen(member, upload.fileId);

    expect(file).toMatchObject({ size: cleanedBytes.length, creditedBytes: cleanedBytes.length });
    await expectContent(file.url, cleanedBytes);

    const checksum = await computePartsChecksum(cleanedBytes);
    expect((await member.call(contract.files.findCopy, { checksum })).body.held).toBe(true);
    // A client repeats the request if the response was lost.
    expect((await completeUpload(member, upload, fileSize)).status).toBe(200);
  });

  it('lists the stored parts so that an upload can resume', async () => {
    const upload = await startUpload(otherMember);
    await sendPart(otherMember, upload, 1);
    const earlyResponse = await completeUpload(otherMember, upload);
    expect([earlyResponse.status, earlyResponse.body.code]).toEqual([409, 'PartsMissing']);

    const { body } = await otherMember.call(contract.files.listParts, upload);
    expect(body.parts.map(({ partNumber }) => partNumber)).toEqual([1]);

    await Promise.all([2, 3, 4].map((partNumber) => sendPart(otherMember, upload, partNumber)));
    expect((await completeUpload(otherMember, upload)).status).toBe(200);
  });

  it('rejects completion if a part before the last one is short, even if the sizes add up', async () => {
    const upload = await startTemporaryUpload(otherMember, 4 * MULTIPART_PART_BYTES);
    const shortPart = bytesOfPart(2).subarray(BYTES_PER_MB);
    const parts = [bytesOfPart(1), shortPart, bytesOfPart(3), bytesOfPart(1)];
    for (const [index, part] of parts.entries()) {
      await storeBytes(await signPart(otherMember, upload, index + 1, part), part);
    }

    const response = await completeUpload(otherMember, upload, 4 * MULTIPART_PART_BYTES - BYTES_PER_MB);

    expect([response.status, response.body.code]).toEqual([400, 'InvalidInput']);
  });

  it('rejects completion with a size that a multipart upload may not have', async () => {
    const upload = await startTemporaryUpload(otherMember);

    for (const [fileSize, code] of [
      [MULTIPART_THRESHOLD_BYTES, 'InvalidInput'],
      [0, 'EmptyFile'],
      [MAX_UPLOAD_BYTES + 1, 'FileTooLarge'],
    ] as const) {
      const response = await completeUpload(otherMember, upload, fileSize);
      expect([response.status, response.body.code]).toEqual([400, code]);
    }
  });

  it('discards an aborted upload, even if it is aborted twice', async () => {
    const upload = await startUpload(uploader);
    await sendPart(uploader, upload, 1);

    expect((await uploader.call(contract.files.abortMultipart, upload)).status).toBe(200);
    expect((await uploader.call(contract.files.abortMultipart, upload)).status).toBe(200);

    await expectUploadNotFound(uploader, upload);
  });

  it('signs no part beyond the size that was announced at the start', async () => {
    const upload = await startTemporaryUpload(uploader, 4 * MULTIPART_PART_BYTES + 10);
    const sign = async (partNumber: number, size: number) => {
      const { status, body } = await uploader.call(contract.files.signParts, {
        ...upload,
        parts: [{ ...REQUESTED_PART, partNumber, size }],
      });
      return body.code ?? status;
    };

    expect(await sign(1, MULTIPART_PART_BYTES)).toBe(200);
    expect(await sign(5, 10)).toBe(200);
    expect(await sign(5, 11)).toBe('InvalidInput');
    expect(await sign(6, 1)).toBe('InvalidInput');
  });

  it('signs no part of a file that one PUT uploads', async () => {
    const upload = await startUpload(uploader);
    await uploader.call(contract.files.abortMultipart, upload);

    const { fileId } = await uploader.prepareUpload(Buffer.from('A reef.'));
    const signResponse = await uploader.call(contract.files.signParts, { ...upload, fileId, parts: [REQUESTED_PART] });

    expect(signResponse).toMatchObject({ status: 404, body: { code: 'UploadNotFound' } });
  });

  it('rejects bytes of another size or part number than were signed', async () => {
    const upload = await startTemporaryUpload(uploader);
    const part = bytesOfPart(1).subarray(0, 1000);
    const signedPart = await signPart(uploader, upload, 1, part);
    const otherPart = { ...signedPart, presignedUrl: signedPart.presignedUrl.replace('partNumber=1', 'partNumber=2') };

    expect((await putBytes(signedPart, bytesOfPart(4))).status).toBe(403);
    expect((await putBytes(otherPart, part)).status).toBe(403);
    expect((await putBytes({ ...signedPart, headers: {} }, part)).status).toBe(403);
  });

  it.each<[string, () => Promise<string>]>([
    ['an invented upload ID', async () => 'VXBsb2FkIElE'],
    ["the ID of the member's other upload", async () => (await startUpload(uploader)).uploadId],
    ["the ID of another member's upload", async () => (await startUpload(otherMember)).uploadId],
  ])('returns 404 for %s on a started file', async (_, findUploadId) => {
    const upload = await startTemporaryUpload(uploader);
    const mixedUpload = { fileId: upload.fileId, uploadId: await findUploadId() };

    await expectUploadNotFound(uploader, mixedUpload);
  });

  it("returns 404 for another member's upload, and does not abort it", async () => {
    const upload = await startTemporaryUpload(uploader);
    await expectUploadNotFound(otherMember, upload);

    expect((await otherMember.call(contract.files.abortMultipart, upload)).status).toBe(200);
    expect((await uploader.call(contract.files.listParts, upload)).body.parts).toEqual([]);
  });

  it.each<[name: string, changes: Record<string, unknown>, status: number, code: string]>([
    ['a file over the limit', { fileSize: MAX_UPLOAD_BYTES + 1 }, 400, 'FileTooLarge'],
    ['an empty file', { fileSize: 0 }, 400, 'EmptyFile'],
    ['a forbidden type', { fileType: 'text/html' }, 415, 'FileTypeNotAllowed'],
    ['a name with a slash', { fileName: 'a/b.zip' }, 400, 'InvalidInput'],
    ['no file size', { fileSize: undefined }, 400, 'InvalidInput'],
    ['a file that one PUT can upload', { fileSize: MULTIPART_THRESHOLD_BYTES }, 400, 'InvalidInput'],
  ])('rejects the start of an upload with %s', async (_, changes, status, code) => {
    const body = JSON.stringify({ fileName: 'a.zip', fileType: 'application/zip', fileSize: 1e8, ...changes });
    const response = await sendRequest('POST', '/files/multipart', { token: uploader.tokens.access, body });
    expect([response.status, response.body.code]).toEqual([status, code]);
  });

  it.each<[string, unknown]>([
    ['no parts', []],
    [
      '21 parts in one request',
      Array.from({ length: 21 }, (_, index) => ({ ...REQUESTED_PART, partNumber: index + 1 })),
    ],
    ['a part that is too large', [{ ...REQUESTED_PART, size: MULTIPART_PART_BYTES + 1 }]],
    ['an empty part', [{ ...REQUESTED_PART, size: 0 }]],
    ['part 0', [{ ...REQUESTED_PART, partNumber: 0 }]],
    ['part 10,001', [{ ...REQUESTED_PART, partNumber: 10_001 }]],
    ['a part without a checksum', [{ ...REQUESTED_PART, checksum: undefined }]],
    ['a part with a malformed checksum', [{ ...REQUESTED_PART, checksum: 'abc' }]],
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
