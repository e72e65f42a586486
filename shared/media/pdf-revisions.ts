import { toLatin1 } from './bytes.ts';

/** The marker at the end of a document. */
const END_OF_FILE = '%%EOF';

/** Bytes at both ends of a file that readers search for the header and the last index. */
const SEARCHED_BYTES = 1024;

/**
 * Bytes of an index that are searched at a time for the link to the index before it. The PDF specification calls an
 * index a cross-reference table or stream.
 */
const INDEX_WINDOW_BYTES = 64 * 1024;

/** Bytes that two windows share, so that no word and no link is cut. */
const WINDOW_OVERLAP_BYTES = 64;

/** Returns whether bytes before the header or after the end are not part of the document. */
export function hasOuterBytes(bytes: Uint8Array): boolean {
  const tail = toLatin1(bytes.subarray(-SEARCHED_BYTES));
  const end = tail.lastIndexOf(END_OF_FILE);
  const hasHeader = toLatin1(bytes.subarray(0, 5)) === '%PDF-';
  return !hasHeader || end < 0 || tail.slice(end + END_OF_FILE.length).trim() !== '';
}

/**
 * Returns the number of times that a document was saved, from the chain of its indexes. A document prepared for the web
 * has two indexes from the start.
 */
export function countRevisions(bytes: Uint8Array): number {
  const tail = toLatin1(bytes.subarray(-SEARCHED_BYTES));
  let position: number | undefined = Number(/.*startxref\s+(\d+)/s.exec(tail)?.[1]);
  const seenPositions = new Set<number>();

  while (position !== undefined && position < bytes.length && !seenPositions.has(position)) {
    seenPositions.add(position);
    position = findPreviousIndex(bytes, position);
  }

  const isPreparedForWeb = toLatin1(bytes.subarray(0, SEARCHED_BYTES)).includes('/Linearized');
  return isPreparedForWeb ? Math.max(1, seenPositions.size - 1) : seenPositions.size;
}

/** Returns the position of the index that precedes the index at a position. */
function findPreviousIndex(bytes: Uint8Array, position: number): number | undefined {
  for (let start = position; start < bytes.length; start += INDEX_WINDOW_BYTES) {
    const text = toLatin1(bytes.subarray(start, start + INDEX_WINDOW_BYTES + WINDOW_OVERLAP_BYTES));
    const end = /startxref|stream/.exec(text)?.index ?? text.length;
    const previousPosition = /\/Prev\s+(\d+)/.exec(text.slice(0, end))?.[1];
    if (previousPosition !== undefined) return Number(previousPosition);
    if (end < text.length) return undefined;
  }

  return undefined;
}
