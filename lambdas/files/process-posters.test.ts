/**
 * Tests of posters: pictures that the browser uploads with a video, because functions can't decode videos. The
 * function makes the video's renditions (smaller pictures) from the poster, and deletes it.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_PICTURE_BYTES } from '../../shared/rules/limits.ts';
import { FakeBucket } from '../../test/support/fake-bucket.ts';
import { fakeMediaFunction } from '../../test/support/fake-clients.ts';
import { createJpegSamples } from '../../test/support/media-corpus/jpeg-samples.ts';
import { SECRET } from '../../test/support/media-corpus/media-sample.ts';
import { createPicture } from '../../test/support/media-corpus/pictures.ts';
import { startTable } from '../../test/support/table.ts';
import { beforeNext, removeHooks } from '../../test/support/table-calls.ts';
import { storeUpload } from '../../test/support/uploaded-media.ts';
import { renderPicture } from '../media/render-picture.ts';
import { table } from '../table/client.ts';
import { getFile } from '../table/file.ts';
import { createProfile } from '../table/profile.ts';
import { unseal } from '../table/sealed.ts';
import { processMedia } from './process-media.ts';
import { recordAndProcess } from './record-and-process.ts';
import { recordStoredFile } from './record-stored-file.ts';

vi.mock('../media/render-picture.ts', { spy: true });

let stopTable: () => Promise<void>;
let bucket: FakeBucket;
let mediaRequests: { key: string }[];

const jpegs = await createJpegSamples();
/** A picture with hidden metadata, which contains {@link SECRET}. */
const dirtyPicture = jpegs.find(({ name }) => name === 'JPEG of a phone')!.bytes;
/** A picture without hidden metadata. */
const cleanPicture = await createPicture().png().toBuffer();
/** The beginning of a video. Functions don't decode videos, so it needs no frames. */
const MP4 = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\0\x02isommp41', 'latin1'), Buffer.alloc(64)]);

/** The media attributes of a file with renditions. */
const RENDERED = { placeholder: expect.any(String), renditions: [320, 1280] };

beforeAll(async () => {
  stopTable = await startTable();
  bucket = new FakeBucket();
  mediaRequests = fakeMediaFunction();
});

beforeEach(() => {
  bucket.objects.clear();
  mediaRequests.length = 0;
});

afterEach(removeHooks);

afterAll(() => stopTable());

/** Stores a new member's object without a record. Returns its key, and the keys for its poster and its renditions. */
async function upload(bytes: Uint8Array, contentType: string) {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  return storeUpload(bucket, userId, { bytes, contentType, name: 'reef' });
}

/** Returns those of the keys that have an object in the bucket. */
const selectStoredKeys = (keys: readonly string[]) => keys.filter((key) => bucket.objects.has(key));
const readFile = (key: string) => getFile(key).then(unseal);

/** Delivers the event of a file without hidden metadata, and the invocation that follows. */
async function deliverEvents(key: string): Promise<void> {
  await recordAndProcess(key);
  for (const request of mediaRequests.splice(0)) await processMedia(request.key);
}

describe('processMedia of posters', () => {
  it('makes posters the renditions of a video, and deletes the posters', async () => {
    const { key, posterKey, renditionKeys } = await upload(MP4, 'video/mp4');
    await deliverEvents(key);
    expect(await readFile(key)).toMatchObject({ media: { renditions: [] } });

    bucket.put(posterKey, dirtyPicture, 'image/jpeg');
    expect(await processMedia(posterKey)).toBe('processed');
    expect(await readFile(key)).toMatchObject({ media: RENDERED });
    expect(selectStoredKeys([posterKey, ...renditionKeys])).toEqual(renditionKeys);
    for (const renditionKey of renditionKeys) {
      expect(Buffer.from(bucket.objects.get(renditionKey)!.bytes).includes(SECRET)).toBe(false);
    }
  });

  it('keeps posters until their file arrives', async () => {
    const { key, posterKey, renditionKeys } = await upload(MP4, 'video/mp4');
    const video = bucket.objects.get(key)!;
    bucket.objects.delete(key);
    bucket.put(posterKey, cleanPicture, 'image/png');
    expect(await processMedia(posterKey)).toBe('nothing to do');

    // The file is stored, but not recorded.
    bucket.objects.set(key, video);
    expect(await processMedia(posterKey)).toBe('nothing to do');

    await deliverEvents(key);
    expect(selectStoredKeys([posterKey, ...renditionKeys])).toEqual(renditionKeys);
  });

  it('uses posters that arrive while their file is processed', async () => {
    const { key, posterKey, renditionKeys } = await upload(MP4, 'video/mp4');
    await recordStoredFile(key);
    const storePoster = () => bucket.put(posterKey, cleanPicture, 'image/png');
    // The first update reserves the file. The poster arrives before the second one.
    const hasArrived = beforeNext(table, 'UpdateItemCommand', storePoster, { skip: 1 });

    await processMedia(key);

    expect(hasArrived()).toBe(true);
    expect(selectStoredKeys([posterKey, ...renditionKeys])).toEqual(renditionKeys);
  });

  it('keeps the renditions of a poster if an earlier call ends after the poster arrived', async () => {
    const { key, posterKey, renditionKeys } = await upload(MP4, 'video/mp4');
    await recordStoredFile(key);
    // The poster arrives when the call has read the file and is about to reserve it.
    beforeNext(table, 'UpdateItemCommand', async () => {
      bucket.put(posterKey, cleanPicture, 'image/png');
      expect(await processMedia(posterKey)).toBe('processed');
    });

    expect(await processMedia(key)).toBe('nothing to do');
    expect(await readFile(key)).toMatchObject({ media: RENDERED });
    expect(await readFile(key)).not.toHaveProperty('processingUntil');
    expect(selectStoredKeys([posterKey, ...renditionKeys])).toEqual(renditionKeys);
  });

  it('deletes a poster unused if its file is a picture', async () => {
    const picture = await upload(cleanPicture, 'image/png');
    await deliverEvents(picture.key);
    vi.mocked(renderPicture).mockClear();
    bucket.put(picture.posterKey, cleanPicture, 'image/png');

    await processMedia(picture.posterKey);

    expect(renderPicture).not.toHaveBeenCalled();
    expect(selectStoredKeys([picture.posterKey])).toEqual([]);
  });

  it('deletes posters unused if they are not pictures of at most 5 MB', async () => {
    const video = await upload(MP4, 'video/mp4');
    const largePosterKey = `${video.posterKey}.jpg`;
    bucket.put(video.posterKey, 'Hello', 'image/png');
    bucket.put(largePosterKey, Buffer.concat([cleanPicture, Buffer.alloc(MAX_PICTURE_BYTES)]), 'image/png');

    await deliverEvents(video.key);

    expect(selectStoredKeys([video.posterKey, largePosterKey, ...video.renditionKeys])).toEqual([]);
    expect(await readFile(video.key)).toMatchObject({ media: { renditions: [] } });
  });

  it("never changes another member's file", async () => {
    const otherMembersVideo = await upload(MP4, 'video/mp4');
    await deliverEvents(otherMembersVideo.key);
    const posterKey = otherMembersVideo.posterKey.replace(otherMembersVideo.userId, randomUUID());
    bucket.put(posterKey, cleanPicture, 'image/png');

    expect(await processMedia(posterKey)).toBe('nothing to do');
    expect(await readFile(otherMembersVideo.key)).toMatchObject({ media: { renditions: [] } });
  });
});
