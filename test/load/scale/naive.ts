import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { visiblePage } from '../../../lambdas/access/visible-items.ts';
import { presentFiles } from '../../../lambdas/files/present-files.ts';
import { table, tableName } from '../../../lambdas/table/client.ts';
import { depthCeiling, depthListPartition } from '../../../lambdas/table/keys.ts';
import type { Profile } from '../../../lambdas/table/profile.ts';
import { FILES_PAGE_SIZE } from '../../../shared/depth/limits.ts';

/**
 * The way that the product does not go (docs/adr/0002): one index on depth. Everything visible is read for every page,
 * then filtered, sorted and cut in the function.
 */

/** What the function keeps of a row that it has read. */
interface Row {
  readonly pk: string;
  readonly time: string;
}

/** The newest twenty files at or below a viewer, of those whose name contains some text. */
export async function listNaively(viewer: Profile, text = '') {
  const rows = await readBelow(viewer, text);
  const newest = rows.sort((a, b) => (a.time < b.time ? 1 : a.time > b.time ? -1 : 0));
  return presentFiles(await visiblePage(viewer, { files: newest.slice(0, FILES_PAGE_SIZE) }));
}

async function readBelow(viewer: Profile, text: string): Promise<Row[]> {
  const rows: Row[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.send(
      new QueryCommand({
        TableName: tableName(),
        IndexName: 'ByDepth',
        KeyConditionExpression: 'depthList = :list AND depthOrder < :ceiling',
        ExpressionAttributeValues: { ':list': depthListPartition('FILE', 0), ':ceiling': depthCeiling(viewer.depth) },
        ExclusiveStartKey: from,
      }),
    );
    for (const { pk, depthOrder, searchText } of Items) {
      if (!String(searchText).includes(text)) continue;
      const [, time = ''] = String(depthOrder).split('#');
      rows.push({ pk: String(pk), time });
    }
    from = LastEvaluatedKey;
  } while (from);
  return rows;
}
