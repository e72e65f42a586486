import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { putFile } from '../../../lambdas/table/file.ts';
import type { ItemKey } from '../../../lambdas/table/item-types.ts';
import { fileKey, likeKey, profileKey } from '../../../lambdas/table/keys.ts';
import { type Profile, profileDepthAttributes } from '../../../lambdas/table/profile.ts';
import { file, isLiked, member, memberId, membersOf } from './population.ts';

export type Item = Readonly<Record<string, unknown>>;

/** Items per write to the stream: each write has its price, and memory is to stay small. */
const CHUNK = 500;

/**
 * Writes items in the form of a DynamoDB export.
 *
 * @returns the number of items
 */
export async function writeExport(path: string, items: Iterable<Item>): Promise<number> {
  let written = 0;
  const lines = function* () {
    let chunk: string[] = [];
    for (const item of items) {
      written++;
      chunk.push(`${JSON.stringify({ Item: inDynamoDbJson(item) })}\n`);
      if (chunk.length < CHUNK) continue;
      yield chunk.join('');
      chunk = [];
    }
    yield chunk.join('');
  };
  await pipeline(lines, createGzip({ level: 1 }), createWriteStream(path));
  return written;
}

/**
 * A community of so many files, their uploaders, and the likes.
 *
 * @param lookers - profiles of those who look at the files; they like some as well
 */
export function* communityOfFiles(files: number, lookers: readonly Profile[]): Generator<Item> {
  for (const looker of lookers) yield profileItem(looker);
  for (let number = 0; number < membersOf(files); number++) yield profileItem(member(number));
  yield* filesAndLikes(files, lookers);
}

/** So many files, and their likes. */
export function* filesAndLikes(files: number, lookers: readonly Profile[]): Generator<Item> {
  for (let number = 0; number < files; number++) {
    const stored = file(number);
    yield putFile(stored).Put?.Item as Item;
    if (isLiked(number)) {
      const liker = number % 2 === 0 ? lookers[(number / 10) % lookers.length]?.userId : undefined;
      yield likeItem(liker ?? memberId(number % membersOf(files)), fileKey(stored.key), stored.uploadedAt);
    }
  }
}

/** As `createProfile`, `editProfile` and `changeDepth` leave it. */
export function profileItem(profile: Profile): Item {
  return {
    ...profileKey(profile.userId),
    ...profile,
    ...profileDepthAttributes(profile),
    textOrder: profile.username.toLowerCase(),
    searchText: `${profile.username}\n${profile.bio}`.toLowerCase(),
  };
}

/** As `setLike` writes it. */
export function likeItem(userId: string, liked: ItemKey, likedAt: string): Item {
  return { ...likeKey(userId, liked), likedAt };
}

type Value = { S: string } | { N: string } | { M: Record<string, Value> };

/** The table holds strings, numbers, and maps of them. */
function inDynamoDbJson(item: Item): Record<string, Value> {
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, inJson(value)]));
}

function inJson(value: unknown): Value {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: String(value) };
  if (typeof value === 'object' && value !== null) return { M: inDynamoDbJson(value as Item) };
  throw new Error(`The bench cannot write ${value}.`);
}
