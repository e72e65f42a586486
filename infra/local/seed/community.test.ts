import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { fileName } from '../../../shared/contract/file-name.ts';
import { MAX_DESCRIPTION_LENGTH, MAX_PHOTO_BYTES, MIN_PASSWORD_LENGTH } from '../../../shared/depth/limits.ts';
import { COMMUNITY, DEMO_PASSWORD, type MemberName } from './community.ts';
import { type DemoPost, FIRST_FOLLOWERS, FOLLOWS, POSTS } from './conversations.ts';
import { drawPicture } from './pictures.ts';

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
  it('has unique emails and pictures and a valid password', () => {
    expect(new Set(members.map(({ email }) => email)).size).toBe(members.length);
    expect(DEMO_PASSWORD.length).toBeGreaterThanOrEqual(MIN_PASSWORD_LENGTH);
    expect(new Set(members.flatMap(({ avatar }) => avatar ?? [])).size).toBe(
      members.filter(({ avatar }) => avatar).length,
    );
  });

  it.each(members)('has a valid name and bio for $username', ({ username, bio }) => {
    expect(contract.account.updateProfile.body.parse({ username, bio })).toEqual({ username, bio });
  });

  it.each(members.flatMap(({ files }) => files))(
    'has a valid name and description for the file "$name"',
    ({ name, description }) => {
      expect(fileName.safeParse(name).success).toBe(true);
      expect(description.length).toBeLessThanOrEqual(MAX_DESCRIPTION_LENGTH);
    },
  );

  it.each(POSTS)('has a valid post of $author after $afterFiles files, with valid comments', (post) => {
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

  it('has no duplicate likes or follows, and no one likes or follows themselves', () => {
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

  it('has posts at many depths, starting at the bottom', () => {
    expect(new Set(POSTS.map(heightOf)).size).toBeGreaterThan(8);
    expect(POSTS.filter((post) => heightOf(post) === 0).length).toBeGreaterThan(5);
  });

  it('has square profile photos and pictures within the size limit', () => {
    const avatars = members.flatMap(({ avatar }) => avatar ?? []);
    expect(avatars.length).toBeGreaterThan(members.length / 2);
    for (const avatar of avatars) {
      const photo = readFileSync(new URL(`./avatars/${avatar}.png`, import.meta.url));
      expect(photo.readUInt32BE(16)).toBe(photo.readUInt32BE(20));
      expect(photo.readUInt32BE(16)).toBeLessThanOrEqual(512);
    }
    const pictures = POSTS.flatMap(({ picture }) => picture ?? []);
    expect(pictures.length).toBeGreaterThan(5);
    for (const { water } of pictures)
      expect(drawPicture(water, 1, 720, 405).length).toBeLessThanOrEqual(MAX_PHOTO_BYTES);
  });
});
