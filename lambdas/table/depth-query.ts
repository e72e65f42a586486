import type { Micrometres } from '../../shared/rules/depth.ts';
import type { FileTypeClass } from '../../shared/rules/file-types.ts';
import { tableName } from './client.ts';
import type { Order, Position } from './cursor.ts';
import type { ItemKey, ListKind } from './item-types.ts';
import { depthCeiling } from './keys.ts';
import type { MergePosition } from './merge.ts';
import type { Start } from './merge-source.ts';
import { INDEXES } from './schema.ts';
import { Sealed } from './sealed.ts';

/** A filter condition. It may use only attributes that the indexes project. */
export interface Filter {
  readonly expression: string;
  readonly names: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, string>>;
}

/** Selects one page of a list of items at or below a depth. */
export interface DepthQuery {
  readonly kind: ListKind;
  /** Determines the order: by depth, text or number. */
  readonly index: 'ByDepth' | 'ByText' | 'ByNumber';
  /** Lists only files of this type. */
  readonly type?: FileTypeClass | undefined;
  /** Descending by default. */
  readonly ascending?: boolean;
  /** The viewer's depth. Items above it are invisible. */
  readonly depth: Micrometres;
  /**
   * Upper bound of the sort key among visible items, for descending lists. Lets the query skip invisible rows in the
   * viewer's own band.
   */
  readonly highest?: number | undefined;
  readonly limit: number;
  readonly filters: readonly Filter[];
  /** Where the page begins; an empty object for the first page. */
  readonly from: DepthPosition;
  /** The `owner` partition whose items are listed at any depth. */
  readonly own?: string | undefined;
  /**
   * Set if the caller loads the items and checks the access rule. Requests then share the rows of hot queries
   * (docs/adr/0033-sharing-hot-rows.md), unless the viewer has just published an item of this `owner` partition.
   */
  readonly share?: { readonly viewerItems?: string } | undefined;
  /** Set when the caller never requests a second page; `next` may then point to an empty page. */
  readonly onePage?: boolean;
}

/** The position in a list up to which earlier pages have read. */
export type DepthPosition = MergePosition<Position>;

/** One page of a list. */
export interface DepthPage {
  readonly rows: readonly ListedRow[];
  /** Where the next page begins; null after the last page. */
  readonly next: DepthPosition | null;
  /** Returns where the next page begins if this page ends after its first `count` rows, from 1 to all. */
  nextAfter(count: number): DepthPosition | null;
}

/** An item with the attributes that an index projects. */
export type IndexRow = Readonly<Record<string, string | number>> & { readonly pk: string; readonly sk: string };

/** A row as a list returns it: the item's key, and the projected attributes, sealed like the item. */
export interface ListedRow extends ItemKey {
  readonly attributes: Sealed<IndexRow>;
}

/** Seals the attributes of a row. */
export function sealRow(row: IndexRow): ListedRow {
  return { pk: row.pk, sk: row.sk, attributes: new Sealed(row) };
}

/** For each index, the index that lists the files of one type in the same order. */
const TYPE_INDEXES = { ByText: 'ByTypeText', ByNumber: 'ByTypeNumber' } as const;

/** The part of an index partition that a source reads. */
export interface ListPart {
  readonly list: string;
  /** Omits rows whose sort key is greater. */
  readonly ceiling: Order | undefined;
  readonly filters: readonly Filter[];
}

/** Builds the query of a part of a list: up to `count` rows, starting at a position. */
export function buildQuery(query: DepthQuery, part: ListPart, start: Start<Position>, count: number) {
  const { list, ceiling, filters } = part;
  const { name, partition, sort: order } = indexOf(query);
  const range = buildRange(query, start, ceiling);
  const after = start !== 'start' && 'after' in start ? start.after : undefined;
  const [afterOrder, pk, sk] = after ?? [];

  return {
    TableName: tableName(),
    IndexName: name,
    KeyConditionExpression: range ? `#list = :list AND #order ${range.operator} :bound` : '#list = :list',
    FilterExpression: filters.length > 0 ? filters.map(({ expression }) => expression).join(' AND ') : undefined,
    ExpressionAttributeNames: Object.assign(
      { '#list': partition },
      range && { '#order': order },
      ...filters.map(({ names }) => names),
    ),
    ExpressionAttributeValues: Object.assign(
      { ':list': list },
      range && { ':bound': range.bound },
      ...filters.map(({ values }) => values),
    ),
    ScanIndexForward: query.ascending ?? false,
    Limit: count,
    ExclusiveStartKey: after && { [partition]: list, [order]: afterOrder, pk, sk },
  };
}

/** Returns the index that a query reads, with its key attributes. */
export function indexOf({ index, type }: DepthQuery) {
  const name = type && index !== 'ByDepth' ? TYPE_INDEXES[index] : index;
  return { name, ...INDEXES[name] };
}

/** Returns the range of sort keys that a query reads, as a key condition; undefined for all keys. */
function buildRange(
  { ascending = false, ...query }: DepthQuery,
  start: Start<Position>,
  ceiling: Order | undefined,
): { readonly operator: string; readonly bound: Order } | undefined {
  const inclusiveOperator = ascending ? '>=' : '<=';
  const exclusiveOperator = ascending ? '>' : '<';

  // A read after one of the list's rows needs no bound, because its query has an exclusive start key.
  if (start !== 'start' && !('after' in start)) {
    const [bound] = 'from' in start ? start.from : start.beyond;
    // Otherwise, the position is the viewer's own item above the ceiling, so the range begins at the ceiling.
    if (ceiling === undefined || compareSortKeys({ ...query, ascending }, bound, ceiling) >= 0) {
      return { operator: 'from' in start ? inclusiveOperator : exclusiveOperator, bound };
    }
  }

  return ceiling === undefined ? undefined : { operator: inclusiveOperator, bound: ceiling };
}

/** Compares two sort keys in the order of a query. */
export function compareSortKeys({ ascending }: DepthQuery, a: Order, b: Order): number {
  if (a === b) return 0;
  const isFirst = ascending ? a < b : a > b;
  return isFirst ? -1 : 1;
}

/** Builds the filter that omits items above a depth. */
export function buildAtOrBelowFilter(depth: Micrometres): Filter {
  return { expression: 'depthOrder < :ceiling', names: {}, values: { ':ceiling': depthCeiling(depth) } };
}

/** Builds the filter that omits items at or below a depth. */
export function buildAboveFilter(depth: Micrometres): Filter {
  return { expression: 'depthOrder > :ceiling', names: {}, values: { ':ceiling': depthCeiling(depth) } };
}
