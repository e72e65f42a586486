import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import {
  BatchWriteItemCommand,
  type BatchWriteItemCommandInput,
  type BatchWriteItemCommandOutput,
  DynamoDBClient,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Item, itemOf, lineOf } from './export-format.ts';
import { exportTable } from './export-table.ts';
import { restoreTable } from './restore-table.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'fathom-backup-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const item = (number: number): Item => ({ pk: { S: `USER#${number}` }, sk: { S: 'PROFILE' }, depth: { N: '0.5' } });
const items = (count: number) => Array.from({ length: count }, (_, number) => item(number));

/** Leaves a folder like that of DynamoDB's own export, which says that it holds so many items. */
function exported(files: readonly (readonly Item[])[], itemCount = files.flat().length): string {
  mkdirSync(join(directory, 'data'));
  for (const [number, file] of files.entries()) {
    writeFileSync(join(directory, 'data', `k${number}.json.gz`), gzipSync(file.map(lineOf).join('')));
  }
  const summary = { version: '2020-06-30', itemCount, outputFormat: 'DYNAMODB_JSON', exportType: 'FULL_EXPORT' };
  writeFileSync(join(directory, 'manifest-summary.json'), JSON.stringify(summary));
  return directory;
}

/** A table in memory that gives back of each batch what it is told to. */
function tableThat(giveBack: (batch: number, requests: number) => number, held: readonly Item[] = []) {
  const stored = new Map(held.map((one) => [one.pk!.S, one]));
  const batches: number[] = [];
  const send = async (command: { input: object }): Promise<object> => {
    if (command instanceof ScanCommand) return { Items: [...stored.values()].slice(0, 1) };
    if (!(command instanceof BatchWriteItemCommand)) throw new Error('Nothing else is asked of a table.');
    const requests = (command.input as BatchWriteItemCommandInput).RequestItems!.t!;
    batches.push(requests.length);
    const taken = requests.slice(0, requests.length - giveBack(batches.length, requests.length));
    for (const { PutRequest } of taken) stored.set(PutRequest!.Item!.pk!.S, PutRequest!.Item!);
    const left = requests.slice(taken.length);
    return (left.length > 0 ? { UnprocessedItems: { t: left } } : {}) as BatchWriteItemCommandOutput;
  };
  return { client: { send } as unknown as DynamoDBClient, stored, batches };
}
const takesAll = () => 0;
const waits: number[] = [];
const restore = (client: DynamoDBClient, options: object = {}) =>
  restoreTable(client, { tableName: 't', directory, wait: async (ms) => waits.push(ms), ...options });

describe('a line of an export', () => {
  it('holds every kind of attribute as it was', () => {
    const all: Item = {
      text: { S: 'a\n"b" 🐟 \u2028' },
      number: { N: '12345678901234567890.5' },
      yes: { BOOL: true },
      nothing: { NULL: true },
      bytes: { B: Uint8Array.from([0, 255, 10]) },
      map: { M: { list: { L: [{ S: '' }, { B: Uint8Array.from([7]) }] } } },
      sets: { L: [{ SS: ['a'] }, { NS: ['1'] }, { BS: [Uint8Array.from([1]), Uint8Array.from([])] }] },
    };
    expect(lineOf(all).match(/\n/g)).toHaveLength(1);
    expect(itemOf(lineOf(all))).toEqual(all);
  });

  it('is what DynamoDB writes', () => {
    expect(lineOf({ pk: { S: 'a' }, b: { B: Uint8Array.from([1, 2]) } })).toBe(
      '{"Item":{"pk":{"S":"a"},"b":{"B":"AQI="}}}\n',
    );
  });

  it.each(['{}', '{"Item":{"pk":"a"}}', '{"Item":{"pk":{"S":1}}}', '{"Item":{"pk":{"X":"a"}}}', 'Item', ''])(
    'is not %s',
    (text) => {
      expect(() => itemOf(text)).toThrow();
    },
  );
});

describe('restoring', () => {
  it('writes every item of every file, in batches of 25', async () => {
    exported([items(60), [item(60)], []]);
    const table = tableThat(takesAll);
    expect(await restore(table.client)).toBe(61);
    expect([...table.stored.values()]).toEqual(expect.arrayContaining(items(61)));
    expect(table.batches.toSorted((a, b) => b - a)).toEqual([25, 25, 11]);
  });

  it('sends again what a table gives back, after waits that grow as long as it takes nothing', async () => {
    exported([items(10)]);
    const table = tableThat((batch, requests) => (batch <= 4 ? requests : batch === 5 ? 3 : 0));
    waits.length = 0;
    expect(await restore(table.client)).toBe(10);
    expect(table.batches).toEqual([10, 10, 10, 10, 10, 3]);
    expect(table.stored.size).toBe(10);
    expect(
      waits.slice(0, 4).every((wait, index) => wait > 25 * 2 ** (index + 1) && wait <= 50 * 2 ** (index + 1)),
    ).toBe(true);
    expect(waits[4]).toBeLessThanOrEqual(100);
  });

  it('gives up on a table that takes nothing at all', async () => {
    exported([items(1)]);
    await expect(restore(tableThat((_, requests) => requests).client)).rejects.toMatchObject({
      name: 'TableThrottled',
    });
  });

  it('leaves a table alone that holds something, unless told otherwise', async () => {
    exported([items(2)]);
    const table = tableThat(takesAll, [item(7)]);
    await expect(restore(table.client)).rejects.toMatchObject({ name: 'TableNotEmpty' });
    expect(table.batches).toEqual([]);
    expect(await restore(table.client, { intoUsedTable: true })).toBe(2);
    expect(table.stored.size).toBe(3);
  });

  it('says when an export holds another number of items than it says', async () => {
    exported([items(3)], 4);
    await expect(restore(tableThat(takesAll).client)).rejects.toMatchObject({ name: 'ItemsMissing' });
  });

  it('does not begin with an export that has not come to its end', async () => {
    rmSync(join(exported([items(3)]), 'manifest-summary.json'));
    const table = tableThat(takesAll);
    await expect(restore(table.client)).rejects.toMatchObject({ name: 'NoExport' });
    expect(table.batches).toEqual([]);
  });

  it('says which file is broken off, and which line is no item', async () => {
    exported([items(2000)]);
    const file = join(directory, 'data', 'k0.json.gz');
    truncateSync(file, 200);
    await expect(restore(tableThat(takesAll).client)).rejects.toThrow(
      /k0\.json\.gz is no whole export: unexpected end/,
    );
    writeFileSync(file, gzipSync(`${lineOf(item(1))}nonsense\n`));
    await expect(restore(tableThat(takesAll).client)).rejects.toThrow(
      /k0\.json\.gz is no whole export: line 2 is no item/,
    );
  });
});

describe('exporting', () => {
  it('says in the end how many items there are, and never mixes two exports', async () => {
    const pages = [items(3), [], items(2)];
    const send = async ({ input }: ScanCommand) => {
      const { Segment, ExclusiveStartKey } = input;
      const page = Number(ExclusiveStartKey?.page?.N ?? 0);
      const next = page < 2 ? { LastEvaluatedKey: { page: { N: String(page + 1) } } } : {};
      return { Items: Segment === 0 ? pages[page] : [], ...next };
    };
    const client = Object.assign(new DynamoDBClient({ region: 'us-east-1' }), { send });
    const options = { tableName: 't', directory, segments: 2 };
    expect(await exportTable(client, options)).toBe(5);
    const lines = gunzipSync(readFileSync(join(directory, 'data', 'segment-0.json.gz'))).toString();
    expect(lines.trim().split('\n').map(itemOf)).toEqual(pages.flat());
    expect(JSON.parse(readFileSync(join(directory, 'manifest-summary.json'), 'utf8'))).toMatchObject({ itemCount: 5 });
    await expect(exportTable(client, options)).rejects.toMatchObject({ name: 'FolderInUse' });
  });
});
