import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { fileName } from '../../../shared/contract/file-name.ts';
import { planCleaning } from '../../../shared/media/plan-cleaning.ts';
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_IMAGE_ALT_LENGTH,
  MAX_PICTURE_BYTES,
  MIN_PASSWORD_LENGTH,
} from '../../../shared/rules/limits.ts';
import { COMMUNITY, DEMO_PASSWORD, type DemoMember, type MemberName } from './community.ts';
import { type DemoPost, FIRST_FOLLOWERS, FOLLOWS, POSTS } from './conversations.ts';
import { FILE_REACTIONS } from './file-reactions.ts';
import { readMedia } from './media.ts';
import { PURCHASES } from './purchases.ts';

const members = [...COMMUNITY.values()];
const follows = Object.entries(FOLLOWS).flatMap(([follower, names]) =>
  names.map((target) => [follower as MemberName, target] as const),
);
const firstFollows = Object.entries(FIRST_FOLLOWERS).flatMap(([target, followers]) =>
  followers.map((follower) => [follower, target as MemberName] as const),
);
const reactions = POSTS.flatMap((post) => [
  ...(post.likes ?? []).map((name) => [name, 'likes', post] as const),
  ...(post.comments ?? []).map(([name]) => [name, 'comments on', post] as const),
]);

describe('demo community', () => {
  it('demo members have unique emails and pictures and a valid password', () => {
    expect(new Set(members.map(({ email }) => email)).size).toBe(members.length);
    expect(DEMO_PASSWORD.length).toBeGreaterThanOrEqual(MIN_PASSWORD_LENGTH);
    expect(new Set(members.flatMap(({ avatar }) => avatar ?? [])).size).toBe(
      members.filter(({ avatar }) => avatar).length,
    );
  });

  it.each(members)('$username has a valid name and bio', ({ username, bio }) => {
    expect(contract.account.updateProfile.body.parse({ username, bio })).toEqual({ username, bio });
  });

  it.each(members.flatMap(({ files }) => files))(
    'the file "$name" has a valid name and valid texts',
    ({ name, description, type, altText = '' }) => {
      expect(fileName.safeParse(name).success).toBe(true);
      expect(description.length).toBeLessThanOrEqual(MAX_DESCRIPTION_LENGTH);
      expect(altText.length).toBeLessThanOrEqual(MAX_IMAGE_ALT_LENGTH);
      expect(altText !== '').toBe(type === 'image/jpeg');
    },
  );

  it.each(POSTS)('the post of $author after $afterFiles files is valid and has valid comments', (post) => {
    const { author, afterFiles = 0, content, picture, comments = [] } = post;
    const imageAlt = picture?.alt ?? '';

    expect(contract.posts.create.body.parse({ content, imageAlt })).toEqual({ content, imageAlt });
    for (const [, text] of comments) expect(contract.posts.addComment.body.parse({ text })).toEqual({ text });
    expect(afterFiles).toBeLessThanOrEqual(COMMUNITY.get(author)!.files.length);

    if (picture) {
      expect(fileName.safeParse(picture.name).success).toBe(true);
      expect(imageAlt).not.toBe('');
    }
  });

  it('members react to posts about purchases and to files only if they have bought more depth', () => {
    const boughtMetres = new Map(PURCHASES.map(({ buyer, metres }) => [buyer, metres]));
    for (const { metres, post } of PURCHASES) {
      const names = [...(post?.likes ?? []), ...(post?.comments ?? []).map(([name]) => name)];
      for (const name of names) expect(boughtMetres.get(name), `${name}, ${post?.content}`).toBeGreaterThan(metres);
      for (const [, text] of post?.comments ?? [])
        expect(contract.posts.addComment.body.parse({ text })).toEqual({ text });
    }

    for (const [fileName, { likes, views }] of Object.entries(FILE_REACTIONS)) {
      const owners = [...COMMUNITY].filter(([, { files }]) => files.some(({ name }) => name === fileName));
      expect(owners, fileName).toHaveLength(1);
      const [[owner]] = owners as [[MemberName, DemoMember]];
      expect(new Set([...views, owner]).size, fileName).toBe(views.length + 1);
      expect(new Set(likes).size, fileName).toBe(likes.length);
      expect(views, fileName).toEqual(expect.arrayContaining([...likes]));
      for (const name of views) expect(boughtMetres.has(name), `${name}, ${fileName}`).toBe(true);
    }
  });

  it('demo members have no duplicate likes or follows, and never like or follow themselves', () => {
    for (const { author, likes = [] } of POSTS) expect(new Set([...likes, author]).size).toBe(likes.length + 1);
    const all = [...firstFollows, ...follows];
    expect(new Set(all.map(String)).size).toBe(all.length);
    for (const [follower, target] of all) expect(follower).not.toBe(target);
  });
});

describe('generated demo community', () => {
  const sizes = new Map<MemberName, readonly number[]>();
  beforeAll(async () => {
    for (const [name, { files }] of COMMUNITY) {
      const contents = await Promise.all(files.map(({ generate }, index) => generate(10 * sizes.size + index + 1)));
      sizes.set(
        name,
        contents.map(({ length }) => length),
      );
    }
  });

  const bytes = (name: MemberName, files?: number) =>
    sizes
      .get(name)!
      .slice(0, files)
      .reduce((sum, size) => sum + size, 0);
  /** With a margin, because the size of the files depends on the version of the compressor. */
  const reaches = (name: MemberName, height: number) => bytes(name) >= height * 1.05;
  const heightOf = ({ author, afterFiles = 0 }: DemoPost) => bytes(author, afterFiles);

  it('lets members see everything they like, comment on, and follow', () => {
    const outOfReach = [
      ...reactions.filter(([name, , post]) => name !== post.author && !reaches(name, heightOf(post))),
      ...follows.filter(([follower, target]) => !reaches(follower, bytes(target))),
    ];
    expect(outOfReach).toEqual([]);
  });

  it('places demo posts at many depths, starting at the bottom', () => {
    expect(new Set(POSTS.map(heightOf)).size).toBeGreaterThan(8);
    expect(POSTS.filter((post) => heightOf(post) === 0).length).toBeGreaterThan(5);
  });

  it('profile pictures are square, and pictures of posts are within the size limit', async () => {
    const avatars = members.flatMap(({ avatar }) => avatar ?? []);
    expect(avatars.length).toBeGreaterThan(members.length / 2);

    for (const avatar of avatars) {
      const picture = readFileSync(new URL(`./avatars/${avatar}.png`, import.meta.url));
      expect(picture.readUInt32BE(16)).toBe(picture.readUInt32BE(20));
      expect(picture.readUInt32BE(16)).toBeLessThanOrEqual(512);
    }
    const pictures = POSTS.flatMap(({ picture }) => picture ?? []);

    expect(pictures.length).toBeGreaterThan(5);
    for (const { source } of pictures)
      expect((await readMedia(`${source}.jpg`)).length).toBeLessThanOrEqual(MAX_PICTURE_BYTES);
  });

  it('the first files of demo members include every kind, and everyone can see them', () => {
    const types = members.flatMap(({ files }) => files[0]?.type ?? []);
    expect(new Set(types)).toEqual(
      new Set(['image/jpeg', 'video/webm', 'audio/mpeg', 'application/pdf', 'text/plain']),
    );
    expect(
      members.flatMap(({ files }) => files).filter(({ type }) => type === 'application/zip').length,
    ).toBeGreaterThan(1);
  });

  it('demo pictures have every shape, and one of them is on its side', async () => {
    const pictureFiles = members.flatMap(({ files }) => files.filter(({ type }) => type === 'image/jpeg'));
    const pictures = await Promise.all(pictureFiles.map(({ generate }) => generate(1)));
    const shapes = pictures.map((picture) => readJpeg(picture));

    for (const test of [(a: number) => a > 1.1, (a: number) => a < 0.9, (a: number) => a === 1])
      expect(shapes.filter(({ width, height }) => test(width / height)).length).toBeGreaterThan(0);
    expect(shapes.filter(({ orientation }) => orientation === 6)).toHaveLength(1);
  });

  it('some demo pictures hold a position and camera data, which the server and the page remove', async () => {
    const pictureFiles = members.flatMap(({ files }) => files.filter(({ type }) => type === 'image/jpeg'));
    const removedKinds = await Promise.all(
      pictureFiles.map(async ({ type, generate }) => {
        const bytes = new Uint8Array(await generate(1));
        const source = { size: bytes.length, read: async (start: number, end: number) => bytes.slice(start, end) };
        return (await planCleaning(source, type, { keepCameraData: false })).removed;
      }),
    );

    expect(removedKinds.filter((kinds) => kinds.has('location') && kinds.has('camera')).length).toBeGreaterThan(3);
  });

  it('generates a film with a poster of its size, a tagged recording, and multi-page documents', async () => {
    const files = members.flatMap((member) => member.files);
    const [film] = files.filter(({ type }) => type === 'video/webm');
    expect(readJpeg(await film!.poster!())).toMatchObject({ width: 640, height: 360 });

    const [recording] = files.filter(({ type }) => type === 'audio/mpeg');
    const mp3 = await recording!.generate(1);
    expect(mp3.length).toBeLessThan(300 * 1024);
    for (const tag of ['TIT2', 'TPE1']) expect(mp3.subarray(0, 200).includes(tag)).toBe(true);

    const documents = files.filter(({ type }) => type === 'application/pdf');
    const texts = await Promise.all(documents.map(async ({ generate }) => (await generate(1)).toString('latin1')));
    const pages = texts.map((text) => text.match(/\/Type \/Page /g)?.length ?? 0);

    expect(pages.filter((count) => count > 1).length).toBeGreaterThan(1);
    for (const [index, text] of texts.entries()) expect(text).toContain(`/Count ${pages[index]} `);
  });

  it('keeps members who both show 0.00m at different depths', () => {
    // 1 MB is 1 cm, and pages show centimetres.
    const low = (['wren', 'mateo', 'priya', 'omar'] as const).map((name) => bytes(name));
    expect(Math.max(...low)).toBeLessThan(0.5 * 1024 ** 2);
    expect(low[3]! - low[0]!).toBeGreaterThan(0.2 * 1024 ** 2);
  });
});

/** Reads a JPEG's size and its orientation from its segments. */
function readJpeg(jpeg: Buffer): { width: number; height: number; orientation?: number } {
  let orientation: number | undefined;
  for (let at = 2; ; at += 2 + jpeg.readUInt16BE(at + 2)) {
    const marker = jpeg.readUInt16BE(at);
    if (marker === 0xffe1) orientation = findOrientation(jpeg.subarray(at + 10, at + 2 + jpeg.readUInt16BE(at + 2)));
    if (marker >= 0xffc0 && marker <= 0xffc2) {
      return { height: jpeg.readUInt16BE(at + 5), width: jpeg.readUInt16BE(at + 7), orientation };
    }
  }
}

/** Reads the orientation from the first directory of EXIF data. */
function findOrientation(tiff: Buffer): number | undefined {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const read16 = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const start = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  for (let entry = 0; entry < read16(start); entry++) {
    const at = start + 2 + entry * 12;
    if (read16(at) === 0x0112) return read16(at + 8);
  }
  return undefined;
}
