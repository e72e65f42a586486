import { ulid } from 'ulid';
import { depthAndTime, followKeys, listsOf, ownerOf, postKey } from '../../../lambdas/table/keys.ts';
import type { StoredPost } from '../../../lambdas/table/post.ts';
import type { Profile } from '../../../lambdas/table/profile.ts';
import { isLiked, joinedAt, member, memberId, RARE_WORD, random } from './population.ts';
import { filesAndLikes, type Item, likeItem, profileItem } from './table-items.ts';

/**
 * Communities of people. In one, members are spread over all depths, most of them near the bottom. In the other, nine
 * of ten have registered and no more: they are at 0.00 m and have contributed nothing.
 */

/** Each has as many posts as members, and fewer files. */
const MEMBERS_PER_FILE = 10;
const NEWCOMERS_OF_TEN = 9;
/** Of the first so many posts, those that anybody likes. */
const LIKED_BY_LOOKERS = 1000;

/** In the bio of one member in a hundred thousand, and of one at least. */
const RARE_BIO = `I am looking for the ${RARE_WORD}.`;

const SENTENCES = [
  'The visibility at the wreck was thirty metres this morning.',
  'There was a manta at the cleaning station, and it stayed for half an hour.',
  'Does anybody want to come along on Sunday? There are two places left in the boat.',
  'My first hundred metres!',
  'We have mapped the northern wall down to where the light ends; the drawing is among my files.',
];

/** Members spread over all depths; each has posted once. */
export function* spreadCommunity(members: number, lookers: readonly Profile[]): Generator<Item> {
  yield* lookersAndFollows(lookers, members);
  for (let number = 0; number < members; number++) {
    yield profileItem(described(number));
    yield postItem(post(number));
    if (isLiked(number)) {
      // Who looks likes as much in a small community as in a large one.
      const looker = number < LIKED_BY_LOOKERS ? lookers[(number / 5) % lookers.length]?.userId : undefined;
      yield likeItem(looker ?? memberId((number * 7) % members), postKey(post(number).postId), post(number).createdAt);
    }
  }
  yield* filesAndLikes(Math.ceil(members / MEMBERS_PER_FILE), []);
}

/** Nine of ten members are newcomers; nobody has published anything. */
export function* communityOfNewcomers(members: number, lookers: readonly Profile[]): Generator<Item> {
  yield* lookersAndFollows(lookers, Math.ceil(members / 10));
  for (let number = 0; number < members; number++) {
    const place = number % 10;
    yield profileItem(place < NEWCOMERS_OF_TEN ? newcomer(number) : described((number - place) / 10));
  }
}

function* lookersAndFollows(lookers: readonly Profile[], members: number): Generator<Item> {
  for (const looker of lookers) {
    yield profileItem(looker);
    for (let number = 0; number < Math.min(members, looker.followingCount); number++) {
      yield { ...followKeys(looker.userId, memberId(number))[0] };
    }
  }
}

function described(number: number): Profile {
  const one = member(number);
  return number % 100_000 === 500 || number === 50 ? { ...one, bio: RARE_BIO } : one;
}

/** Names as people have them, so that newcomers and others are mixed in every order. */
function newcomer(number: number): Profile {
  const one = member(number);
  const userId = one.userId.replace('3f2a9c10', '6b7d0e41');
  const totals = { contributedBytes: 0, purchasedCm: 0, depth: 0, peakDepth: 0 };
  return { ...one, ...totals, userId, profilePicture: '', email: `new${one.email}`, version: 0 };
}

/** A post as the table holds it: one for each member, at some depth that they have been through. */
function post(number: number): StoredPost {
  const next = random(number ^ 0x5f5e100);
  const author = member(number);
  const progress = next();
  const createdAt = joinedAt(number) + progress * 1e9;
  const sentences = SENTENCES.filter(() => next() < 0.5);
  const postId = ulid(Math.floor(createdAt), next);
  const one = {
    postId,
    userId: author.userId,
    content: sentences.join(' ') || 'Hello!',
    createdAt: new Date(createdAt).toISOString(),
    depth: Math.round(author.depth * progress),
    likeCount: isLiked(number) ? 1 : 0,
  };
  if (number % 2 === 1) return { ...one, commentCount: 0 };
  const comment = { commentId: ulid(Math.floor(createdAt) + 60_000, next), postId, userId: memberId(number + 1) };
  const text = 'We would love to come along.';
  return { ...one, commentCount: 1, newestComment: { ...comment, text, createdAt: one.createdAt } };
}

/** As `addPost`, `addComment` and `setLike` leave it. */
function postItem(stored: StoredPost): Item {
  return {
    ...postKey(stored.postId),
    ...stored,
    ...listsOf('POST', stored.postId, stored.depth, 1),
    depthOrder: depthAndTime(stored.depth, stored.createdAt),
    textOrder: stored.createdAt,
    owner: ownerOf('POST', stored.userId),
  };
}
