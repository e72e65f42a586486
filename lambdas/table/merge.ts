/**
 * The k-way merge of the depth index: merges many ordered sources, read in batches, into one ordered page.
 */

/** How far a source has been consumed: not at all, to its end, or up to and including a position. */
export type Progress<Position> = 'start' | 'end' | { readonly after: Position };

/** Part of a source. A source that filters may return fewer rows than it evaluated. */
interface Batch<Row, Position> {
  readonly rows: readonly Row[];
  /** Where the source continues after this batch. */
  readonly next: Progress<Position>;
  /** Rows that the source read before filtering. */
  readonly evaluated: number;
}

/** Reads up to `count` rows after a position, in the order of the merge. */
export type Source<Row, Position> = (
  from: Exclude<Progress<Position>, 'end'>,
  count: number,
) => Promise<Batch<Row, Position>>;

interface Merge<Row, Position> {
  readonly sources: readonly Source<Row, Position>[];
  /** How far the previous pages consumed each source. */
  readonly progress: readonly Progress<Position>[];
  /** Negative when the first row comes before the second. Rows that compare equal come in the order of sources. */
  readonly compare: (a: Row, b: Row) => number;
  readonly positionOf: (row: Row) => Position;
  /** Maximum rows of the page. */
  readonly limit: number;
  /** Size of the first batch of each source. Each further batch is twice as large. */
  readonly batch: number;
  /** Maximum rows evaluated; the page may then be incomplete. One round may exceed it. */
  readonly budget: number;
  /** Set when the caller never requests a second page; a full page then doesn't check whether more rows exist. */
  readonly onePage?: boolean | undefined;
}

interface Page<Row, Position> {
  readonly rows: Row[];
  /** How far each source is consumed now. */
  readonly progress: Progress<Position>[];
  /** Whether every source has ended, so that no further page exists. */
  readonly ended: boolean;
}

const MAX_BATCH = 500;

interface Reader<Row, Position> {
  readonly source: Source<Row, Position>;
  /** The latest batch. */
  buffer: readonly Row[];
  /** Number of rows of the buffer that the page has taken. */
  consumed: number;
  /** The position up to which rows are consumed. */
  progress: Progress<Position>;
  /** The position up to which rows are read. */
  readTo: Progress<Position>;
  /** Size of the next batch. */
  count: number;
}

/**
 * Reads one page of the merged order. Consecutive pages contain every row once, whatever their sizes. The cost depends
 * on the number of sources and the page size, not on the number of rows that exist.
 */
export async function mergePage<Row, Position>(merge: Merge<Row, Position>): Promise<Page<Row, Position>> {
  const readers = merge.sources.map((source, index): Reader<Row, Position> => {
    const progress = merge.progress[index] ?? 'start';
    return { source, buffer: [], consumed: 0, progress, readTo: progress, count: merge.batch };
  });
  const rows: Row[] = [];
  let evaluated = 0;
  for (;;) {
    const full = rows.length === merge.limit;
    // A full page reads on until it is clear whether another row follows, so that the next page isn't empty.
    if (full && (merge.onePage || readers.some((reader) => !isDrained(reader)))) break;
    const waiting = readers.filter((reader) => isDrained(reader) && reader.readTo !== 'end');
    if (waiting.length > 0) {
      if (evaluated >= merge.budget) break;
      evaluated += (await Promise.all(waiting.map(refill))).reduce((sum, count) => sum + count, 0);
      continue;
    }
    if (full) break;
    const first = firstOf(readers, merge.compare);
    if (!first) break;
    rows.push(take(first, merge.positionOf));
  }
  const progress = readers.map((reader) => reader.progress);
  return { rows, progress, ended: progress.every((point) => point === 'end') };
}

async function refill<Row, Position>(reader: Reader<Row, Position>): Promise<number> {
  if (reader.readTo === 'end') return 0;
  const { rows, next, evaluated } = await reader.source(reader.readTo, reader.count);
  reader.buffer = rows;
  reader.consumed = 0;
  reader.readTo = next;
  reader.count = Math.min(MAX_BATCH, reader.count * 2);
  if (rows.length === 0) reader.progress = next;
  return evaluated;
}

function take<Row, Position>(reader: Reader<Row, Position>, positionOf: (row: Row) => Position): Row {
  const row = reader.buffer[reader.consumed++]!;
  reader.progress = isDrained(reader) ? reader.readTo : { after: positionOf(row) };
  return row;
}

function firstOf<Row, Position>(
  readers: readonly Reader<Row, Position>[],
  compare: (a: Row, b: Row) => number,
): Reader<Row, Position> | undefined {
  let first: Reader<Row, Position> | undefined;
  for (const reader of readers) {
    if (isDrained(reader)) continue;
    if (!first || compare(reader.buffer[reader.consumed]!, first.buffer[first.consumed]!) < 0) first = reader;
  }
  return first;
}

function isDrained<Row, Position>(reader: Reader<Row, Position>): boolean {
  return reader.consumed === reader.buffer.length;
}
