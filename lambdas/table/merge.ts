/**
 * The k-way merge of the depth index: merges many ordered sources, read in batches, into one ordered page.
 *
 * The merged order is total: rows that compare equal come in the order of their sources, and rows of one source in its
 * own order. So one position describes how far all sources are consumed.
 */

import type { Batch, Source, Start } from './merge-source.ts';

/** Where a page of the merged order begins. The first page has no fields. */
export interface MergePosition<Position> {
  /** The last row of the merged order that earlier pages have evaluated. */
  readonly after?: Position | undefined;
  /** The index of the source of that row; 0 by default. */
  readonly source?: number | undefined;
  /** One digit per source: `1` if earlier pages have consumed it to its end. */
  readonly ended?: string | undefined;
}

/** The sources of a merge, their order, and the bounds of a page. */
interface Merge<Row, Position> {
  readonly sources: readonly Source<Row, Position>[];
  /** Where the page begins. */
  readonly from: MergePosition<Position>;
  /** Negative when the row at the first position comes before the one at the second. */
  readonly compare: (a: Position, b: Position) => number;
  readonly positionOf: (row: Row) => Position;
  /** Maximum rows of the page. */
  readonly limit: number;
  /** Size of the first batch of each source. Later batches have the rows that the page still needs. */
  readonly firstBatchSize: number;
  /** Maximum rows evaluated; the page may then be incomplete. One round may exceed it. */
  readonly budget: number;
  /**
   * Maximum rounds of parallel reads; the page may then be incomplete. Two rounds complete every page of unfiltered
   * sources, unless DynamoDB cuts a batch at 1 MB.
   */
  readonly maxRounds: number;
  /** Set when the caller never requests a second page; a full page then doesn't check whether more rows exist. */
  readonly onePage?: boolean | undefined;
}

/** One page of the merged order. */
interface Page<Row, Position> {
  readonly rows: Row[];
  /** Where the next page begins; null if every source has ended. */
  readonly next: MergePosition<Position> | null;
  /**
   * Returns where the next page begins if this page ends earlier.
   *
   * @param count - rows of this page that are returned: from 1 to all
   */
  nextAfter(count: number): MergePosition<Position> | null;
}

/** A filtered source reads this multiple of the rows that its share of matching rows suggests. */
const FILTER_MARGIN = 1.5;

/** A source while a page is built, and the rows that were read from it. */
interface Reader<Row, Position> {
  readonly source: Source<Row, Position>;
  readonly index: number;
  readonly start: Start<Position>;
  /** Rows that were read. */
  buffer: readonly Row[];
  /** Number of rows of the buffer that the page has taken. */
  takenCount: number;
  /** The position up to which rows are read; undefined before the first batch. */
  readTo: Batch<Row, Position>['next'] | undefined;
  /** Number of evaluated rows. */
  evaluatedCount: number;
  /** Number of evaluated rows that matched the filter. */
  matchedCount: number;
}

/**
 * Reads one page of the merged order. Consecutive pages of any sizes contain every row once. The cost depends on the
 * number of sources and the page size, not on the number of rows that exist.
 */
export async function mergePage<Row, Position>(merge: Merge<Row, Position>): Promise<Page<Row, Position>> {
  const readers = merge.sources.map((source, index) => createReader(source, index, merge));
  const draft: PageDraft<Row, Position> = { rows: [], sourcesOfRows: [], position: merge.from };
  let evaluatedCount = 0;

  for (let round = 0; ; round++) {
    const { firstReader, waitingReaders } = takeRows(readers, draft, merge);

    // A full page reads on until it is clear whether another row follows, so that the next page isn't empty.
    if (draft.rows.length === merge.limit && (merge.onePage || firstReader)) break;
    if (waitingReaders.length === 0) break;
    if (round >= merge.maxRounds || evaluatedCount >= merge.budget) {
      // All rows up to the position of the slowest reader are returned, or don't match the filters.
      const slowestReader = waitingReaders[0]!;
      draft.position = { after: readToOf(slowestReader), source: slowestReader.index };
      break;
    }

    const reads = planReads(readers, draft.rows.length, merge.budget - evaluatedCount, merge);
    const counts = await Promise.all(reads.map(([reader, count]) => refill(reader, count)));
    evaluatedCount += counts.reduce((sum, count) => sum + count, 0);
  }

  return buildPage(readers, draft, merge);
}

/** A page while it is built. */
interface PageDraft<Row, Position> {
  readonly rows: Row[];
  /** The index of the source of each row. */
  readonly sourcesOfRows: number[];
  /** Where the next page begins, without the sources that have ended. */
  position: MergePosition<Position>;
}

/**
 * Moves rows from the buffers to the page, in the merged order, until the page is full or a reader must read first.
 *
 * @returns the reader with the next row, if a buffer has one, and the readers that must read
 */
function takeRows<Row, Position>(
  readers: readonly Reader<Row, Position>[],
  draft: PageDraft<Row, Position>,
  merge: Merge<Row, Position>,
) {
  for (;;) {
    const firstReader = findFirstReader(readers, merge);
    const waitingReaders = findWaitingReaders(readers, firstReader, merge);
    const isFull = draft.rows.length >= merge.limit;
    if (!firstReader || waitingReaders.length > 0 || isFull) return { firstReader, waitingReaders };

    const row = headOf(firstReader);
    firstReader.takenCount++;

    draft.rows.push(row);
    draft.sourcesOfRows.push(firstReader.index);
    draft.position = { after: merge.positionOf(row), source: firstReader.index };
  }
}

function buildPage<Row, Position>(
  readers: readonly Reader<Row, Position>[],
  { rows, sourcesOfRows, position }: PageDraft<Row, Position>,
  merge: Merge<Row, Position>,
): Page<Row, Position> {
  const endedDigits = readers.map((reader) => (hasEnded(reader) ? '1' : '0')).join('');
  const next = endedDigits.includes('0')
    ? { after: position.after, source: position.source, ended: endedDigits }
    : null;

  const nextAfter = (count: number) => {
    if (count === rows.length) return next;

    // The sources of the omitted rows haven't ended for a shorter page.
    const unfinishedSources = new Set(sourcesOfRows.slice(count));
    return {
      after: merge.positionOf(rows[count - 1]!),
      source: sourcesOfRows[count - 1],
      ended: endedDigits.replace(/./g, (digit, index) => (unfinishedSources.has(index) ? '0' : digit)),
    };
  };

  return { rows, next, nextAfter };
}

function createReader<Row, Position>(
  source: Source<Row, Position>,
  index: number,
  { from }: Merge<Row, Position>,
): Reader<Row, Position> {
  const readTo = from.ended?.[index] === '1' ? 'end' : undefined;
  return {
    source,
    index,
    start: startOf(index, from),
    buffer: [],
    takenCount: 0,
    readTo,
    evaluatedCount: 0,
    matchedCount: 0,
  };
}

function startOf<Position>(index: number, { after, source = 0 }: MergePosition<Position>): Start<Position> {
  if (after === undefined) return 'start';
  if (index === source) return { after };
  return index < source ? { beyond: after } : { from: after };
}

/**
 * Returns the readers that must read before the page can take its next row. The reader that is farthest behind is
 * first.
 *
 * @param firstReader - the reader with the first row of all buffers. A reader that has already read past this row can
 *   wait.
 */
function findWaitingReaders<Row, Position>(
  readers: readonly Reader<Row, Position>[],
  firstReader: Reader<Row, Position> | undefined,
  { compare, positionOf }: Merge<Row, Position>,
): readonly Reader<Row, Position>[] {
  const drainedReaders = readers.filter((reader) => isDrained(reader) && reader.readTo !== 'end');
  const newReaders = drainedReaders.filter(({ readTo }) => readTo === undefined);
  if (newReaders.length > 0) return newReaders;

  return drainedReaders
    .filter((reader) => {
      if (!firstReader) return true;
      const order = compare(readToOf(reader), positionOf(headOf(firstReader)));
      return order < 0 || (order === 0 && reader.index < firstReader.index);
    })
    .sort((a, b) => compare(readToOf(a), readToOf(b)) || a.index - b.index);
}

/**
 * Returns the readers that read in the next round, each with its number of rows.
 *
 * A reader needs no further rows if enough rows of all buffers come before its own unread rows. Otherwise it reads as
 * many rows as the page lacks at the position that it has read to. So unfiltered sources complete the page in this
 * round.
 */
function planReads<Row, Position>(
  readers: readonly Reader<Row, Position>[],
  takenRowCount: number,
  budget: number,
  { compare, positionOf, limit, onePage, firstBatchSize }: Merge<Row, Position>,
): [Reader<Row, Position>, number][] {
  const newReaders = readers.filter(({ readTo }) => readTo === undefined);
  if (newReaders.length > 0) return newReaders.map((reader) => [reader, firstBatchSize]);

  const neededCount = limit + (onePage ? 0 : 1) - takenRowCount;
  const bufferedRows = readers.flatMap(({ buffer, takenCount, index }) =>
    buffer.slice(takenCount).map((row) => ({ position: positionOf(row), index })),
  );
  const incompleteReaders = readers.flatMap((reader) => {
    if (reader.readTo === 'end') return [];

    const readTo = readToOf(reader);
    const earlierRows = bufferedRows.filter(({ position, index }) => {
      const order = compare(position, readTo);
      return order < 0 || (order === 0 && index <= reader.index);
    });
    const missingCount = neededCount - earlierRows.length;

    return missingCount > 0 ? [{ reader, missingCount }] : [];
  });
  const filteredReaders = incompleteReaders.filter(({ reader }) => reader.source.isFiltered);

  return incompleteReaders.map(({ reader, missingCount }) => {
    if (!reader.source.isFiltered) return [reader, missingCount];

    // Adds 1 to both counts, because the share would be 0 before the first match.
    const share = (reader.matchedCount + 1) / (reader.evaluatedCount + 1);
    const likelyCount = Math.ceil((FILTER_MARGIN * missingCount) / share);
    const maxCount = Math.floor(budget / filteredReaders.length);

    return [reader, Math.max(missingCount, Math.min(likelyCount, maxCount))];
  });
}

/** Reads the next rows of a reader. Returns the number of evaluated rows. */
async function refill<Row, Position>(reader: Reader<Row, Position>, count: number): Promise<number> {
  const start = reader.readTo === undefined ? reader.start : { after: readToOf(reader) };
  const { rows, next, evaluatedCount } = await reader.source.read(start, count);

  reader.buffer = [...reader.buffer.slice(reader.takenCount), ...rows];
  reader.takenCount = 0;
  reader.readTo = next;
  reader.evaluatedCount += evaluatedCount;
  reader.matchedCount += rows.length;

  return evaluatedCount;
}

/** Returns the reader whose next row is the first of all buffers; undefined if all buffers are empty. */
function findFirstReader<Row, Position>(
  readers: readonly Reader<Row, Position>[],
  { compare, positionOf }: Merge<Row, Position>,
): Reader<Row, Position> | undefined {
  let firstReader: Reader<Row, Position> | undefined;
  for (const reader of readers) {
    if (isDrained(reader)) continue;
    if (!firstReader || compare(positionOf(headOf(reader)), positionOf(headOf(firstReader))) < 0) firstReader = reader;
  }

  return firstReader;
}

/** Returns the next row of a reader whose buffer isn't empty. */
function headOf<Row, Position>({ buffer, takenCount }: Reader<Row, Position>): Row {
  return buffer[takenCount]!;
}

/**
 * Returns the position up to which a reader has read. Only for readers that have read and haven't reached their end.
 */
function readToOf<Row, Position>({ readTo }: Reader<Row, Position>): Position {
  return (readTo as { readonly after: Position }).after;
}

function isDrained<Row, Position>(reader: Reader<Row, Position>): boolean {
  return reader.takenCount === reader.buffer.length;
}

function hasEnded<Row, Position>(reader: Reader<Row, Position>): boolean {
  return isDrained(reader) && reader.readTo === 'end';
}
