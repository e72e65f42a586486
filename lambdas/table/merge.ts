/**
 * The k-way merge of the depth index: many ordered sources, read in batches, become one ordered page.
 */

/** How far a source has been consumed: not at all, to its end, or up to and including a position. */
export type Progress<Position> = 'start' | 'end' | { readonly after: Position };

/** Part of a source. Rows may be fewer than were evaluated, even none, when the source filters. */
interface Batch<Row, Position> {
  readonly rows: readonly Row[];
  /** Where the source goes on after this batch. */
  readonly next: Progress<Position>;
  /** Rows that the source looked at. */
  readonly evaluated: number;
}

/** Reads up to `count` rows after a point. Each source is ordered as the merge is. */
export type Source<Row, Position> = (
  from: Exclude<Progress<Position>, 'end'>,
  count: number,
) => Promise<Batch<Row, Position>>;

interface Merge<Row, Position> {
  readonly sources: readonly Source<Row, Position>[];
  /** How far each source was consumed by the pages before. */
  readonly progress: readonly Progress<Position>[];
  /** Negative when the first row comes before the second. Rows that compare equal come in the order of sources. */
  readonly compare: (a: Row, b: Row) => number;
  readonly positionOf: (row: Row) => Position;
  /** Rows wanted. */
  readonly limit: number;
  /** Rows to ask of each source at first. A source that goes on filtering everything away is asked for more. */
  readonly batch: number;
  /** Rows that may be evaluated before the page is answered as it is. One round may overshoot it. */
  readonly budget: number;
  /** Whether nobody asks for a further page: then a full one reads nothing more to learn whether there is one. */
  readonly onePage?: boolean | undefined;
}

interface Page<Row, Position> {
  readonly rows: Row[];
  /** How far each source is consumed now. */
  readonly progress: Progress<Position>[];
  /** Whether every source has ended: there is no further page. */
  readonly ended: boolean;
}

const LARGEST_BATCH = 500;

interface Reader<Row, Position> {
  readonly source: Source<Row, Position>;
  /** Read, and not taken yet. */
  buffer: readonly Row[];
  taken: number;
  /** Consumed up to here. */
  progress: Progress<Position>;
  /** Read up to here. */
  reach: Progress<Position>;
  count: number;
}

/**
 * One page of the merged order. Pages that follow one another by their progress hold every row once, whatever their
 * sizes. Its cost depends on the number of sources and the page, never on how many rows exist.
 */
export async function mergePage<Row, Position>(merge: Merge<Row, Position>): Promise<Page<Row, Position>> {
  const readers = merge.sources.map((source, index): Reader<Row, Position> => {
    const progress = merge.progress[index] ?? 'start';
    return { source, buffer: [], taken: 0, progress, reach: progress, count: merge.batch };
  });
  const rows: Row[] = [];
  let evaluated = 0;
  for (;;) {
    const full = rows.length === merge.limit;
    // A full page reads on only while nothing tells whether another row follows, so that no page is empty in vain.
    if (full && (merge.onePage || readers.some((reader) => !isDrained(reader)))) break;
    const waiting = readers.filter((reader) => isDrained(reader) && reader.reach !== 'end');
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
  if (reader.reach === 'end') return 0;
  const { rows, next, evaluated } = await reader.source(reader.reach, reader.count);
  reader.buffer = rows;
  reader.taken = 0;
  reader.reach = next;
  reader.count = Math.min(LARGEST_BATCH, reader.count * 2);
  if (rows.length === 0) reader.progress = next;
  return evaluated;
}

function take<Row, Position>(reader: Reader<Row, Position>, positionOf: (row: Row) => Position): Row {
  const row = reader.buffer[reader.taken++]!;
  reader.progress = isDrained(reader) ? reader.reach : { after: positionOf(row) };
  return row;
}

function firstOf<Row, Position>(
  readers: readonly Reader<Row, Position>[],
  compare: (a: Row, b: Row) => number,
): Reader<Row, Position> | undefined {
  let first: Reader<Row, Position> | undefined;
  for (const reader of readers) {
    if (isDrained(reader)) continue;
    if (!first || compare(reader.buffer[reader.taken]!, first.buffer[first.taken]!) < 0) first = reader;
  }
  return first;
}

function isDrained<Row, Position>(reader: Reader<Row, Position>): boolean {
  return reader.taken === reader.buffer.length;
}
