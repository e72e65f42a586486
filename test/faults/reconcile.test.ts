/**
 * The hourly job that compares the bucket with the table. It records files that neither the browser nor the bucket has
 * reported. It deletes files whose object is missing, and objects of deleted files.
 */
import { DeleteObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { fileStorageKey } from '../../lambdas/storage/storage-key.ts';
import { contract } from '../../shared/contract/contract.ts';
import type { ListedFile } from '../../shared/contract/files.ts';
import { computeDepth, toMetres } from '../../shared/rules/depth.ts';
import { Member, storeBytes } from '../support/member.ts';
import { createPng } from '../support/sample-files.ts';
import { startFaultCloud } from './fault-cloud.ts';

/** Returns the depth that a member reaches by uploading this many bytes, in metres. */
const toDepth = (bytes: number) => toMetres(computeDepth({ contributedBytes: bytes, purchasedCm: 0 }));
const png = createPng(60_000);

const { cloud } = await startFaultCloud();

/** Runs the hourly job. */
async function reconcile(): Promise<void> {
  await cloud.runSchedule('ReconcileUploadsSchedule');
}

/** Deletes an object directly in the bucket, without the API. */
async function deleteObject({ userId, key: fileId }: ListedFile): Promise<void> {
  const s3 = new S3Client({
    region: cloud.config.region,
    endpoint: cloud.environment.AWS_ENDPOINT_URL_S3!,
    credentials: cloud.credentials,
    forcePathStyle: true,
  });
  await s3.send(new DeleteObjectCommand({ Bucket: cloud.storage.bucketName, Key: fileStorageKey(userId, fileId) }));
}

const listOwnFileNames = async (member: Member) => {
  const { body } = await member.call(contract.files.list, { limit: 1000 });
  return body.files.filter(({ userId }) => userId === member.userId).map(({ fileName }) => fileName);
};

describe('reconciling job', () => {
  it('records a stored file that neither the browser nor the bucket reported', async () => {
    const member = await Member.register();
    cloud.faults.dropNotifications = true;
    await member.storeFile('lost.png', 'image/png', png);
    cloud.faults.dropNotifications = false;
    expect(await member.getDepth()).toBe(0);

    await reconcile();
    expect(await member.getDepth()).toBe(toDepth(png.length));
    expect(await listOwnFileNames(member)).toEqual(['lost.png']);
  });

  it('deletes a file whose object is missing, and lowers the depth', async () => {
    const member = await Member.register();
    const keptFile = await member.upload('kept.png', 'image/png', createPng(5000));
    const goneFile = await member.upload('gone.png', 'image/png', png);

    await deleteObject(goneFile);
    await reconcile();

    expect(await listOwnFileNames(member)).toEqual(['kept.png']);
    expect(await member.getDepth()).toBe(toDepth(keptFile.size));
  });

  it('deletes the object of a deleted file without crediting it again', async () => {
    const member = await Member.register();
    cloud.faults.dropNotifications = true;
    const upload = await member.prepareUpload(png);
    const { fileId } = upload;
    await storeBytes(upload, png);
    await member.call(contract.files.saveMetadata, { fileId });
    await member.call(contract.files.delete, { fileId });

    // The presigned URL is still valid, so the browser can store the object again.
    await storeBytes(upload, png);
    cloud.faults.dropNotifications = false;
    await reconcile();

    expect(await listOwnFileNames(member)).toEqual([]);
    expect(await member.getDepth()).toBe(0);
  });

  it('changes nothing when bucket and table match', async () => {
    const member = await Member.register();
    const file = await member.upload('fine.png', 'image/png', png);

    for (let run = 0; run < 3; run++) await reconcile();

    expect(await listOwnFileNames(member)).toEqual(['fine.png']);
    expect(await member.getDepth()).toBe(toDepth(file.size));
  });
});
