import type { ListOptions } from './stored-object.ts';

/** One page of a list of keys. */
interface KeyPage {
  readonly keys: readonly string[];
  /** The common prefixes, up to the delimiter, of the keys that aren't listed themselves. */
  readonly groups: readonly string[];
  /** The `after` of the next page. Undefined on the last page. */
  readonly next: string | undefined;
}

/**
 * Collects one page of keys and groups.
 *
 * @param keys - the keys with the prefix that come after `after`, in S3's order
 */
export async function collectKeyPage(
  keys: AsyncIterable<string>,
  { prefix, after, delimiter, limit }: ListOptions,
): Promise<KeyPage> {
  const pageKeys: string[] = [];
  const groups = new Set<string>();
  let lastEntry = '';
  let isTruncated = false;

  for await (const key of keys) {
    const delimiterStart = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
    const group = delimiterStart === -1 ? undefined : key.slice(0, delimiterStart + delimiter.length);
    // The group is already on this page, or was the last entry of the previous page.
    if (group !== undefined && (groups.has(group) || group === after)) continue;

    isTruncated = limit > 0 && pageKeys.length + groups.size >= limit;
    if (isTruncated || limit === 0) break;

    lastEntry = group ?? key;
    if (group === undefined) pageKeys.push(key);
    else groups.add(group);
  }

  return { keys: pageKeys, groups: [...groups], next: isTruncated ? lastEntry : undefined };
}
