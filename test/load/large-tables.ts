import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { DescribeTableCommand, DynamoDBClient, type TableDescription } from '@aws-sdk/client-dynamodb';
import { type DynamoDbEngine, startDynamoDb } from '../../infra/local/dynamodb/engine.ts';
import { silentTerminal } from '../../infra/local/process/terminal.ts';
import type { Profile } from '../../lambdas/table/profile.ts';
import { startTable } from '../support/table.ts';
import { count } from './report.ts';
import { writeExport } from './table-items.ts';

/** The name of the table that holds so many files. */
export function tableOf(files: number): string {
  return `fathom-${files}`;
}

/**
 * Starts one database with a table of each size, and points the table layer of this process there; which table is
 * meant, TABLE_NAME says at each call. What it takes on disk is removed when this process ends, however it ends.
 *
 * @throws Error where there is no dynoxide: only it imports a million items in minutes
 */
export async function startLargeTables(
  sizes: readonly number[],
  lookers: readonly Profile[],
  say: (text: string) => void,
): Promise<DynamoDbEngine> {
  const dynoxide = dynoxideCommand();
  const directory = mkdtempSync(join(tmpdir(), 'fathom-bench-'));
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

  const table = await describeSingleTable();
  const schema = join(directory, 'schema.json');
  writeFileSync(schema, JSON.stringify(sizes.map((size) => ({ Table: { ...table, TableName: tableOf(size) } }))));
  Object.assign(process.env, { TABLE_NAME: table.TableName, DEPTH_INDEX_SHARDS: '1' });

  const source = join(directory, 'export');
  for (const size of sizes) {
    const folder = join(source, tableOf(size), 'data');
    mkdirSync(folder, { recursive: true });
    const [items, seconds] = await timed(() => writeExport(join(folder, 'items.json.gz'), size, lookers));
    say(`${count(size)} files: ${count(items)} items made in ${seconds} s`);
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
