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
import { Member, putUpload } from '../../support/member.ts';
import { waitUntilOpen, waitUntilProcessed } from '../../support/processed-file.ts';
import { TEXT } from '../../support/sample-files.ts';

/*
 * What the server does with the content of files from clients that clean nothing. The page's own cleaning uses the same
 * code (shared/media), which has its tests there.
 */

const jpeg = (await createJpegSamples()).find(({ name }) => name === 'JPEG of a phone')!.bytes;
const png = (await createPngSamples()).find(({ bytes }) => Buffer.from(bytes).includes(SECRET))!.bytes;
// A copy: the library's memory is shared with its threads, and fetch doesn't send that.
const clean = Buffer.from(await createPicture().png().toBuffer());
const movie = Buffer.from((await createMovieSamples()).find(({ name }) => name === 'MP4 with user data')!.bytes);
/** The position in the movie. */
const POSITION = '+47.5534-122.3324/';
/** The start of an MP4 file without tracks. */
const video = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\0\x02isommp41', 'latin1'), Buffer.alloc(64)]);

const download = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());
const computeMetres = (contributedBytes: number) => toMetres(computeDepth({ contributedBytes, purchasedCm: 0 }));

/** Uploads a poster for a file. */
async function putPoster(member: Member, posterOf: string, bytes: Uint8Array): Promise<string> {
  const upload = await member.prepareUpload(bytes, { fileName: 'poster.png', purpose: 'poster', posterOf });
  await putUpload(upload, bytes);
  return upload.fileId;
}

describe('hidden metadata of an upload', () => {
  it.each([
    ['JPEG', 'image/jpeg', jpeg],
    ['PNG', 'image/png', png],
  ])('removes metadata from a %s before anyone can open it, and counts stored bytes once', async (_, type, bytes) => {
    const [member, reader] = await Promise.all([Member.register(), Member.register()]);
    const uploadedFile = await member.upload('reef', type, bytes);
    // Unless the server was faster than the response.
    if (uploadedFile.size === bytes.length) expect(uploadedFile).toMatchObject({ scanning: true, url: '' });
    const file = await waitUntilOpen(member, uploadedFile.key);
    expect((await reader.call(contract.files.view, { fileId: file.key })).body).toMatchObject({ success: true });

    const storedBytes = await download(file.url);
    expect(storedBytes.includes(SECRET)).toBe(false);
    expect(file).toMatchObject({ size: storedBytes.length, creditedBytes: storedBytes.length });
    expect(storedBytes.length).toBeLessThan(bytes.length);
    expect(await member.getDepth()).toBe(computeMetres(storedBytes.length));

    const { body } = await member.call(contract.account.depthLog, {});
    expect(body.entries.reduce((sum, { bytes: change }) => sum + change, 0)).toBe(storedBytes.length);

    // The cleaned bytes are known by their checksum.
    const copyResponse = await member.call(contract.files.findCopy, {
      checksum: await computeChecksum(new Uint8Array(storedBytes)),
    });
    expect(copyResponse.body.held).toBe(true);
    expect(await member.upload('copy', type, storedBytes)).toMatchObject({ creditedBytes: 0 });
  });

  it('keeps a file closed until it is removed', async () => {
    const member = await Member.register();
    const { key, scanning } = await member.upload('reef.jpg', 'image/jpeg', jpeg);
    const exposures: boolean[] = [];
    for (let isOpen = !scanning; !isOpen; ) {
      const { body } = await member.call(contract.files.listOfMember, { userId: member.userId, limit: 1 });
      const [file] = body.files;
      isOpen = !file!.scanning;
      exposures.push(file!.url !== '' && (await download(file!.url)).includes(SECRET));
    }

    expect(exposures).not.toContain(true);
    expect((await download((await waitUntilOpen(member, key)).url)).includes(SECRET)).toBe(false);
  });

  it('removes hidden metadata from an MP4 declared as WebM before anyone can open it', async () => {
    const [member, reader] = await Promise.all([Member.register(), Member.register()]);
    expect(movie.includes(POSITION)).toBe(true);

    const uploadedFile = await member.upload('dive.webm', 'video/webm', movie);

    // Unless the server was faster than the response.
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

  it('delays nothing if there is none', async () => {
    const member = await Member.register();
    const file = await member.upload('reef.png', 'image/png', clean);
    expect(file).not.toHaveProperty('scanning');
    expect(await download(file.url)).toEqual(clean);

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
    const header = Buffer.alloc(13);
    header.writeUInt32BE(60_000, 0);
    header.writeUInt32BE(60_000, 4);
    header.set([8, 2], 8);
    const bomb = Buffer.concat([clean.subarray(0, 8), chunk('IHDR', header), clean.subarray(33)]);
    expect(crc32(bomb.subarray(12, 29))).toBe(bomb.readUInt32BE(29));

    for (const bytes of [bomb, clean.subarray(0, clean.length - 40)]) {
      const { key } = await member.upload('reef.png', 'image/png', bytes);
      const { url, media } = await waitUntilProcessed(member, key);
      expect(await download(url)).toEqual(Buffer.from(bytes));
      expect(media).not.toHaveProperty('thumbnail');
      expect(media).not.toHaveProperty('preview');
    }
  });
});

describe('the poster of a video', () => {
  it.each(['before', 'after'])('becomes its renditions if it arrives %s it', async (order) => {
    const member = await Member.register();
    const upload = await member.prepareUpload(video, { fileName: 'dive.mp4', fileType: 'video/mp4' });
    if (order === 'before') await putPoster(member, upload.fileId, clean);
    await putUpload(upload, video);
    await waitUntilOpen(member, upload.fileId);
    if (order === 'after') await putPoster(member, upload.fileId, clean);
    const { media } = await waitUntilProcessed(member, upload.fileId, ({ thumbnail }) => thumbnail !== undefined);

    expect(media).toMatchObject({ placeholder: expect.any(String), preview: expect.stringContaining('/1280.webp?') });
  });

  it("refuses a poster for another member's file, and for what isn't a file", async () => {
    const [member, otherMember] = await Promise.all([Member.register(), Member.register()]);
    const { key } = await otherMember.upload('dive.mp4', 'video/mp4', video);
    const request = (posterOf: string | undefined) => member.requestUpload(clean, { purpose: 'poster', posterOf });

    expect((await request(key)).body).toMatchObject({ success: false, code: 'NotYou' });
    for (const posterOf of [undefined, key.replace('files/', 'posts/').replace(otherMember.userId, member.userId)]) {
      expect((await request(posterOf)).body).toMatchObject({ success: false, code: 'InvalidInput' });
    }
  });

  it('never replaces the renditions of a picture', async () => {
    const member = await Member.register();
    const { key } = await member.upload('reef.jpg', 'image/jpeg', jpeg);
    const mediaBefore = (await waitUntilProcessed(member, key)).media;

    await putPoster(member, key, clean);
    // A video's poster that is sent later is used, so the picture's would have been.
    const { key: laterKey } = await member.upload('dive.mp4', 'video/mp4', video);
    await putPoster(member, laterKey, clean);
    await waitUntilProcessed(member, laterKey, ({ thumbnail }) => thumbnail !== undefined);

    expect((await waitUntilProcessed(member, key)).media?.placeholder).toBe(mediaBefore?.placeholder);
  });
});
