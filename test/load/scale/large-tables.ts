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
import { formatCount } from '../report.ts';
import { withHistogram } from './histogram-items.ts';
import { type Item, writeExport } from './table-items.ts';

/** A table to generate and measure. */
export interface LargeTable {
  readonly name: string;
  /** The table's content, for progress messages. */
  readonly description: string;
  /** Generates the table's items, except those of the histogram of depths. */
  readonly items: () => Iterable<Item>;
}

/** Sets TABLE_NAME to this table, and runs a function. TABLE_NAME stays set afterwards. Not for concurrent use. */
export function withTable<T>({ name }: Pick<LargeTable, 'name'>, run: () => Promise<T>): Promise<T> {
  process.env.TABLE_NAME = name;
  return run();
}

/**
 * Starts one database with these tables, and connects this process's table layer to it.
 *
 * {@link withTable} selects the table. Deletes the database's files when the process exits.
 *
 * @throws Error if AWS_ENDPOINT_URL_DYNAMODB names another database, or if dynoxide is not installed: only dynoxide
 *   imports a million items within minutes
 */
export async function startLargeTables(
  tables: readonly LargeTable[],
  log: (text: string) => void,
): Promise<DynamoDbEngine> {
  const directory = mkdtempSync(join(tmpdir(), 'fathom-bench-'));
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

  const table = await describeSingleTable();
  Object.assign(process.env, { TABLE_NAME: table.TableName, DEPTH_INDEX_SHARDS: '1' });
  await importTables(directory, table, tables, log);

  const engine = await startDynamoDb(directory, silentTerminal);
  process.env.AWS_ENDPOINT_URL_DYNAMODB = engine.endpoint;
  return engine;
}

/**
 * Creates a dynoxide database with these tables: `dynoxide.sqlite` in the directory. Replaces an existing database.
 *
 * @throws Error if AWS_ENDPOINT_URL_DYNAMODB names another database, or if dynoxide is not installed
 */
export async function importTables(
  directory: string,
  table: TableDescription,
  tables: readonly LargeTable[],
  log: (text: string) => void,
): Promise<void> {
  checkNoOtherDatabase();
  const dynoxide = findDynoxide();

  const schema = join(directory, 'schema.json');
  writeFileSync(schema, JSON.stringify(tables.map(({ name }) => ({ Table: { ...table, TableName: name } }))));

  const source = join(directory, 'export');
  for (const largeTable of tables) await exportTable(source, largeTable, log);

  const output = join(directory, 'dynoxide.sqlite');
  // SQLite keeps further files next to the database.
  for (const suffix of ['', '-shm', '-wal']) rmSync(output + suffix, { force: true });
  const args = ['import', '--source', source, '--schema', schema, '--output', output];

  const [, seconds] = await measureSeconds(() => promisify(execFile)(dynoxide, args));
  log(`imported with its indexes in ${seconds} s: ${formatCount(Math.round(statSync(output).size / 1e6))} MB`);
  rmSync(source, { recursive: true });
}

/** Generates a table's items, and writes them below the folder in the format of DynamoDB's exports to S3. */
async function exportTable(
  folder: string,
  { name, description, items }: LargeTable,
  log: (text: string) => void,
): Promise<void> {
  const dataFolder = join(folder, name, 'data');
  mkdirSync(dataFolder, { recursive: true });
  const file = join(dataFolder, 'items.json.gz');
  const [itemCount, seconds] = await measureSeconds(() => writeExport(file, withHistogram(items())));
  log(`${description}: ${formatCount(itemCount)} items generated in ${seconds} s`);
}

/** Returns the database's description of the single table, as the construct defines it. */
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

/** Throws an error if this process uses another database, such as that of a local cloud. */
function checkNoOtherDatabase(): void {
  if (process.env.AWS_ENDPOINT_URL_DYNAMODB) {
    throw new Error('The scale benchmark starts its own database. Run it without AWS_ENDPOINT_URL_DYNAMODB.');
  }
}

/**
 * Returns the path of dynoxide's program.
 *
 * @throws Error if it is not installed
 */
function findDynoxide(): string {
  try {
    const manifest = `@dynoxide/${process.platform}-${process.arch}/package.json`;
    return join(dirname(createRequire(import.meta.url).resolve(manifest)), 'dynoxide');
  } catch {
    throw new Error('The scale benchmark needs dynoxide, which is installed on Linux x64 only. Try --only capacity.');
  }
}

/** Runs a function, and returns its result and duration in seconds, with one decimal. */
async function measureSeconds<T>(run: () => Promise<T>): Promise<[result: T, seconds: string]> {
  const start = performance.now();
  const result = await run();
  return [result, ((performance.now() - start) / 1000).toFixed(1)];
}
