/** Paths of files that are named after S3 keys. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Hexadecimal digits of a key per path segment. `files/` and a member's ID fill one segment: the member's folder. */
const SEGMENT = /.{1,80}/g;
const SUFFIX = '.json';

/**
 * Returns the path of a key's JSON file below a folder: the key in hexadecimal, cut into segments.
 *
 * Hexadecimal is safe for any Unicode name on any file system. It sorts like the key's bytes, as S3's lists do.
 */
export function toKeyPath(folder: string, key: string): string {
  return join(folder, ...(toHex(key).match(SEGMENT) ?? [])) + SUFFIX;
}

/** Returns a key's bytes in hexadecimal. The results sort as S3 sorts the keys. */
export function toHex(key: string): string {
  return Buffer.from(key).toString('hex');
}

/** Passed to `catch`: turns a missing file into undefined. */
export function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/**
 * Yields the keys below a folder that start with `prefix` and come after `after`, in S3's order.
 *
 * Reads folders lazily and skips folders outside the range, so that a page doesn't read the whole of a large bucket.
 */
export async function* walkKeys(
  folder: string,
  { prefix, after }: { readonly prefix: string; readonly after: string },
): AsyncGenerator<string> {
  for await (const path of walk(folder, '', { prefix: toHex(prefix), after: toHex(after) })) {
    yield Buffer.from(path, 'hex').toString();
  }
}

async function* walk(
  folder: string,
  path: string,
  range: Readonly<Record<'prefix' | 'after', string>>,
): AsyncGenerator<string> {
  const { prefix, after } = range;
  const entries = (await readdir(folder, { withFileTypes: true }).catch(undefinedIfMissing)) ?? [];
  // A key precedes the longer keys in the folder of the same name: "." sorts before "/" and digits.
  const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).sort();

  for (const name of names) {
    if (name.endsWith(SUFFIX)) {
      const hexKey = path + name.slice(0, -SUFFIX.length);
      if (hexKey.startsWith(prefix) && hexKey > after) yield hexKey;
      continue;
    }

    const hexPath = path + name.slice(0, -1);
    const hasPrefix = hexPath.startsWith(prefix) || prefix.startsWith(hexPath);
    const isAfter = hexPath > after || after.startsWith(hexPath);
    if (hasPrefix && isAfter) yield* walk(join(folder, name), hexPath, range);
  }
}
