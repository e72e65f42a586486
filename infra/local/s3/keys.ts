import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import FilesystemStore from 's3rver/lib/stores/filesystem.js';

/** Bytes of a file name that every file system takes, with room for s3rver's own suffixes. */
const LONGEST_NAME = 180;
const OBJECT = '._S3rver_object';
/** Beside a file or folder whose name stands for another: holds the true segment of the key. */
const SEGMENT = '._S3rver_segment';

/**
 * A segment of a key as a file name. A long one keeps its beginning and is told apart by a hash of the whole; so are
 * the two names that mean something else to a file system.
 */
export function fileNameOf(segment: string): string {
  const bytes = Buffer.from(segment);
  if (bytes.length <= LONGEST_NAME && segment !== '.' && segment !== '..') return segment;
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  return `${bytes
    .subarray(0, LONGEST_NAME - 40)
    .toString('utf8')
    .replace(/\uFFFD+$/, '')}~${hash}`;
}

/** S3 orders keys by their bytes in UTF-8, which is not how JavaScript compares strings. */
export function compareKeys(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Which keys of a bucket are wanted. */
export interface KeyRange {
  readonly prefix: string;
  /** Keys up to and including this one are left out. */
  readonly after: string;
}

/**
 * The keys of a bucket in S3's order. Folders are read one after another as the keys are asked for, and those outside
 * the range not at all: a page of a large bucket costs a page.
 */
export function keysIn(bucketFolder: string, range: KeyRange): AsyncGenerator<string> {
  return walk(bucketFolder, '', range);
}

async function* walk(folder: string, path: string, range: KeyRange): AsyncGenerator<string> {
  const { prefix, after } = range;
  for (const { name, folder: inner } of await entriesOf(folder)) {
    const key = path + name;
    if (inner === undefined) {
      if (key.startsWith(prefix) && compareKeys(key, after) > 0) yield key;
      continue;
    }
    const holdsPrefixed = key.startsWith(prefix) || prefix.startsWith(key);
    const holdsLater = after.startsWith(key) || compareKeys(key, after) > 0;
    if (holdsPrefixed && holdsLater) yield* walk(inner, key, range);
  }
}

/** What a folder holds, by the true names. A folder's ends with the slash by which its keys are ordered. */
async function entriesOf(folder: string): Promise<{ name: string; folder?: string }[]> {
  const files = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const recorded = new Set(files.map(({ name }) => name).filter((name) => name.endsWith(SEGMENT)));
  const trueName = async (name: string) =>
    recorded.has(name + SEGMENT)
      ? await readFile(join(folder, name + SEGMENT), 'utf8')
      : FilesystemStore.decodeKeyPath(name);
  const entries = await Promise.all(
    files.map(async (file) => {
      if (file.isDirectory()) return { name: `${await trueName(file.name)}/`, folder: join(folder, file.name) };
      if (!file.name.endsWith(OBJECT)) return undefined;
      return { name: await trueName(file.name.slice(0, -OBJECT.length)) };
    }),
  );
  return entries.filter((entry) => entry !== undefined).sort((a, b) => compareKeys(a.name, b.name));
}
