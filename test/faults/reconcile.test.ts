import { DeleteObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import type { ListedFile } from '../../shared/contract/files.ts';
import { depthOf, toMetres } from '../../shared/depth/depth.ts';
import { Member, putBytes } from '../support/member.ts';
import { pngOf } from '../support/sample-files.ts';
import { startFaultCloud } from './fault-cloud.ts';

const metresOf = (bytes: number) => toMetres(depthOf({ contributedBytes: bytes, purchasedCm: 0 }));
const png = pngOf(60_000);

const { cloud } = await startFaultCloud();

/** Runs the hourly job now. */
async function reconcile(): Promise<void> {
  await cloud.runSchedule('ReconcileUploadsSchedule');
}

/** Deletes an object behind the product's back. */
async function loseObject({ key, url }: ListedFile): Promise<void> {
  const s3 = new S3Client({
    region: cloud.config.region,
    endpoint: cloud.environment.AWS_ENDPOINT_URL_S3!,
    credentials: cloud.credentials,
    forcePathStyle: true,
  });
  const [, bucket] = new URL(url).pathname.split('/');
  await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
}

const ownFiles = async (member: Member) => {
  const { body } = await member.call(contract.files.list, { limit: 1000 });
  return body.files.filter(({ userId }) => userId === member.userId).map(({ fileName }) => fileName);
};

describe('the reconciling job', () => {
  it('records a file of which neither the browser nor the bucket told', async () => {
    const member = await Member.register();
    cloud.faults.dropNotifications = true;
    await member.store('lost.png', 'image/png', png);
    cloud.faults.dropNotifications = false;
    expect(await member.depth()).toBe(0);
    await reconcile();
    expect(await member.depth()).toBe(metresOf(png.length));
    expect(await ownFiles(member)).toEqual(['lost.png']);
  });

  it('removes a file whose bytes are gone, with its metres', async () => {
    const member = await Member.register();
    const kept = await member.upload('kept.png', 'image/png', pngOf(5000));
    const gone = await member.upload('gone.png', 'image/png', png);
    await loseObject(gone);
    await reconcile();
    expect(await ownFiles(member)).toEqual(['kept.png']);
    expect(await member.depth()).toBe(metresOf(kept.size));
  });

  it('deletes what a half-finished deletion left in the store, and credits it not again', async () => {
    const member = await Member.register();
    cloud.faults.dropNotifications = true;
    const { body } = await member.call(contract.files.upload, { fileName: 'ghost.png', fileType: 'image/png' });
    const put = () => putBytes(body.presignedUrl, 'image/png', png);
    await put();
    await member.call(contract.files.saveMetadata, { fileId: body.fileId });
    await member.call(contract.files.delete, { fileId: body.fileId });
    await put();
    cloud.faults.dropNotifications = false;
    await reconcile();
    expect(await ownFiles(member)).toEqual([]);
    expect(await member.depth()).toBe(0);
  });

  it('changes nothing where nothing is wrong, however often it runs', async () => {
    const member = await Member.register();
    const file = await member.upload('fine.png', 'image/png', png);
    for (let run = 0; run < 3; run++) await reconcile();
    expect(await ownFiles(member)).toEqual(['fine.png']);
    expect(await member.depth()).toBe(metresOf(file.size));
  });
});
