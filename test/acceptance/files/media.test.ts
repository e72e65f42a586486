/**
 * Tests how the server cleans and describes files from clients that clean nothing. The page cleans files with the same
 * code, shared/media, which has its own tests.
 */
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { computeDepth, toMetres } from '../../../shared/rules/depth.ts';
import { computeChecksum } from '../../../shared/upload/checksum.ts';
import { createJpegSamples } from '../../support/media-corpus/jpeg-samples.ts';
import { SECRET } from '../../support/media-corpus/media-sample.ts';
import { createMovieSamples } from '../../support/media-corpus/movie-samples.ts';
import { createPicture } from '../../support/media-corpus/pictures.ts';
import { chunk, createPngSamples } from '../../support/media-corpus/png-samples.ts';
import { Member, storeBytes } from '../../support/member.ts';
import { waitUntilOpen, waitUntilProcessed } from '../../support/processed-file.ts';
import { TEXT } from '../../support/sample-files.ts';

/** A picture with hidden metadata, of 64 × 48 pixels that viewers turn by 90 degrees. */
const jpeg = (await createJpegSamples()).find(({ name }) => name === 'JPEG of a phone')!.bytes;

/** A picture with hidden metadata. */
const png = (await createPngSamples()).find(({ bytes }) => Buffer.from(bytes).includes(SECRET))!.bytes;

/** A picture without hidden metadata. A copy, because fetch doesn't send memory that sharp shares with its threads. */
const cleanPng = Buffer.from(await createPicture().png().toBuffer());

/** A movie whose hidden metadata contains `SECRET` and `POSITION`. */
const movie = Buffer.from((await createMovieSamples()).find(({ name }) => name === 'MP4 with user data')!.bytes);

/** Where the movie was recorded: latitude and longitude, as ISO 6709 writes them. */
const POSITION = '+47.5534-122.3324/';

/** The start of an MP4 file without tracks. */
const emptyMovie = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\0\x02isommp41', 'latin1'), Buffer.alloc(64)]);

/** Position of a PNG's header chunk (IHDR), after the signature. */
const PNG_HEADER_START = 8;

/** Position after the header chunk: 4 bytes for its length, 4 for its type, 13 for its data, and 4 for its checksum. */
const PNG_HEADER_END = PNG_HEADER_START + 25;

/** Creates a small PNG whose header declares 60,000 × 60,000 pixels. */
function createDecompressionBomb(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(60_000, 0);
  header.writeUInt32BE(60_000, 4);
  // 8 bits per channel, in colour.
  header.set([8, 2], 8);

  const headerChunk = chunk('IHDR', header);
  return Buffer.concat([cleanPng.subarray(0, PNG_HEADER_START), headerChunk, cleanPng.subarray(PNG_HEADER_END)]);
}

const download = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());
const computeMetres = (contributedBytes: number) => toMetres(computeDepth({ contributedBytes, purchasedCm: 0 }));

/** Uploads a poster for a file. */
async function putPoster(member: Member, posterOf: string, bytes: Uint8Array): Promise<void> {
  const upload = await member.prepareUpload(bytes, { fileName: 'poster.png', purpose: 'poster', posterOf });
  await storeBytes(upload, bytes);
}

describe('hidden metadata of an upload', () => {
  it.each([
    ['JPEG', 'image/jpeg', jpeg],
    ['PNG', 'image/png', png],
  ])('removes metadata from a %s before anyone can open it, and counts stored bytes once', async (_, type, bytes) => {
    const [member, reader] = await Promise.all([Member.register(), Member.register()]);
    const uploadedFile = await member.upload('reef', type, bytes);
    // The server may have cleaned the file before it responded. Otherwise, the file has its original size.
    if (uploadedFile.size === bytes.length) expect(uploadedFile).toMatchObject({ scanning: true, url: '' });

    const file = await waitUntilOpen(member, uploadedFile.key);
    expect((await reader.call(contract.files.view, { fileId: file.key })).body).toMatchObject({ success: true });

    const storedBytes = await download(file.url);
    expect(storedBytes.includes(SECRET)).toBe(false);
    expect(file).toMatchObject({ size: storedBytes.length, creditedBytes: storedBytes.length });
    expect(storedBytes.length).toBeLessThan(bytes.length);
    expect(await member.getDepth()).toBe(computeMetres(storedBytes.length));

    const { body: depthLog } = await member.call(contract.account.depthLog, {});
    expect(depthLog.entries.reduce((sum, { bytes: change }) => sum + change, 0)).toBe(storedBytes.length);

    // The server recognizes the cleaned bytes by their checksum, so a copy of them earns nothing.
    const copyResponse = await member.call(contract.files.findCopy, {
      checksum: await computeChecksum(new Uint8Array(storedBytes)),
    });

    expect(copyResponse.body.held).toBe(true);
    expect(await member.upload('copy', type, storedBytes)).toMatchObject({ creditedBytes: 0 });
  });

  it('keeps a file closed until its hidden metadata is removed', async () => {
    const member = await Member.register();
    const { key, scanning } = await member.upload('reef.jpg', 'image/jpeg', jpeg);

    // Whether each list let the member download the hidden metadata.
    const exposures: boolean[] = [];
    let isOpen = !scanning;
    while (!isOpen) {
      const { body } = await member.call(contract.files.listOfMember, { userId: member.userId, limit: 1 });
      const [file] = body.files;
      isOpen = !file!.scanning;
      exposures.push(file!.url !== '' && (await download(file!.url)).includes(SECRET));
    }
    expect(exposures).not.toContain(true);

    const openFile = await waitUntilOpen(member, key);
    expect((await download(openFile.url)).includes(SECRET)).toBe(false);
  });

  it('removes hidden metadata from an MP4 declared as WebM before anyone can open it', async () => {
    const [member, reader] = await Promise.all([Member.register(), Member.register()]);
    expect(movie.includes(POSITION)).toBe(true);

    const uploadedFile = await member.upload('dive.webm', 'video/webm', movie);

    // The server may have cleaned the file before it responded. Otherwise, the file has no URL.
    if (uploadedFile.url) expect((await download(uploadedFile.url)).includes(POSITION)).toBe(false);
    else expect(uploadedFile).toMatchObject({ scanning: true });

    await waitUntilOpen(member, uploadedFile.key);
    const { body } = await reader.call(contract.files.view, { fileId: uploadedFile.key });
    const response = await fetch(body.url);
    const storedBytes = Buffer.from(await response.arrayBuffer());

    expect(storedBytes.includes(POSITION)).toBe(false);
    expect(storedBytes.includes(SECRET)).toBe(false);
    expect(storedBytes.includes('frames of the video')).toBe(true);
    expect(response.headers.get('content-type')).toBe('video/mp4');
  });

  it('opens a file without hidden metadata immediately', async () => {
    const member = await Member.register();

    const picture = await member.upload('reef.png', 'image/png', cleanPng);
    expect(picture).not.toHaveProperty('scanning');
    expect(await download(picture.url)).toEqual(cleanPng);

    const text = await member.upload('notes.txt', 'text/plain', TEXT);
    expect(text).not.toHaveProperty('scanning');
    expect(text).not.toHaveProperty('media');
  });
});

describe('the description of a file', () => {
  it('returns the dimensions, a placeholder, and the renditions of a picture', async () => {
    const member = await Member.register();
    const { key } = await member.upload('reef.jpg', 'image/jpeg', jpeg);

    const { media } = await waitUntilProcessed(member, key);

    // The picture is stored on its side.
    expect(media).toMatchObject({ width: 48, height: 64, placeholder: expect.stringMatching(/^[\w+/]+=*$/) });
    expect(media).toMatchObject({
      thumbnail: expect.stringContaining('/320.webp?'),
      preview: expect.stringContaining('/1280.webp?'),
    });
  });

  it('opens a broken picture and a decompression bomb unchanged, without renditions', async () => {
    const member = await Member.register();
    const bomb = createDecompressionBomb();
    // The header's checksum is valid, so decoders accept the size.
    const checksumStart = PNG_HEADER_END - 4;
    expect(crc32(bomb.subarray(PNG_HEADER_START + 4, checksumStart))).toBe(bomb.readUInt32BE(checksumStart));

    const brokenPng = cleanPng.subarray(0, cleanPng.length - 40);

    for (const bytes of [bomb, brokenPng]) {
      const { key } = await member.upload('reef.png', 'image/png', bytes);
      const { url, media } = await waitUntilProcessed(member, key);

      expect(await download(url)).toEqual(Buffer.from(bytes));
      expect(media).not.toHaveProperty('thumbnail');
      expect(media).not.toHaveProperty('preview');
    }
  });
});

describe('the poster of a video', () => {
  it.each(['before', 'after'])('creates renditions from a poster that arrives %s the video', async (order) => {
    const member = await Member.register();
    const upload = await member.prepareUpload(emptyMovie, { fileName: 'dive.mp4', fileType: 'video/mp4' });

    if (order === 'before') await putPoster(member, upload.fileId, cleanPng);
    await storeBytes(upload, emptyMovie);
    await waitUntilOpen(member, upload.fileId);
    if (order === 'after') await putPoster(member, upload.fileId, cleanPng);

    const { media } = await waitUntilProcessed(member, upload.fileId, ({ thumbnail }) => thumbnail !== undefined);
    expect(media).toMatchObject({ placeholder: expect.any(String), preview: expect.stringContaining('/1280.webp?') });
  });

  it("never uses a poster for another member's file", async () => {
    const [member, otherMember] = await Promise.all([Member.register(), Member.register()]);
    const { key } = await otherMember.upload('dive.mp4', 'video/mp4', emptyMovie);
    await putPoster(member, key, cleanPng);

    // The server processes a later poster, so it has also processed the first one.
    const { key: ownKey } = await member.upload('own dive.mp4', 'video/mp4', emptyMovie);
    await putPoster(member, ownKey, cleanPng);
    await waitUntilProcessed(member, ownKey, ({ thumbnail }) => thumbnail !== undefined);

    expect((await waitUntilProcessed(otherMember, key)).media?.thumbnail).toBeUndefined();
  });

  it.each([
    ['no file', undefined],
    ['a picture of a post', (userId: string) => `posts/${userId}/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/reef.png`],
  ])('refuses a poster of %s', async (_case, buildId) => {
    const member = await Member.register();
    const response = await member.requestUpload(cleanPng, { purpose: 'poster', posterOf: buildId?.(member.userId) });

    expect(response.body).toMatchObject({ success: false, code: 'InvalidInput' });
  });

  it('never replaces the renditions of a picture by a poster', async () => {
    const member = await Member.register();
    const { key } = await member.upload('reef.jpg', 'image/jpeg', jpeg);
    const placeholderBefore = (await waitUntilProcessed(member, key)).media!.placeholder;
    expect(placeholderBefore).toEqual(expect.any(String));

    await putPoster(member, key, cleanPng);
    // The server processes a later poster of a video, so it has also processed the poster of the picture.
    const { key: videoKey } = await member.upload('dive.mp4', 'video/mp4', emptyMovie);
    await putPoster(member, videoKey, cleanPng);
    await waitUntilProcessed(member, videoKey, ({ thumbnail }) => thumbnail !== undefined);

    expect((await waitUntilProcessed(member, key)).media!.placeholder).toBe(placeholderBefore);
  });
});
