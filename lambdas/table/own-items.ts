import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { table, tableName } from './client.ts';
import type { Position } from './cursor.ts';
import { buildAboveFilter, compareSortKeys, type DepthQuery, type Filter, type IndexRow } from './depth-query.ts';
import type { Source } from './merge-source.ts';
import { INDEXES } from './schema.ts';

/** Maximum number of own items that are read. */
const MAX_ITEMS = 1000;

/**
 * Builds the source of the viewer's own items above their depth, among their newest {@link MAX_ITEMS} items.
 *
 * Only members whose depth has dropped can have such items. These items are few, so one query reads them all, and the
 * source sorts them.
 */
export function buildOwnSource(query: DepthQuery, owner: string): Source<IndexRow, Position> {
  const order = INDEXES[query.index].sort;
  const filters = [...query.filters, buildAboveFilter(query.depth)];
  let rowsAbove: Promise<IndexRow[]> | undefined;

  const read: Source<IndexRow, Position>['read'] = async (start) => {
    // All reads of this source use the rows of the first.
    rowsAbove ??= readOwn(owner, filters).then((rows) =>
      rows.toSorted((a, b) => compareSortKeys(query, a[order]!, b[order]!) || (a.pk < b.pk ? -1 : 1)),
    );
    const isInRange = (row: IndexRow) => {
      if (start === 'start') return true;

      const compareTo = ([startValue]: Position) => compareSortKeys(query, row[order]!, startValue);
      if ('from' in start) return compareTo(start.from) >= 0;
      if ('beyond' in start) return compareTo(start.beyond) > 0;

      // Rows with equal sort keys are in the order of their partition keys.
      const difference = compareTo(start.after);
      const [, startPk] = start.after;
      return difference === 0 ? row.pk > startPk : difference > 0;
    };
    const rows = (await rowsAbove).filter(isInRange);

    // Own items don't count towards the budget of the page.
    return { rows, next: 'end', evaluatedCount: 0 };
  };

  return { read, isFiltered: false };
}

/** Reads the index rows of an owner's newest items that match the filters. */
async function readOwn(owner: string, filters: readonly Filter[]): Promise<IndexRow[]> {
  const response = await table.send(
    new QueryCommand({
      TableName: tableName(),
      IndexName: 'ByOwner',
      KeyConditionExpression: '#owner = :owner',
      FilterExpression: filters.map(({ expression }) => expression).join(' AND '),
      ExpressionAttributeNames: Object.assign({ '#owner': 'owner' }, ...filters.map(({ names }) => names)),
      ExpressionAttributeValues: Object.assign({ ':owner': owner }, ...filters.map(({ values }) => values)),
      ScanIndexForward: false,
      Limit: MAX_ITEMS,
    }),
  );

  return (response.Items ?? []) as IndexRow[];
}

/** Returns the time at which an owner published their newest item, in milliseconds since 1970; 0 without items. */
export async function readNewestTime(owner: string): Promise<number> {
  const { Items = [] } = await table.send(
    new QueryCommand({
      TableName: tableName(),
      IndexName: 'ByOwner',
      KeyConditionExpression: '#owner = :owner',
      ExpressionAttributeNames: { '#owner': 'owner' },
      ExpressionAttributeValues: { ':owner': owner },
      ScanIndexForward: false,
      Limit: 1,
    }),
  );

  return Date.parse(String(Items[0]?.textOrder)) || 0;
}
