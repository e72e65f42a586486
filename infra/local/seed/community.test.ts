/**
 * Tests of the demo community, which `npm start` creates: its texts are valid, its files have the promised contents,
 * and no member reacts to what is above them. Members see only what is at or below their depth.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { fileNameSchema } from '../../../shared/contract/file-name.ts';
import { planCleaning } from '../../../shared/media/plan-cleaning.ts';
import {
  BYTES_PER_MB,
  MAX_DESCRIPTION_LENGTH,
  MAX_IMAGE_ALT_LENGTH,
  MAX_PICTURE_BYTES,
  MIN_PASSWORD_LENGTH,
} from '../../../shared/rules/limits.ts';
import { COMMUNITY, DEMO_PASSWORD, generateFile, type MemberName } from './community.ts';
import { type DemoPost, FIRST_FOLLOWERS, FOLLOWS, POSTS, type PostReactions } from './conversations.ts';
import { FILE_REACTIONS } from './file-reactions.ts';
import { readAvatar, readMedia } from './media.ts';
import { PURCHASES } from './purchases.ts';

/** Maximum width and height of a profile picture, in pixels. */
const MAX_AVATAR_PIXELS = 512;

/** The EXIF field with a picture's orientation, and its value for a picture that is on its side. */
const ORIENTATION_TAG = 0x0112;
const ROTATED = 6;

/**
 * Members must rise to this many times the height that they need, because the sizes of generated files depend on the
 * version of the compressor.
 */
const HEIGHT_MARGIN = 1.05;

const members = [...COMMUNITY.values()];
const files = members.flatMap((member) => member.files);
const pictureFiles = files.filter(({ type }) => type === 'image/jpeg');

/** Pairs of a follower and the member that they follow. */
const follows = Object.entries(FOLLOWS).flatMap(([follower, targets]) =>
  targets.map((target) => [follower as MemberName, target] as const),
);
/** The same for follows from before anyone had risen. */
const firstFollows = Object.entries(FIRST_FOLLOWERS).flatMap(([target, followers]) =>
  followers.map((follower) => [follower, target as MemberName] as const),
);

/** Who reacts to which post. The verb makes failures readable. */
const reactions = POSTS.flatMap((post) => [
  ...(post.likes ?? []).map((name) => [name, 'likes', post] as const),
  ...(post.comments ?? []).map(([name]) => [name, 'comments on', post] as const),
]);

const boughtMetres = new Map(PURCHASES.map(({ buyer, metres }) => [buyer, metres]));
const purchasePosts = PURCHASES.flatMap(({ metres, post }) => (post ? [{ ...post, metres }] : []));

describe('demo community', () => {
  it('demo members have unique emails and pictures and a valid password', () => {
    const emails = members.map(({ email }) => email);
    const avatars = members.flatMap(({ avatar }) => avatar ?? []);

    expect(new Set(emails).size).toBe(emails.length);
    expect(new Set(avatars).size).toBe(avatars.length);
    expect(DEMO_PASSWORD.length).toBeGreaterThanOrEqual(MIN_PASSWORD_LENGTH);
  });

  it.each(members)('$username has a valid name and bio', ({ username, bio }) => {
    expect(contract.account.updateProfile.body.parse({ username, bio })).toEqual({ username, bio });
  });

  it.each(files)('the file "$name" has a valid name and valid texts', ({ name, description, type, altText = '' }) => {
    expect(fileNameSchema.safeParse(name).success).toBe(true);
    expect(description.length).toBeLessThanOrEqual(MAX_DESCRIPTION_LENGTH);
    expect(altText.length).toBeLessThanOrEqual(MAX_IMAGE_ALT_LENGTH);
    expect(altText !== '').toBe(type === 'image/jpeg');
  });

  it.each(POSTS)('the post of $author after $afterFiles files is valid and has valid comments', (post) => {
    const { author, afterFiles = 0, content, picture } = post;
    const imageAlt = picture?.alt ?? '';

    expect(contract.posts.create.body.parse({ content, imageAlt })).toEqual({ content, imageAlt });
    expectValidComments(post);
    expect(afterFiles).toBeLessThanOrEqual(COMMUNITY.get(author)!.files.length);

    if (picture) {
      expect(fileNameSchema.safeParse(picture.name).success).toBe(true);
      expect(imageAlt).not.toBe('');
    }
  });

  it('posts about purchases have valid comments, and reactions only of members who have bought more depth', () => {
    for (const { metres, content, ...post } of purchasePosts) {
      expectValidComments(post);

      const names = [...(post.likes ?? []), ...(post.comments ?? []).map(([name]) => name)];
      for (const name of names) expect(boughtMetres.get(name), `${name}, ${content}`).toBeGreaterThan(metres);
    }
  });

  it.each(Object.entries(FILE_REACTIONS))(
    'only other members who have bought depth view the file "%s", and only viewers like it',
    (name, { likes, views }) => {
      const owners = [...COMMUNITY]
        .filter(([, member]) => member.files.some((file) => file.name === name))
        .map(([owner]) => owner);

      expect(owners).toHaveLength(1);
      expect(new Set([...views, ...owners]).size).toBe(views.length + 1);
      expect(new Set(likes).size).toBe(likes.length);
      expect(views).toEqual(expect.arrayContaining([...likes]));
      for (const viewer of views) expect(boughtMetres.has(viewer), viewer).toBe(true);
    },
  );

  it('demo members have no duplicate likes or follows, and never like or follow themselves', () => {
    for (const { author, likes = [] } of POSTS) expect(new Set([...likes, author]).size).toBe(likes.length + 1);

    const allFollows = [...firstFollows, ...follows];
    expect(new Set(allFollows.map(String)).size).toBe(allFollows.length);
    for (const [follower, target] of allFollows) expect(follower).not.toBe(target);
  });
});

describe('generated demo community', () => {
  /** The sizes of each member's files in bytes, in order of upload. */
  const fileSizes = new Map<MemberName, readonly number[]>();

  beforeAll(async () => {
    for (const [name, member] of COMMUNITY) {
      const contents = await Promise.all(member.files.map((_, index) => generateFile(name, index + 1)));
      const sizes = contents.map(({ length }) => length);
      fileSizes.set(name, sizes);
    }
  });

  /** Returns the size of a member's first files in bytes, by default of all files. Each byte lifts the member. */
  function sumBytes(name: MemberName, fileCount?: number): number {
    const sizes = fileSizes.get(name)!.slice(0, fileCount);
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  /** Returns the bytes that the author has shared before a post: its height. */
  const heightOf = ({ author, afterFiles = 0 }: DemoPost) => sumBytes(author, afterFiles);

  /** Returns whether a member rises to a height in bytes. */
  const reaches = (name: MemberName, height: number) => sumBytes(name) >= height * HEIGHT_MARGIN;

  it('lets members see everything they like, comment on, and follow', () => {
    const outOfReach = [
      ...reactions.filter(([name, , post]) => name !== post.author && !reaches(name, heightOf(post))),
      ...follows.filter(([follower, target]) => !reaches(follower, sumBytes(target))),
    ];

    expect(outOfReach).toEqual([]);
  });

  it('places demo posts at many depths, starting at the bottom', () => {
    const heights = POSTS.map(heightOf);

    expect(new Set(heights).size).toBeGreaterThan(8);
    expect(heights.filter((height) => height === 0).length).toBeGreaterThan(5);
  });

  it('profile pictures are square and small', async () => {
    const avatars = members.flatMap(({ avatar }) => avatar ?? []);
    expect(avatars.length).toBeGreaterThan(members.length / 2);

    for (const avatar of avatars) {
      const { width, height } = readPngSize(await readAvatar(avatar));
      expect(width).toBe(height);
      expect(width).toBeLessThanOrEqual(MAX_AVATAR_PIXELS);
    }
  });

  it('pictures of posts are within the size limit', async () => {
    const postPictures = POSTS.flatMap(({ picture }) => picture ?? []);
    expect(postPictures.length).toBeGreaterThan(5);

    for (const { source } of postPictures) {
      const picture = await readMedia(`${source}.jpg`);
      expect(picture.length).toBeLessThanOrEqual(MAX_PICTURE_BYTES);
    }
  });

  it('the first files of members, which everyone can see, include every kind', () => {
    const firstTypes = members.flatMap((member) => member.files[0]?.type ?? []);
    const archives = files.filter(({ type }) => type === 'application/zip');

    expect(new Set(firstTypes)).toEqual(
      new Set(['image/jpeg', 'video/webm', 'audio/mpeg', 'application/pdf', 'text/plain']),
    );
    expect(archives.length).toBeGreaterThan(1);
  });

  it('demo pictures have every shape, and one of them is on its side', async () => {
    const pictures = await Promise.all(pictureFiles.map(({ generate }) => generate(1)));
    const headers = pictures.map((picture) => readJpeg(picture));
    const ratios = headers.map(({ width, height }) => width / height);

    expect(ratios.some((ratio) => ratio > 1.1)).toBe(true);
    expect(ratios.some((ratio) => ratio < 0.9)).toBe(true);
    expect(ratios).toContain(1);
    expect(headers.filter(({ orientation }) => orientation === ROTATED)).toHaveLength(1);
  });

  it('some demo pictures hold a position and camera data, which the server and the page remove', async () => {
    const removedKinds = await Promise.all(
      pictureFiles.map(async ({ type, generate }) => {
        const bytes = new Uint8Array(await generate(1));
        const source = { size: bytes.length, read: async (start: number, end: number) => bytes.slice(start, end) };
        return (await planCleaning(source, type, { keepCameraData: false })).removed;
      }),
    );

    expect(removedKinds.filter((kinds) => kinds.has('location') && kinds.has('camera')).length).toBeGreaterThan(3);
  });

  it('generates a film with a poster of its size', async () => {
    const film = files.find(({ type }) => type === 'video/webm');

    expect(readJpeg(await film!.poster!())).toMatchObject({ width: 640, height: 360 });
  });

  it('generates a small recording with tags for its title and artist', async () => {
    const recording = files.find(({ type }) => type === 'audio/mpeg');
    const mp3 = await recording!.generate(1);

    expect(mp3.length).toBeLessThan(300 * 1024);
    for (const tag of ['TIT2', 'TPE1']) expect(mp3.subarray(0, 200).includes(tag)).toBe(true);
  });

  it('generates documents with several pages', async () => {
    const documents = files.filter(({ type }) => type === 'application/pdf');
    const texts = await Promise.all(documents.map(async ({ generate }) => (await generate(1)).toString('latin1')));
    const pageCounts = texts.map((text) => text.match(/\/Type \/Page /g)?.length ?? 0);

    expect(pageCounts.filter((count) => count > 1).length).toBeGreaterThan(1);
    for (const [index, text] of texts.entries()) expect(text).toContain(`/Count ${pageCounts[index]} `);
  });

  it('keeps members who all show 0.00 m at different depths', () => {
    // 1 MB is 1 cm, and pages round depths to centimetres.
    const heights = (['wren', 'mateo', 'priya', 'omar'] as const).map((name) => sumBytes(name));

    expect(Math.max(...heights)).toBeLessThan(0.5 * BYTES_PER_MB);
    expect(heights.at(-1)! - heights[0]!).toBeGreaterThan(0.2 * BYTES_PER_MB);
  });
});

function expectValidComments({ comments = [] }: PostReactions): void {
  for (const [, text] of comments) expect(contract.posts.addComment.body.parse({ text })).toEqual({ text });
}

/** Reads a PNG's size in pixels from its first chunk. */
function readPngSize(png: Buffer): { width: number; height: number } {
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}

/** Markers of JPEG segments: EXIF data, and the first and last kind of frame. A frame contains the picture's size. */
const EXIF_SEGMENT = 0xffe1;
const FIRST_FRAME_SEGMENT = 0xffc0;
const LAST_FRAME_SEGMENT = 0xffc2;

/** Reads a JPEG's size in pixels and its orientation from its segments. */
function readJpeg(jpeg: Buffer): { width: number; height: number; orientation?: number } {
  let orientation: number | undefined;
  // The file starts with a marker of two bytes.
  let start = 2;

  for (;;) {
    // A segment has a marker, a length that includes its own two bytes, and data.
    const marker = jpeg.readUInt16BE(start);
    const end = start + 2 + jpeg.readUInt16BE(start + 2);

    // EXIF data follow the text "Exif" and two zero bytes.
    if (marker === EXIF_SEGMENT) orientation = findOrientation(jpeg.subarray(start + 10, end));
    if (marker >= FIRST_FRAME_SEGMENT && marker <= LAST_FRAME_SEGMENT) {
      return { height: jpeg.readUInt16BE(start + 5), width: jpeg.readUInt16BE(start + 7), orientation };
    }
    start = end;
  }
}

/** Reads the orientation from the first directory of EXIF data. */
function findOrientation(tiff: Buffer): number | undefined {
  const isLittleEndian = tiff.toString('latin1', 0, 2) === 'II';
  const read16 = (at: number) => (isLittleEndian ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directoryStart = isLittleEndian ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const fieldCount = read16(directoryStart);

  for (let field = 0; field < fieldCount; field++) {
    const at = directoryStart + 2 + field * 12;
    if (read16(at) === ORIENTATION_TAG) return read16(at + 8);
  }
  return undefined;
}
