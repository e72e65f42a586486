/**
 * Tests of SHA-256 checksums in the local S3. A multipart upload has a composite checksum, the hash of its parts'
 * hashes.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HttpServer } from '../http/http-server.ts';
import { S3Server } from './s3-server.ts';

const Bucket = 'files';
const credentials = { accessKeyId: 'LOCAL1', secretAccessKey: 'secret' };
const directory = mkdtempSync(join(tmpdir(), 'fathom-checksums-'));
const storage = new S3Server({
  directory,
  credentials,
  buckets: [{ ref: Bucket, properties: {} }],
  onObjectEvent: () => {},
});
const http = new HttpServer(storage.handle);
let client: S3Client;

beforeAll(async () => {
  const endpoint = `http://127.0.0.1:${await http.start()}/s3`;
  client = new S3Client({
    region: 'us-east-1',
    endpoint,
    forcePathStyle: true,
    credentials,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
});

afterAll(async () => {
  await http.close();
  rmSync(directory, { recursive: true, force: true });
});

const sha256 = (...bytes: Buffer[]) => createHash('sha256').update(Buffer.concat(bytes)).digest('base64');
const headObject = (Key: string, ChecksumMode?: 'ENABLED') =>
  client.send(new HeadObjectCommand({ Bucket, Key, ChecksumMode }));
const putObject = (Key: string, Body: Buffer, ChecksumSHA256?: string) =>
  client.send(new PutObjectCommand({ Bucket, Key, Body, ChecksumSHA256 }));

describe('checksum of an object', () => {
  const body = Buffer.from('seaweed');

  it('returns the checksum of an object only if the request asks for it', async () => {
    await putObject('a', body, sha256(body));

    expect(await headObject('a', 'ENABLED')).toMatchObject({
      ChecksumSHA256: sha256(body),
      ChecksumType: 'FULL_OBJECT',
    });
    expect((await headObject('a')).ChecksumSHA256).toBeUndefined();
  });

  it('returns no checksum of an object that was uploaded without one', async () => {
    await putObject('b', body);
    expect((await headObject('b', 'ENABLED')).ChecksumSHA256).toBeUndefined();
  });

  it.each([
    ['another checksum', sha256(Buffer.from('coral')), 'BadDigest'],
    ['a malformed checksum', 'seaweed', 'InvalidRequest'],
  ])('rejects %s and stores nothing', async (_, checksum, name) => {
    await expect(putObject('c', body, checksum)).rejects.toMatchObject({ name, $metadata: { httpStatusCode: 400 } });
    await expect(headObject('c')).rejects.toMatchObject({ name: 'NotFound' });
  });
});

/** S3's minimum size of every part except the last, in bytes. */
const MIN_PART_BYTES = 5 * 1024 * 1024;

describe('checksum of a multipart upload', () => {
  const parts = [randomBytes(MIN_PART_BYTES), randomBytes(1000)];
  const digests = parts.map((part) => sha256(part));

  async function createUpload(Key: string) {
    const command = new CreateMultipartUploadCommand({ Bucket, Key, ChecksumAlgorithm: 'SHA256' });
    const { UploadId, ChecksumType } = await client.send(command);
    expect(ChecksumType).toBe('COMPOSITE');
    return { Bucket, Key, UploadId };
  }
  type Upload = Awaited<ReturnType<typeof createUpload>>;

  const putPart = (upload: Upload, index: number, ChecksumSHA256?: string) =>
    client.send(new UploadPartCommand({ ...upload, PartNumber: index + 1, Body: parts[index], ChecksumSHA256 }));
  const completeUpload = (upload: Upload, Parts: { PartNumber: number; ETag?: string; ChecksumSHA256?: string }[]) =>
    client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));

  it("returns the hash of the parts' hashes as the checksum of a multipart upload", async () => {
    const upload = await createUpload('film');
    for (const index of [0, 1]) await putPart(upload, index, digests[index]);

    const { Parts = [], ChecksumAlgorithm } = await client.send(new ListPartsCommand(upload));
    expect(ChecksumAlgorithm).toBe('SHA256');
    expect(Parts.map(({ ChecksumSHA256 }) => ChecksumSHA256)).toEqual(digests);

    const completedParts = Parts.map(({ PartNumber = 0, ETag, ChecksumSHA256 }) => ({
      PartNumber,
      ETag,
      ChecksumSHA256,
    }));
    const compositeChecksum = `${sha256(...digests.map((digest) => Buffer.from(digest, 'base64')))}-2`;
    expect((await completeUpload(upload, completedParts)).ChecksumSHA256).toBe(compositeChecksum);
    expect(await headObject('film', 'ENABLED')).toMatchObject({
      ChecksumSHA256: compositeChecksum,
      ChecksumType: 'COMPOSITE',
    });
  });

  it('requires a checksum for every part of a multipart upload with checksums', async () => {
    const upload = await createUpload('film 2');
    await expect(putPart(upload, 0)).rejects.toMatchObject({ name: 'InvalidRequest' });
    await expect(putPart(upload, 0, digests[1])).rejects.toMatchObject({ name: 'BadDigest' });

    const { Parts } = await client.send(new ListPartsCommand(upload));
    expect(Parts).toBeUndefined();
  });

  it('completes a multipart upload only with the checksums of its parts', async () => {
    const upload = await createUpload('film 3');
    const { ETag } = await putPart(upload, 1, digests[1]);

    await expect(completeUpload(upload, [{ PartNumber: 2, ETag }])).rejects.toMatchObject({ name: 'InvalidRequest' });
    await expect(completeUpload(upload, [{ PartNumber: 2, ETag, ChecksumSHA256: digests[0] }])).rejects.toMatchObject({
      name: 'InvalidPart',
    });
  });
});
