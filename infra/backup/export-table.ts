import { createWriteStream, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import { DATA, type ExportSummary, SUMMARY } from './export-folder.ts';
import { lineOf } from './export-format.ts';

/** What is exported, and to where. */
interface ExportOptions {
  readonly tableName: string;
  /** A folder that holds no export yet; it is made where it is missing. */
  readonly directory: string;
  /** Scans that run side by side, each into a file of its own. */
  readonly segments: number;
}

/** A folder that would mix two exports. */
class FolderInUse extends Error {
  constructor(directory: string) {
    super(`${directory} holds an export already. Choose another folder.`);
    this.name = 'FolderInUse';
  }
}

/**
 * Reads a whole table, each item as it is at the moment when it is read, into a folder like those of DynamoDB's own
 * exports. What is in memory at any time is a page of each segment. The summary is written last: an export without one
 * has not come to its end.
 *
 * @returns how many items there are
 * @throws FolderInUse; errors of DynamoDB and of the file system
 */
export async function exportTable(
  client: DynamoDBClient,
  { tableName, directory, segments }: ExportOptions,
): Promise<number> {
  const data = join(directory, DATA);
  if (existsSync(data)) throw new FolderInUse(directory);
  mkdirSync(data, { recursive: true });
  const exportTime = new Date().toISOString();
  const counts = await Promise.all(
    Array.from({ length: segments }, async (_, Segment) => {
      let items = 0;
      const scan = { TableName: tableName, Segment, TotalSegments: segments, ConsistentRead: true };
      const lines = async function* () {
        for await (const { Items = [] } of paginateScan({ client }, scan)) {
          items += Items.length;
          yield Items.map(lineOf).join('');
        }
      };
      const file = createWriteStream(join(data, `segment-${Segment}.json.gz`));
      await pipeline(lines, createGzip(), file);
      return items;
    }),
  );
  const itemCount = counts.reduce((sum, items) => sum + items, 0);
  const summary: ExportSummary = { tableName, exportTime, itemCount, outputFormat: 'DYNAMODB_JSON' };
  writeFileSync(join(directory, SUMMARY), `${JSON.stringify(summary, null, 2)}\n`);
  return itemCount;
}
