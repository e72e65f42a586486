/** One page of a list: its rows, and the cursor of the next page. */
type Page<Row> = readonly [rows: readonly Row[], cursor: string | null];

/** Maximum pages of a list. No list in the tests has as many, so this stops an endless list. */
const MAX_PAGES = 3000;

/**
 * Reads all pages of a list.
 *
 * @param read - reads one page; receives `{}` for the first page
 */
export async function readAllPages<Row>(
  read: (after: { cursor?: string }) => Promise<Page<Row>>,
): Promise<(readonly Row[])[]> {
  const pages: (readonly Row[])[] = [];
  let next: string | null | undefined;
  do {
    const [rows, cursor] = await read(next ? { cursor: next } : {});
    pages.push(rows);
    next = cursor;
  } while (next !== null && pages.length < MAX_PAGES);

  if (next !== null) throw new Error(`The list didn't end after ${MAX_PAGES} pages`);
  return pages;
}
