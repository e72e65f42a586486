/**
 * Tests of backups. `npm run export-table` writes a table in the format of DynamoDB's exports to S3, so that `npm run
 * restore-table` reads the exports of both.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import {
  BatchWriteItemCommand,
  type BatchWriteItemCommandInput,
  type BatchWriteItemCommandOutput,
  DynamoDBClient,
  PutItemCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ZodError } from 'zod';
import { type Item, parseItem, serializeItem } from './export-format.ts';
import { exportTable } from './export-table.ts';
import { restoreTable } from './restore-table.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'fathom-backup-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const buildItem = (number: number): Item => ({
  pk: { S: `USER#${number}` },
  sk: { S: 'PROFILE' },
  depth: { N: '0.5' },
});
const buildItems = (count: number) => Array.from({ length: count }, (_, number) => buildItem(number));

/** Writes an export in the layout of DynamoDB. Its summary states `itemCount`. */
function writeExport(files: readonly (readonly Item[])[], itemCount = files.flat().length): string {
  mkdirSync(join(directory, 'data'));
  for (const [number, file] of files.entries()) {
    writeFileSync(join(directory, 'data', `k${number}.json.gz`), gzipSync(file.map(serializeItem).join('')));
  }
  const summary = { version: '2020-06-30', itemCount, outputFormat: 'DYNAMODB_JSON', exportType: 'FULL_EXPORT' };
  writeFileSync(join(directory, 'manifest-summary.json'), JSON.stringify(summary));
  return directory;
}

/** Fakes a table in memory. Like DynamoDB under load, it leaves some requests of each batch unprocessed. */
function createFakeTable(
  countUnprocessed: (batch: number, requests: number) => number,
  initialItems: readonly Item[] = [],
) {
  const storedItems = new Map(initialItems.map((item) => [item.pk!.S, item]));
  /** The number of requests in each batch. */
  const batchSizes: number[] = [];
  /** The number of batches before each mark. A restore writes marks that record its progress. */
  const marks: number[] = [];

  const send = async (command: { input: object }): Promise<object> => {
    if (command instanceof ScanCommand) return { Items: [...storedItems.values()].slice(0, 1) };
    if (command instanceof PutItemCommand) {
      marks.push(batchSizes.length);
      return {};
    }
    if (!(command instanceof BatchWriteItemCommand)) throw new Error('Unexpected command.');

    const requests = (command.input as BatchWriteItemCommandInput).RequestItems!.t!;
    batchSizes.push(requests.length);

    const processedCount = requests.length - countUnprocessed(batchSizes.length, requests.length);
    const processedRequests = requests.slice(0, processedCount);
    const unprocessedRequests = requests.slice(processedCount);
    for (const { PutRequest } of processedRequests) storedItems.set(PutRequest!.Item!.pk!.S, PutRequest!.Item!);

    const UnprocessedItems = unprocessedRequests.length > 0 ? { t: unprocessedRequests } : undefined;
    return { UnprocessedItems } as BatchWriteItemCommandOutput;
  };

  return { client: { send } as unknown as DynamoDBClient, storedItems, batchSizes, marks };
}

/** Leaves no request unprocessed. */
const processAll = () => 0;

/** The waits of all restores, in milliseconds. */
const waits: number[] = [];
const restore = (client: DynamoDBClient, options: object = {}) =>
  restoreTable(client, { tableName: 't', directory, wait: async (ms) => waits.push(ms), ...options });

describe('export format', () => {
  it('preserves attributes of every type', () => {
    const item: Item = {
      text: { S: 'a\n"b" 🐟 \u2028' },
      number: { N: '12345678901234567890.5' },
      yes: { BOOL: true },
      nothing: { NULL: true },
      bytes: { B: Uint8Array.from([0, 255, 10]) },
      map: { M: { list: { L: [{ S: '' }, { B: Uint8Array.from([7]) }] } } },
      sets: { L: [{ SS: ['a'] }, { NS: ['1'] }, { BS: [Uint8Array.from([1]), Uint8Array.from([])] }] },
    };

    expect(serializeItem(item).match(/\n/g)).toHaveLength(1);
    expect(parseItem(serializeItem(item))).toEqual(item);
  });

  it('matches the format of DynamoDB', () => {
    expect(serializeItem({ pk: { S: 'a' }, b: { B: Uint8Array.from([1, 2]) } })).toBe(
      '{"Item":{"pk":{"S":"a"},"b":{"B":"AQI="}}}\n',
    );
  });

  it.each(['Item', ''])('rejects the line "%s", which is not JSON', (line) => {
    expect(() => parseItem(line)).toThrow(SyntaxError);
  });

  it.each(['{}', '{"Item":{"pk":"a"}}', '{"Item":{"pk":{"S":1}}}', '{"Item":{"pk":{"X":"a"}}}'])(
    'rejects the line "%s", which is not an item of DynamoDB',
    (line) => {
      expect(() => parseItem(line)).toThrow(ZodError);
    },
  );
});

describe('restoreTable', () => {
  it('writes all items of all files in batches of 25', async () => {
    const items = buildItems(61);
    writeExport([items.slice(0, 60), items.slice(60), []]);
    const table = createFakeTable(processAll);

    expect(await restore(table.client)).toBe(61);
    expect([...table.storedItems.values()]).toEqual(expect.arrayContaining(items));
    expect(table.batchSizes.toSorted((a, b) => b - a)).toEqual([25, 25, 61 - 2 * 25]);
    // The mark, which pauses jobs, is written before the first item.
    expect(table.marks).toEqual([0]);
  });

  it('retries unprocessed items, with exponential backoff while no item is processed', async () => {
    writeExport([buildItems(10)]);
    const countUnprocessed = (batch: number, requests: number) => {
      if (batch <= 4) return requests;
      return batch === 5 ? 3 : 0;
    };
    const table = createFakeTable(countUnprocessed);
    waits.length = 0;

    expect(await restore(table.client)).toBe(10);
    expect(table.batchSizes).toEqual([10, 10, 10, 10, 10, 3]);
    expect(table.storedItems.size).toBe(10);

    // The first four batches are fully unprocessed. Each wait is a random time between the half and the whole of its
    // maximum, which is 100 ms at first and doubles each time.
    for (const [index, wait] of waits.slice(0, 4).entries()) {
      const maxWaitMs = 100 * 2 ** index;
      expect(wait).toBeGreaterThan(maxWaitMs / 2);
      expect(wait).toBeLessThanOrEqual(maxWaitMs);
    }
    // The fifth batch makes progress, so the maximum is that of a first wait again.
    expect(waits[4]).toBeLessThanOrEqual(100);
  });

  it('fails if the table never processes an item', async () => {
    writeExport([buildItems(1)]);
    await expect(restore(createFakeTable((_, requests) => requests).client)).rejects.toMatchObject({
      name: 'TableThrottledError',
    });
  });

  it('rejects a table with items, unless intoUsedTable is set', async () => {
    writeExport([buildItems(2)]);
    const table = createFakeTable(processAll, [buildItem(7)]);

    await expect(restore(table.client)).rejects.toMatchObject({ name: 'TableNotEmptyError' });
    expect(table.batchSizes).toEqual([]);

    expect(await restore(table.client, { intoUsedTable: true })).toBe(2);
    expect(table.storedItems.size).toBe(3);
  });

  it('fails if the number of items differs from the summary', async () => {
    writeExport([buildItems(3)], 4);
    await expect(restore(createFakeTable(processAll).client)).rejects.toMatchObject({ name: 'ItemCountError' });
  });

  it('rejects an export without a summary', async () => {
    rmSync(join(writeExport([buildItems(3)]), 'manifest-summary.json'));
    const table = createFakeTable(processAll);
    await expect(restore(table.client)).rejects.toMatchObject({ name: 'InvalidExportError' });
    expect(table.batchSizes).toEqual([]);
  });

  it('names the file of a truncated export, and the line of an invalid item', async () => {
    writeExport([buildItems(2000)]);
    const file = join(directory, 'data', 'k0.json.gz');
    truncateSync(file, 200);

    await expect(restore(createFakeTable(processAll).client)).rejects.toThrow(
      /k0\.json\.gz is not a complete export: unexpected end/,
    );

    writeFileSync(file, gzipSync(`${serializeItem(buildItem(1))}nonsense\n`));
    await expect(restore(createFakeTable(processAll).client)).rejects.toThrow(
      /k0\.json\.gz is not a complete export: line 2 is not an item/,
    );
  });
});

describe('exportTable', () => {
  it('writes all pages of all segments, and rejects a folder that has an export', async () => {
    const pages = [buildItems(3), [], buildItems(2)];
    const send = async ({ input }: ScanCommand) => {
      const { Segment, ExclusiveStartKey } = input;
      const page = Number(ExclusiveStartKey?.page?.N ?? 0);
      const LastEvaluatedKey = page < 2 ? { page: { N: String(page + 1) } } : undefined;
      return { Items: Segment === 0 ? pages[page] : [], LastEvaluatedKey };
    };
    const client = Object.assign(new DynamoDBClient({ region: 'us-east-1' }), { send });
    const options = { tableName: 't', directory, segments: 2 };

    expect(await exportTable(client, options)).toBe(5);

    const firstSegment = gunzipSync(readFileSync(join(directory, 'data', 'segment-0.json.gz'))).toString();
    expect(firstSegment.trim().split('\n').map(parseItem)).toEqual(pages.flat());
    expect(JSON.parse(readFileSync(join(directory, 'manifest-summary.json'), 'utf8'))).toMatchObject({ itemCount: 5 });

    await expect(exportTable(client, options)).rejects.toMatchObject({ name: 'FolderInUseError' });
  });
});
