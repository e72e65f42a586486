/**
 * Generates two communities of members. In the first, members are at all depths, and most are near the bottom. In the
 * second, nine of ten are newcomers: they are at 0 m and have contributed nothing.
 */
import { ulid } from 'ulid';
import { commentKey, digestOfMember, followKeys, ownerPartition, postKey } from '../../../lambdas/table/keys.ts';
import { postIndexAttributes, type StoredComment, type StoredPost } from '../../../lambdas/table/post.ts';
import type { Profile } from '../../../lambdas/table/profile.ts';
import { buildMember, computeJoinTime, createRandom, hasLike, memberId, RARE_WORD } from './population.ts';
import { buildFilesOfMember, generateFilesAndLikes, generateMember, type Item, toLikeItem } from './table-items.ts';

/** Number of members per file. Every member of the spread community has a post, but only some have files. */
const MEMBERS_PER_FILE = 10;
/** Number of newcomers among ten members. */
const NEWCOMERS_PER_TEN = 9;
/** Viewers like only posts below this number, so that they like the same posts in communities of all sizes. */
const LIKED_BY_VIEWERS_BELOW = 1000;

/** The bio of one in 100,000 members, and of at least one member. */
const RARE_BIO = `I am looking for the ${RARE_WORD}.`;

/** Maximum time from joining to the post, in milliseconds: 11.6 days. */
const MAX_POST_DELAY_MS = 1e9;

/** Sentences of the posts. Each post contains some of them. */
const SENTENCES = [
  'The visibility at the wreck was thirty metres this morning.',
  'There was a manta at the cleaning station, and it stayed for half an hour.',
  'Does anyone want to come along on Sunday? There are two places left in the boat.',
  'My first hundred metres!',
  'We have mapped the northern wall down to where the light ends; the drawing is among my files.',
];

/** Generates members at all depths, with a post each. The first members own the files. */
export function* generateSpreadCommunity(
  memberCount: number,
  viewers: readonly Profile[],
  fileCount = Math.ceil(memberCount / MEMBERS_PER_FILE),
): Generator<Item> {
  yield* generateViewersAndFollows(viewers);
  for (let number = 0; number < memberCount; number++) {
    yield* generateMember(buildFollowedMember(number, viewers), buildFilesOfMember(number, fileCount));
    yield* generatePost(number, memberCount, viewers);
  }

  // Here, viewers like only posts.
  yield* generateFilesAndLikes(fileCount, []);
}

/** Generates a member's post, its comment, and its like. */
function* generatePost(number: number, memberCount: number, viewers: readonly Profile[]): Generator<Item> {
  const post = buildPost(number);
  if (post.newestComment) yield toCommentItem(post.newestComment);
  if (!hasLike(number)) {
    yield toPostItem(post);
    return;
  }

  // Posts with a like have numbers that are multiples of 5.
  const viewer = number < LIKED_BY_VIEWERS_BELOW ? viewers[(number / 5) % viewers.length]?.userId : undefined;
  const liker = viewer ?? memberId((number * 7) % memberCount);
  yield toPostItem({ ...post, likers: new Set([digestOfMember(liker)]) });
  yield toLikeItem(liker, postKey(post.postId), post.createdAt);
}

/** Generates members without posts. Nine of ten are newcomers. */
export function* generateNewcomerCommunity(memberCount: number, viewers: readonly Profile[]): Generator<Item> {
  yield* generateViewersAndFollows(viewers);
  for (let number = 0; number < memberCount; number++) {
    const lastDigit = number % 10;
    const isNewcomer = lastDigit < NEWCOMERS_PER_TEN;
    yield* generateMember(isNewcomer ? buildNewcomer(number) : buildFollowedMember((number - lastDigit) / 10, viewers));
  }
}

/** Generates viewers, who all follow the first members. Even the smallest community has enough members. */
function* generateViewersAndFollows(viewers: readonly Profile[]): Generator<Item> {
  for (const viewer of viewers) {
    yield* generateMember(viewer);
    for (let number = 0; number < viewer.followingCount; number++) {
      for (const key of followKeys(viewer.userId, memberId(number))) yield { ...key };
    }
  }
}

/**
 * Builds a member with the number of their followers. A viewer follows the first `followingCount` members, so those
 * with a greater count than this number follow the member.
 */
function buildFollowedMember(number: number, viewers: readonly Profile[]): Profile {
  const base = buildMember(number);
  const followersCount = viewers.filter(({ followingCount }) => number < followingCount).length;
  // One in 100,000, as for files. The smallest community of newcomers has only 100 other members, and number 50
  // is one of them.
  const bio = number % 100_000 === 500 || number === 50 ? RARE_BIO : base.bio;
  return { ...base, bio, followersCount };
}

/** Builds a newcomer. The username has the usual form, so that newcomers and others mix in every sort order. */
function buildNewcomer(number: number): Profile {
  const base = buildMember(number);
  // Another prefix, because another member has the same number.
  const userId = base.userId.replace('3f2a9c10', '6b7d0e41');
  const totals = { contributedBytes: 0, purchasedCm: 0, depth: 0, peakDepth: 0 };
  return { ...base, ...totals, userId, profilePicture: '', email: `new${base.email}`, version: 0 };
}

/** Builds the post of a member, at a depth that the member has passed. */
function buildPost(number: number): StoredPost {
  // With the number as the seed, the post would have the same random numbers as the file with this number.
  const nextRandom = createRandom(number ^ 0x5f5e100);
  const author = buildMember(number);
  const progress = nextRandom();
  const createdAt = computeJoinTime(number) + progress * MAX_POST_DELAY_MS;
  const sentences = SENTENCES.filter(() => nextRandom() < 0.5);
  // The order of random numbers must not change, or all generated data does.
  const postId = ulid(Math.floor(createdAt), nextRandom);

  const base = {
    postId,
    userId: author.userId,
    content: sentences.join(' ') || 'Hello!',
    createdAt: new Date(createdAt).toISOString(),
    depth: Math.round(author.depth * progress),
    likeCount: hasLike(number) ? 1 : 0,
  };
  if (number % 2 === 1) return { ...base, commentCount: 0 };

  const newestComment = {
    commentId: ulid(Math.floor(createdAt) + 60_000, nextRandom),
    postId,
    userId: memberId(Math.max(0, number - 1)),
    text: 'We would love to come along.',
    createdAt: base.createdAt,
  };

  return { ...base, commentCount: 1, newestComment };
}

/** Returns the item of a post as `storePost`, `storeComment`, and `setLike` would leave it. */
function toPostItem(post: StoredPost): Item {
  return { ...postKey(post.postId), ...post, ...postIndexAttributes(post) };
}

/** Returns the item that `storeComment` would store. */
function toCommentItem(comment: StoredComment): Item {
  const { postId, commentId, userId, createdAt } = comment;
  return {
    ...commentKey(postId, commentId),
    ...comment,
    owner: ownerPartition('COMMENT', userId),
    textOrder: createdAt,
  };
}
