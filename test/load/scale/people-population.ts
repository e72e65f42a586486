/**
 * Generated communities of members. In one, members are at all depths, most near the bottom. In the other, nine of ten
 * are newcomers: they are at 0 m and have contributed nothing.
 */
import { ulid } from 'ulid';
import { commentKey, digestOfMember, followKeys, ownerPartition, postKey } from '../../../lambdas/table/keys.ts';
import { postIndexAttributes, type StoredComment, type StoredPost } from '../../../lambdas/table/post.ts';
import type { Profile } from '../../../lambdas/table/profile.ts';
import { createMember, createRandom, isLiked, joinTime, memberId, RARE_WORD } from './population.ts';
import { createFilesOf, generateFilesAndLikes, generateMember, type Item, toLikeItem } from './table-items.ts';

/** Every member has a post, but only one in ten has a file. */
const MEMBERS_PER_FILE = 10;
const NEWCOMERS_OF_TEN = 9;
/** Viewers like only posts with a number below this, so that communities of all sizes have the same viewer likes. */
const LIKED_BY_VIEWERS = 1000;

/** The bio of one in 100,000 members, and of at least one. */
const RARE_BIO = `I am looking for the ${RARE_WORD}.`;

const SENTENCES = [
  'The visibility at the wreck was thirty metres this morning.',
  'There was a manta at the cleaning station, and it stayed for half an hour.',
  'Does anyone want to come along on Sunday? There are two places left in the boat.',
  'My first hundred metres!',
  'We have mapped the northern wall down to where the light ends; the drawing is among my files.',
];

/** Generates members at all depths, with a post each. The first members own the files. */
export function* generateSpreadCommunity(
  members: number,
  viewers: readonly Profile[],
  files = Math.ceil(members / MEMBERS_PER_FILE),
): Generator<Item> {
  yield* generateViewersAndFollows(viewers);
  for (let number = 0; number < members; number++) {
    yield* generateMember(createFollowedMember(number, viewers), createFilesOf(number, files));
    const post = createPost(number);
    if (post.newestComment) yield toCommentItem(post.newestComment);
    if (isLiked(number)) {
      const viewer = number < LIKED_BY_VIEWERS ? viewers[(number / 5) % viewers.length]?.userId : undefined;
      const liker = viewer ?? memberId((number * 7) % members);
      yield toPostItem({ ...post, likers: new Set([digestOfMember(liker)]) });
      yield toLikeItem(liker, postKey(post.postId), post.createdAt);
    } else {
      yield toPostItem(post);
    }
  }

  yield* generateFilesAndLikes(files, []);
}

/** Generates members without posts. Nine of ten are newcomers. */
export function* generateNewcomerCommunity(members: number, viewers: readonly Profile[]): Generator<Item> {
  yield* generateViewersAndFollows(viewers);
  for (let number = 0; number < members; number++) {
    const place = number % 10;
    const newcomer = place < NEWCOMERS_OF_TEN;
    yield* generateMember(newcomer ? createNewcomer(number) : createFollowedMember((number - place) / 10, viewers));
  }
}

/** Generates viewers. Each follows the first members. The smallest community has enough of them. */
function* generateViewersAndFollows(viewers: readonly Profile[]): Generator<Item> {
  for (const viewer of viewers) {
    yield* generateMember(viewer);
    for (let number = 0; number < viewer.followingCount; number++) {
      for (const key of followKeys(viewer.userId, memberId(number))) yield { ...key };
    }
  }
}

/** Creates a member, followed by all viewers who follow this many. */
function createFollowedMember(number: number, viewers: readonly Profile[]): Profile {
  const base = createMember(number);
  const followersCount = viewers.filter(({ followingCount }) => number < followingCount).length;
  const bio = number % 100_000 === 500 || number === 50 ? RARE_BIO : base.bio;
  return { ...base, bio, followersCount };
}

/** Creates a newcomer. The name is like any other, so that newcomers and others mix in every sort order. */
function createNewcomer(number: number): Profile {
  const base = createMember(number);
  const userId = base.userId.replace('3f2a9c10', '6b7d0e41');
  const totals = { contributedBytes: 0, purchasedCm: 0, depth: 0, peakDepth: 0 };
  return { ...base, ...totals, userId, profilePicture: '', email: `new${base.email}`, version: 0 };
}

/** Creates the post of a member, at a depth that the member has passed. */
function createPost(number: number): StoredPost {
  const next = createRandom(number ^ 0x5f5e100);
  const author = createMember(number);
  const progress = next();
  const createdAt = joinTime(number) + progress * 1e9;
  const sentences = SENTENCES.filter(() => next() < 0.5);
  const postId = ulid(Math.floor(createdAt), next);
  const base = {
    postId,
    userId: author.userId,
    content: sentences.join(' ') || 'Hello!',
    createdAt: new Date(createdAt).toISOString(),
    depth: Math.round(author.depth * progress),
    likeCount: isLiked(number) ? 1 : 0,
  };
  if (number % 2 === 1) return { ...base, commentCount: 0 };

  const userId = memberId(Math.max(0, number - 1));
  const comment = { commentId: ulid(Math.floor(createdAt) + 60_000, next), postId, userId };
  const text = 'We would love to come along.';

  return { ...base, commentCount: 1, newestComment: { ...comment, text, createdAt: base.createdAt } };
}

/** Returns the item that `storePost`, `storeComment`, and `setLike` would store. */
function toPostItem(post: StoredPost): Item {
  return { ...postKey(post.postId), ...post, ...postIndexAttributes(post) };
}

/** Returns the item that `addComment` would store. */
function toCommentItem(comment: StoredComment): Item {
  const { postId, commentId, userId, createdAt } = comment;
  return {
    ...commentKey(postId, commentId),
    ...comment,
    owner: ownerPartition('COMMENT', userId),
    textOrder: createdAt,
  };
}
