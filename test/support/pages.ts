/** One page of a list: its rows, and the cursor of the next. */
type Page<Row> = readonly [rows: readonly Row[], cursor: string | null];

/** More pages than any list of a test has: one that does not end is a defect. */
const MAX_PAGES = 3000;

/**
 * All pages of a list, to its end.
 *
 * @param read - asks for one page; is given nothing for the first
 */
export async function everyPage<Row>(
  read: (after: { cursor?: string }) => Promise<Page<Row>>,
): Promise<(readonly Row[])[]> {
  const pages: (readonly Row[])[] = [];
  let next: string | null | undefined;
  do {
    const [rows, cursor] = await read(next ? { cursor: next } : {});
    pages.push(rows);
    next = cursor;
  } while (next !== null && pages.length < MAX_PAGES);
  if (next !== null) throw new Error(`The list has not ended after ${MAX_PAGES} pages`);
  return pages;
}
