/*
 * The sources of a merge (`merge.ts`): ordered lists that are read in batches.
 */

/**
 * The position at which a source begins to read: at its first row, after one of its rows, at the rows that compare
 * equal to a row of another source (`from`), or after those rows (`beyond`).
 */
export type Start<Position> =
  | 'start'
  | { readonly after: Position }
  | { readonly from: Position }
  | { readonly beyond: Position };

/** Part of a source. A source that filters may return fewer rows than it evaluated. */
export interface Batch<Row, Position> {
  readonly rows: readonly Row[];
  /** The last evaluated row, where the source continues; `end` after its last row. */
  readonly next: 'end' | { readonly after: Position };
  /** Rows that the source read before filtering. */
  readonly evaluatedCount: number;
}

/** An ordered list that the merge reads in batches. */
export interface Source<Row, Position> {
  /** Reads about `count` rows in the order of the merge. */
  read(start: Start<Position>, count: number): Promise<Batch<Row, Position>>;
  /** Whether the source may drop rows that it reads. */
  readonly isFiltered: boolean;
}
