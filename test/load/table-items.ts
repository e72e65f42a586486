import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { putFile } from '../../lambdas/table/file.ts';
import { fileKey, likeKey, profileKey } from '../../lambdas/table/keys.ts';
import { type Profile, profileDepthAttributes } from '../../lambdas/table/profile.ts';
import { file, isLiked, member, memberId, membersOf } from './population.ts';

type Item = Readonly<Record<string, unknown>>;

/** Items per write to the stream: each write has its price, and memory is to stay small. */
const CHUNK = 500;

/**
 * Writes a community of so many files, their uploaders, and the likes, in the form of a DynamoDB export.
 *
 * @param lookers - profiles of those who look at the files; they like some as well
 * @returns the number of items
 */
export async function writeExport(path: string, files: number, lookers: readonly Profile[]): Promise<number> {
  let items = 0;
  const lines = function* () {
    let chunk: string[] = [];
    for (const item of itemsOf(files, lookers)) {
      items++;
      chunk.push(`${JSON.stringify({ Item: inDynamoDbJson(item) })}\n`);
      if (chunk.length < CHUNK) continue;
      yield chunk.join('');
      chunk = [];
    }
    yield chunk.join('');
  };
  await pipeline(lines, createGzip({ level: 1 }), createWriteStream(path));
  return items;
}

function* itemsOf(files: number, lookers: readonly Profile[]): Generator<Item> {
  for (const looker of lookers) yield profileItem(looker);
  for (let number = 0; number < membersOf(files); number++) yield profileItem(member(number));
  for (let number = 0; number < files; number++) {
    const stored = file(number);
    yield putFile(stored).Put?.Item as Item;
    if (isLiked(number)) {
      const liker = number % 2 === 0 ? lookers[(number / 10) % lookers.length]?.userId : undefined;
      yield likeItem(liker ?? memberId(number % membersOf(files)), stored.key, stored.uploadedAt);
    }
  }
}

/** As `createProfile` and `changeDepth` leave it. */
function profileItem(profile: Profile): Item {
  const name = profile.username.toLowerCase();
  return {
    ...profileKey(profile.userId),
    ...profile,
    ...profileDepthAttributes(profile),
    textOrder: name,
    searchText: name,
  };
}

/** As `setLike` writes it. */
function likeItem(userId: string, id: string, likedAt: string): Item {
  return { ...likeKey(userId, fileKey(id)), likedAt };
}

/** The table holds strings and numbers only. */
function inDynamoDbJson(item: Item): Record<string, { S: string } | { N: string }> {
  const entries = Object.entries(item).map(([name, value]) => {
    if (typeof value === 'string') return [name, { S: value }];
    if (typeof value === 'number') return [name, { N: String(value) }];
    throw new Error(`The bench cannot write ${name}: it is neither a string nor a number.`);
  });
  return Object.fromEntries(entries);
}
