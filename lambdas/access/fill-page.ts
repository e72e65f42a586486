import type { DepthPage, DepthPosition } from '../table/depth-query.ts';

/** Maximum number of reads per page. Bounds the cost of a page if most items are hidden. */
const MAX_READS = 5;

/** One page of a list, before the access rule. */
type RowPage<Row> = Pick<DepthPage, 'next'> &
  Partial<Pick<DepthPage, 'nextAfter'>> & {
    readonly rows: readonly Row[];
  };

/** A page of a list, after the access rule. */
interface FilledPage<Row, Item> {
  readonly items: Item[];
  /** All rows that were read, including rows of hidden items. */
  readonly rows: Row[];
  /** Where the next page begins; null after the last page. */
  readonly next: DepthPosition | null;
  /** Returns where the next page begins if this page ends after its first `count` rows. */
  nextAfter(count: number): DepthPosition | null;
}

/**
 * Reads a page of a list. Reads a further row for each row whose item the access rule omits, so that the page is full
 * even if the index still has rows of hidden items.
 *
 * @param read - reads rows from a position on
 * @param load - returns the visible items of rows, in the order of the rows; can load other data while rows are read
 */
export async function fillPage<Row, Item>(
  { limit, from }: { readonly limit: number; readonly from: DepthPosition },
  read: (page: { readonly limit: number; readonly from: DepthPosition }) => Promise<RowPage<Row>>,
  load: (pendingRows: Promise<readonly Row[]>) => Promise<readonly Item[]>,
): Promise<FilledPage<Row, Item>> {
  const pages: RowPage<Row>[] = [];
  const items: Item[] = [];
  let position: DepthPosition | null = from;

  let missingCount = limit;
  while (missingCount > 0 && position && pages.length < MAX_READS) {
    const pendingPage = read({ limit: missingCount, from: position });
    const loadedItems = await load(pendingPage.then(({ rows }) => rows));
    const page = await pendingPage;

    pages.push(page);
    items.push(...loadedItems);
    // Counts hidden rows only, not rows that the index lacks: a filter of the list may return a short page.
    missingCount = page.rows.length - loadedItems.length;
    position = page.next;
  }

  return {
    items,
    rows: pages.flatMap(({ rows }) => rows),
    next: position,
    nextAfter: (count) => positionAfter(pages, count),
  };
}

/** Returns where a list continues after the first `count` rows of these pages. */
function positionAfter<Row>(pages: readonly RowPage<Row>[], count: number): DepthPosition | null {
  const [page, ...laterPages] = pages;
  if (!page) return null;
  if (count > page.rows.length && laterPages.length > 0) return positionAfter(laterPages, count - page.rows.length);

  return page.nextAfter?.(count) ?? page.next;
}
