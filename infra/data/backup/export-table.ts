import { createWriteStream, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type DynamoDBClient, paginateScan, type ScanCommandInput } from '@aws-sdk/client-dynamodb';
import { DATA_FOLDER, type ExportSummary, SUMMARY_FILE } from './export-folder.ts';
import { serializeItem } from './export-format.ts';

interface ExportOptions {
  readonly tableName: string;
  /** The target folder, which must not contain an export yet. Created if it is missing. */
  readonly directory: string;
  /** Number of parallel scans. Each writes its own file. */
  readonly segments: number;
}

/** Thrown if the target folder already contains an export. */
class FolderInUseError extends Error {
  constructor(directory: string) {
    super(`${directory} already contains an export. Choose another folder.`);
    this.name = 'FolderInUseError';
  }
}

/**
 * Exports a whole table into a folder, in the format of DynamoDB's own exports.
 *
 * The export is not a snapshot: each item has the state at the time of its read. Holds one page per segment in memory.
 * Writes the summary last, so an export without a summary is incomplete.
 *
 * @returns the number of items
 * @throws FolderInUseError, and errors of DynamoDB and the file system
 */
export async function exportTable(
  client: DynamoDBClient,
  { tableName, directory, segments }: ExportOptions,
): Promise<number> {
  const dataFolder = join(directory, DATA_FOLDER);
  if (existsSync(dataFolder)) throw new FolderInUseError(directory);

  mkdirSync(dataFolder, { recursive: true });
  const exportTime = new Date().toISOString();
  const itemCounts = await Promise.all(
    Array.from({ length: segments }, (_, segment) => {
      const scan = { TableName: tableName, Segment: segment, TotalSegments: segments, ConsistentRead: true };
      return exportSegment(client, scan, join(dataFolder, `segment-${segment}.json.gz`));
    }),
  );

  const itemCount = itemCounts.reduce((sum, count) => sum + count, 0);
  const summary: ExportSummary = { tableName, exportTime, itemCount, outputFormat: 'DYNAMODB_JSON' };
  writeFileSync(join(directory, SUMMARY_FILE), `${JSON.stringify(summary, null, 2)}\n`);

  return itemCount;
}

/** Streams the items of one scan into a compressed file. Returns their number. */
async function exportSegment(client: DynamoDBClient, scan: ScanCommandInput, file: string): Promise<number> {
  let itemCount = 0;

  const readLines = async function* () {
    for await (const { Items = [] } of paginateScan({ client }, scan)) {
      itemCount += Items.length;
      yield Items.map(serializeItem).join('');
    }
  };

  await pipeline(readLines, createGzip(), createWriteStream(file));
  return itemCount;
}
