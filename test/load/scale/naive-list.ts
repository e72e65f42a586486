/**
 * The alternative that docs/adr/0002-depth-bands.md rejects: one index on depth. Every page reads all visible rows, and
 * the function filters, sorts, and truncates them.
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { loadVisiblePage } from '../../../lambdas/access/visible-page.ts';
import { presentFiles } from '../../../lambdas/files/present-files.ts';
import { table, tableName } from '../../../lambdas/table/client.ts';
import { depthCeiling, depthListPartition } from '../../../lambdas/table/keys.ts';
import type { Profile } from '../../../lambdas/table/profile.ts';
import { FILES_PAGE_SIZE } from '../../../shared/rules/limits.ts';

/** The number of each list's only shard: tables of the benchmark have one. */
const ONLY_SHARD = 0;

/** The attributes that the function keeps of each row. */
interface Row {
  readonly pk: string;
  readonly time: string;
}

/** Returns the newest 20 visible files whose name contains a text. */
export async function listNaively(viewer: Profile, text = '') {
  const rows = await readVisibleRows(viewer, text);
  const newestRows = rows.sort(compareNewestFirst).slice(0, FILES_PAGE_SIZE);
  return presentFiles(await loadVisiblePage(viewer, { files: newestRows }));
}

/** Orders rows by time, the newest first. */
function compareNewestFirst(a: Row, b: Row): number {
  if (a.time === b.time) return 0;
  return a.time < b.time ? 1 : -1;
}

/** Reads all rows at the viewer's depth or below whose search text contains a text. */
async function readVisibleRows(viewer: Profile, text: string): Promise<Row[]> {
  const rows: Row[] = [];
  let startKey: Record<string, unknown> | undefined;

  do {
    const { Items = [], LastEvaluatedKey } = await table.send(
      new QueryCommand({
        TableName: tableName(),
        IndexName: 'ByDepth',
        KeyConditionExpression: 'depthList = :list AND depthOrder < :ceiling',
        ExpressionAttributeValues: {
          ':list': depthListPartition('FILE', ONLY_SHARD),
          ':ceiling': depthCeiling(viewer.depth),
        },
        ExclusiveStartKey: startKey,
      }),
    );

    for (const { pk, depthOrder, searchText } of Items) {
      if (!String(searchText).includes(text)) continue;
      // The attribute contains the depth, then the time.
      const [, time = ''] = String(depthOrder).split('#');
      rows.push({ pk: String(pk), time });
    }

    startKey = LastEvaluatedKey;
  } while (startKey);

  return rows;
}
