import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { DescribeTableCommand, DynamoDBClient, type TableDescription } from '@aws-sdk/client-dynamodb';
import { type DynamoDbEngine, startDynamoDb } from '../../../infra/local/dynamodb/engine.ts';
import { silentTerminal } from '../../../infra/local/process/terminal.ts';
import { startTable } from '../../support/table.ts';
import { count } from '../report.ts';
import { type Item, writeExport } from './table-items.ts';

/** A table to be filled, and measured. */
export interface LargeTable {
  readonly name: string;
  /** What it holds, for who waits. */
  readonly holds: string;
  readonly items: () => Iterable<Item>;
}

/** Runs something against a table. */
export function at<T>({ name }: Pick<LargeTable, 'name'>, run: () => Promise<T>): Promise<T> {
  process.env.TABLE_NAME = name;
  return run();
}

/**
 * Starts one database with these tables, and points the table layer of this process there; which table is
 * meant, TABLE_NAME says at each call. What it takes on disk is removed when this process ends, however it ends.
 *
 * @throws Error where there is no dynoxide: only it imports a million items in minutes
 */
export async function startLargeTables(
  tables: readonly LargeTable[],
  say: (text: string) => void,
): Promise<DynamoDbEngine> {
  const dynoxide = dynoxideCommand();
  const directory = mkdtempSync(join(tmpdir(), 'fathom-bench-'));
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

  const table = await describeSingleTable();
  const schema = join(directory, 'schema.json');
  writeFileSync(schema, JSON.stringify(tables.map(({ name }) => ({ Table: { ...table, TableName: name } }))));
  Object.assign(process.env, { TABLE_NAME: table.TableName, DEPTH_INDEX_SHARDS: '1' });

  const source = join(directory, 'export');
  for (const { name, holds, items } of tables) {
    const folder = join(source, name, 'data');
    mkdirSync(folder, { recursive: true });
    const [written, seconds] = await timed(() => writeExport(join(folder, 'items.json.gz'), items()));
    say(`${holds}: ${count(written)} items made in ${seconds} s`);
  }
  const output = join(directory, 'dynoxide.sqlite');
  const args = ['import', '--source', source, '--schema', schema, '--output', output];
  const [, seconds] = await timed(() => promisify(execFile)(dynoxide, args));
  say(`loaded with their four indexes in ${seconds} s: ${count(Math.round(statSync(output).size / 1e6))} MB`);
  rmSync(source, { recursive: true });

  const engine = await startDynamoDb(directory, silentTerminal);
  process.env.AWS_ENDPOINT_URL_DYNAMODB = engine.endpoint;
  return engine;
}

/** The table as the construct makes it and the database describes it. */
async function describeSingleTable(): Promise<TableDescription> {
  const stop = await startTable();
  const client = new DynamoDBClient({});
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: process.env.TABLE_NAME }));
    return Table!;
  } finally {
    client.destroy();
    await stop();
  }
}

function dynoxideCommand(): string {
  if (process.env.AWS_ENDPOINT_URL_DYNAMODB) {
    throw new Error('The scale bench loads a database of its own: run it without AWS_ENDPOINT_URL_DYNAMODB.');
  }
  try {
    const manifest = `@dynoxide/${process.platform}-${process.arch}/package.json`;
    return join(dirname(createRequire(import.meta.url).resolve(manifest)), 'dynoxide');
  } catch {
    throw new Error('The scale bench needs dynoxide, which is installed on Linux x64 only: try --only capacity.');
  }
}

async function timed<T>(run: () => Promise<T>): Promise<[result: T, seconds: string]> {
  const start = performance.now();
  return [await run(), ((performance.now() - start) / 1000).toFixed(1)];
}
