/**
 * Maximum bytes of the items of one page. Lambda rejects responses of more than 6,291,556 bytes ("Lambda quotas" in the
 * Lambda developer guide: 6 MB). The rest is for a body that gzip can't shrink: Base64 adds a third to it.
 */
export const MAX_PAGE_BYTES = 4 * 1024 * 1024;

/**
 * Returns the number of items of a page that fit into its response, at least one.
 *
 * Counts the bytes that Lambda receives without gzip: the body is a text in the JSON of the result, so JSON escapes its
 * quotes and backslashes a second time.
 *
 * @param items - the items, in the format of the response's body
 */
export function countFitting(items: readonly object[]): number {
  let bytes = 0;
  const end = items.findIndex((item) => {
    bytes += Buffer.byteLength(JSON.stringify(JSON.stringify(item)));
    return bytes > MAX_PAGE_BYTES;
  });
  return end === -1 ? items.length : Math.max(1, end);
}
