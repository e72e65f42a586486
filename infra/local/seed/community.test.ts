import { beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { fileName } from '../../../shared/contract/file-name.ts';
import { MAX_DESCRIPTION_LENGTH, MAX_PHOTO_BYTES, MIN_PASSWORD_LENGTH } from '../../../shared/depth/limits.ts';
import { COMMUNITY, DEMO_PASSWORD, type MemberName } from './community.ts';
import { type DemoPost, FIRST_FOLLOWERS, FOLLOWS, POSTS } from './conversations.ts';
import { makeCommunity } from './seed.ts';

const members = [...COMMUNITY.values()];
const follows = Object.entries(FOLLOWS).flatMap(([who, others]) =>
  others.map((whom) => [who as MemberName, whom] as const),
);
const firstFollows = Object.entries(FIRST_FOLLOWERS).flatMap(([whom, others]) =>
  others.map((who) => [who, whom as MemberName] as const),
);
const reactions = POSTS.flatMap((post) => [
  ...(post.likes ?? []).map((who) => [who, 'likes', post] as const),
  ...(post.comments ?? []).map(([who]) => [who, 'comments on', post] as const),
]);

describe('the demo community', () => {
  it('has members of their own, who could have registered', () => {
    expect(new Set(members.map(({ email }) => email)).size).toBe(members.length);
    expect(DEMO_PASSWORD.length).toBeGreaterThanOrEqual(MIN_PASSWORD_LENGTH);
    expect(new Set(members.flatMap(({ avatar }) => avatar ?? [])).size).toBe(
      members.filter(({ avatar }) => avatar).length,
    );
  });

  it.each(members)('may say of $username what it says', ({ username, bio }) => {
    expect(contract.account.updateProfile.body.parse({ username, bio })).toEqual({ username, bio });
  });

  it.each(members.flatMap(({ files }) => files))('may upload "$name"', ({ name, description }) => {
    expect(fileName.safeParse(name).success).toBe(true);
    expect(description.length).toBeLessThanOrEqual(MAX_DESCRIPTION_LENGTH);
  });

  it.each(POSTS)('may post what $author does after $afterFiles files, and be answered', (post) => {
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

  it('likes a post and follows a person once, and nobody themselves', () => {
    for (const { author, likes = [] } of POSTS) expect(new Set([...likes, author]).size).toBe(likes.length + 1);
    const all = [...firstFollows, ...follows];
    expect(new Set(all.map(String)).size).toBe(all.length);
    for (const [who, whom] of all) expect(who).not.toBe(whom);
  });
});

describe('the depths of the demo community', () => {
  let made: Awaited<ReturnType<typeof makeCommunity>>;
  beforeAll(async () => {
    made = await makeCommunity();
  });

  const bytes = (name: MemberName, files?: number) =>
    made
      .find((member) => member.name === name)!
      .made.slice(0, files)
      .reduce((sum, file) => sum + file.bytes.length, 0);
  /** Another version of the compressor makes other bytes: what is just within reach here might not be elsewhere. */
  const reaches = (who: MemberName, height: number) => bytes(who) >= height * 1.05;
  const heightOf = ({ author, afterFiles = 0 }: DemoPost) => bytes(author, afterFiles);

  it('lets everybody like, comment and follow as they do', () => {
    const outOfReach = [
      ...reactions.filter(([who, , post]) => who !== post.author && !reaches(who, heightOf(post))),
      ...follows.filter(([who, whom]) => !reaches(who, bytes(whom))),
    ];
    expect(outOfReach).toEqual([]);
  });

  it('differ, from the bottom up', () => {
    expect(new Set(POSTS.map(heightOf)).size).toBeGreaterThan(8);
    expect(POSTS.filter((post) => heightOf(post) === 0).length).toBeGreaterThan(5);
  });

  it('are not without pictures: square ones of people, small enough to be uploaded', () => {
    const photos = made.flatMap(({ photo }) => photo ?? []);
    expect(photos.length).toBeGreaterThan(members.length / 2);
    for (const { bytes: photo } of photos) {
      expect(photo.readUInt32BE(16)).toBe(photo.readUInt32BE(20));
      expect(photo.readUInt32BE(16)).toBeLessThanOrEqual(512);
    }
    for (const { image } of made.flatMap(({ posts }) => posts)) {
      expect(image?.bytes.length ?? 0).toBeLessThanOrEqual(MAX_PHOTO_BYTES);
    }
    expect(made.flatMap(({ posts }) => posts)).toHaveLength(POSTS.length);
  });
});
