/**
 * Maximum bytes of the items of one page. Lambda rejects responses of more than 6,291,556 bytes ("Lambda quotas" in the
 * Lambda developer guide: 6 MB). Gzipped bodies are sent as Base64, which adds a third: 4 MiB that gzip can't shrink
 * become 5.6 MB, and still fit.
 */
export const MAX_PAGE_BYTES = 4 * 1024 * 1024;

/**
 * Returns the number of items of a page that fit into its response. Returns at least one for a page with items, because
 * otherwise the list would never pass an item that is too long.
 *
 * Without gzip, the body is a string inside the JSON that Lambda receives. Its quotes and backslashes are escaped
 * twice, so this function measures items after two JSON.stringify calls.
 *
 * @param items - the items, in the format of the response's body
 */
export function countFitting(items: readonly object[]): number {
  let bytes = 0;
  const firstExcessIndex = items.findIndex((item) => {
    bytes += Buffer.byteLength(JSON.stringify(JSON.stringify(item)));
    return bytes > MAX_PAGE_BYTES;
  });

  return firstExcessIndex === -1 ? items.length : Math.max(1, firstExcessIndex);
}
