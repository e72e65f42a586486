/**
 * Pictures with a GPS location that are uploaded as another type, such as text. Functions clean a file according to its
 * declared type, so they must refuse or delete these uploads. Otherwise, members could download the location.
 */
import { HeadObjectCommand, NotFound, S3Client } from '@aws-sdk/client-s3';
import { afterEach, describe, expect, it } from 'vitest';
import { waitUntilQuiet } from '../../infra/local/wait-until-quiet.ts';
import { fileStorageKey } from '../../lambdas/storage/storage-key.ts';
import { contract } from '../../shared/contract/contract.ts';
import { createJpegSamples, insertSegments, segment } from '../support/media-corpus/jpeg-samples.ts';
import { SECRET } from '../support/media-corpus/media-sample.ts';
import { Member } from '../support/member.ts';
import { waitUntilOpen } from '../support/processed-file.ts';
import { startFaultCloud } from './fault-cloud.ts';

const samples = await createJpegSamples();
/** A picture whose metadata has a GPS location, a serial number, and the text `SECRET`. */
const phoneJpeg = Buffer.from(samples.find(({ name }) => name === 'JPEG of a phone')!.bytes);

/**
 * The same picture after a long comment, whose length 0x2020 reads as two spaces. So the first bytes look like text.
 * The length includes its own 2 bytes.
 */
const jpegLikeText = insertSegments(phoneJpeg, segment(0xfe, 'a'.repeat(0x2020 - 2)));

const { cloud } = await startFaultCloud();

afterEach(() => {
  cloud.faults.dropNotifications = false;
});

/** Returns whether the bucket has a member's file. */
async function isStored(member: Member, fileId: string): Promise<boolean> {
  const storageKey = fileStorageKey(member.userId, fileId);
  const s3 = new S3Client({
    region: cloud.config.region,
    endpoint: cloud.environment.AWS_ENDPOINT_URL_S3!,
    credentials: cloud.credentials,
    forcePathStyle: true,
  });

  try {
    await s3.send(new HeadObjectCommand({ Bucket: cloud.storage.bucketName, Key: storageKey }));
    return true;
  } catch (error) {
    if (error instanceof NotFound) return false;
    throw error;
  } finally {
    s3.destroy();
  }
}

/** Returns a member's files, as the member sees them. */
async function listFiles(member: Member) {
  return (await member.call(contract.files.listOfMember, { userId: member.userId, limit: 20 })).body.files;
}

describe('a mislabelled picture with a GPS location', () => {
  it.each([
    ['text/plain', 'notes.txt', phoneJpeg],
    ['text/plain', 'long-notes.txt', jpegLikeText],
    ['application/zip', 'photos.zip', phoneJpeg],
    ['image/bmp', 'reef.bmp', phoneJpeg],
    ['video/webm', 'dive.webm', phoneJpeg],
  ])("deletes a mislabelled picture after the bucket's event: %s, %s", async (type, name, bytes) => {
    const member = await Member.register();

    const fileId = await member.storeFile(name, type, bytes);
    await waitUntilQuiet(cloud);

    expect(await isStored(member, fileId)).toBe(false);
    expect(await listFiles(member)).toEqual([]);
    expect((await member.call(contract.files.view, { fileId })).status).toBe(404);
    expect(await member.getDepth()).toBe(0);
  });

  it('refuses a mislabelled picture when the page records the upload before the event arrives', async () => {
    const member = await Member.register();
    cloud.faults.dropNotifications = true;

    const fileId = await member.storeFile('notes.txt', 'text/plain', jpegLikeText);
    const { body } = await member.call(contract.files.saveMetadata, { fileId });

    expect(body).toMatchObject({ success: false, code: 'FileTypeMismatch' });
    expect(await isStored(member, fileId)).toBe(false);
  });

  it('refuses to sign the upload of a picture declared as a type that is not accepted', async () => {
    const member = await Member.register();

    const { body } = await member.requestUpload(phoneJpeg, {
      fileName: 'reef.bin',
      fileType: 'application/octet-stream',
    });

    expect(body).toMatchObject({ success: false, code: 'FileTypeNotAllowed' });
  });

  it('cleans a picture if only its name is wrong', async () => {
    const member = await Member.register();
    const { key: fileId } = await member.upload('reef.bin', 'image/jpeg', phoneJpeg);

    const { url } = await waitUntilOpen(member, fileId);
    const storedBytes = Buffer.from(await (await fetch(url)).arrayBuffer());

    expect(storedBytes.includes(SECRET)).toBe(false);
    expect(storedBytes.length).toBeLessThan(phoneJpeg.length);
    expect(await isStored(member, fileId)).toBe(true);
  });
});
