import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { buildFilePut, type StoredFile } from '../../../lambdas/table/file.ts';
import type { ItemKey } from '../../../lambdas/table/item-types.ts';
import { digestOfMember, fileKey, likeKey, profileKey } from '../../../lambdas/table/keys.ts';
import { type Profile, profileDepthAttributes, searchAttributes } from '../../../lambdas/table/profile.ts';
import { buildLedger, toLedgerItem } from './ledgers.ts';
import { buildFile, buildMember, countUploaders, FILES_PER_MEMBER, hasLike, memberId } from './population.ts';

/** An item of the table, as the document client writes it. */
export type Item = Readonly<Record<string, unknown>>;

/** Number of items per write to the stream. Balances the overhead of writes against memory. */
const CHUNK_SIZE = 500;

/**
 * Writes items in the format of a DynamoDB export.
 *
 * @returns the number of items
 */
export async function writeExport(path: string, items: Iterable<Item>): Promise<number> {
  let writtenItems = 0;

  const lines = function* () {
    let chunk: string[] = [];
    for (const item of items) {
      writtenItems++;
      chunk.push(`${JSON.stringify({ Item: toDynamoDbItem(item) })}\n`);
      if (chunk.length < CHUNK_SIZE) continue;
      yield chunk.join('');
      chunk = [];
    }
    yield chunk.join('');
  };

  await pipeline(lines, createGzip({ level: 1 }), createWriteStream(path));
  return writtenItems;
}

/**
 * Generates files, their uploaders, and likes.
 *
 * @param viewers - profiles of viewers, who also like some files
 * @param others - profiles of further members, who have neither files nor likes
 */
export function* generateFileCommunity(
  fileCount: number,
  viewers: readonly Profile[],
  others: readonly Profile[] = [],
): Generator<Item> {
  for (const member of [...viewers, ...others]) yield* generateMember(member);
  for (let number = 0; number < countUploaders(fileCount); number++) {
    yield* generateMember(buildMember(number), buildFilesOfMember(number, fileCount));
  }
  yield* generateFilesAndLikes(fileCount, viewers);
}

/** Generates a member's profile and ledger entries. */
export function* generateMember(plannedProfile: Profile, files: readonly StoredFile[] = []): Generator<Item> {
  const { profile, entries } = buildLedger(plannedProfile, files);
  yield toProfileItem(profile);
  for (const entry of entries) yield toLedgerItem(entry);
}

/** Builds a member's files. The community has only the first `fileCount` files of the sequence. */
export function buildFilesOfMember(memberNumber: number, fileCount: number): StoredFile[] {
  const firstNumber = memberNumber * FILES_PER_MEMBER;
  const count = Math.max(0, Math.min(FILES_PER_MEMBER, fileCount - firstNumber));
  return Array.from({ length: count }, (_, index) => buildFile(firstNumber + index));
}

/** Generates files and their likes. */
export function* generateFilesAndLikes(fileCount: number, viewers: readonly Profile[]): Generator<Item> {
  for (let number = 0; number < fileCount; number++) {
    const storedFile = buildFile(number);
    if (!hasLike(number)) {
      yield buildFilePut(storedFile).Put?.Item as Item;
      continue;
    }

    // A file with a like and an even number has a multiple of 10. Without viewers, an uploader likes the file.
    const viewer = number % 2 === 0 ? viewers[(number / 10) % viewers.length]?.userId : undefined;
    const liker = viewer ?? memberId(number % countUploaders(fileCount));
    yield buildFilePut({ ...storedFile, likers: new Set([digestOfMember(liker)]) }).Put?.Item as Item;
    yield toLikeItem(liker, fileKey(storedFile.key), storedFile.uploadedAt);
  }
}

/** Returns the item of a profile as `createProfile`, `editProfile`, and `changeDepth` would leave it. */
function toProfileItem(profile: Profile): Item {
  return {
    ...profileKey(profile.userId),
    ...profile,
    ...profileDepthAttributes(profile),
    ...searchAttributes(profile),
  };
}

/** Returns the item that `setLike` would store. */
export function toLikeItem(userId: string, likedKey: ItemKey, likedAt: string): Item {
  return { ...likeKey(userId, likedKey), likedAt };
}

/** A value in DynamoDB JSON. */
type Value = { S: string } | { N: string } | { SS: string[] } | { M: Record<string, Value> };

/** Converts an item to DynamoDB JSON. Supports strings, numbers, sets of strings, and maps of them. */
function toDynamoDbItem(item: Item): Record<string, Value> {
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, toDynamoDbValue(value)]));
}

/** @throws Error if the type of the value is not supported */
function toDynamoDbValue(value: unknown): Value {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: String(value) };
  if (value instanceof Set) return { SS: [...value] };
  if (typeof value === 'object' && value !== null) return { M: toDynamoDbItem(value as Item) };
  throw new Error(`Unsupported value: ${value}`);
}
