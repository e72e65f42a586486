import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startDynamoDb } from '../../infra/local/dynamodb/engine.ts';
import { createTables } from '../../infra/local/dynamodb/tables.ts';
import { silentTerminal } from '../../infra/local/process/terminal.ts';

/** Number of tables that this process has created. */
let tableCount = 0;

/** Time between two checks for a file of another process, in milliseconds. */
const POLL_INTERVAL_MS = 50;

/** Returns a new name. The database may have tables of other test files. */
const createTableName = () => `fathom-test-${process.pid}-${tableCount++}`;

/**
 * Creates the single table as the construct defines it, and connects this process's table layer to it. Starts a
 * database, unless the project's tests share one.
 *
 * @returns a function that stops the database that it started
 */
export async function startTable({ shards = 1 } = {}): Promise<() => Promise<void>> {
  // If this is set, `startDynamoDb` uses the endpoint and starts no database.
  const sharedEndpoint = process.env.AWS_ENDPOINT_URL_DYNAMODB;
  const directory = mkdtempSync(join(tmpdir(), 'fathom-table-'));
  const engine = await startDynamoDb(directory, silentTerminal);

  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const tableName = createTableName();
  await createTables([{ ref: tableName, properties: await loadTableProperties() }], engine.endpoint, credentials);

  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
    TABLE_NAME: tableName,
    DEPTH_INDEX_SHARDS: String(shards),
  });

  return async () => {
    if (!sharedEndpoint) delete process.env.AWS_ENDPOINT_URL_DYNAMODB;
    await engine.close();
    rmSync(directory, { recursive: true, force: true });
  };
}

/**
 * Returns the table's properties as the construct defines them.
 *
 * Loading the CDK takes seconds, so the first process of a test run stores the result for the others.
 */
async function loadTableProperties(): Promise<Record<string, unknown>> {
  const runFolder = process.env.FATHOM_TEST_ASSEMBLIES;
  const file = runFolder && join(runFolder, 'table.json');
  if (!file) return synthesizeTable();

  if (acquireLock(`${file}.lock`)) {
    // The new name appears only when the file is complete.
    writeFileSync(`${file}.new`, JSON.stringify(await synthesizeTable()));
    renameSync(`${file}.new`, file);
  }
  while (!existsSync(file)) await pause(POLL_INTERVAL_MS);

  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Creates a lock file. Returns false if another process has created it before. */
function acquireLock(file: string): boolean {
  try {
    closeSync(openSync(file, 'wx'));
    return true;
  } catch {
    return false;
  }
}

/** Synthesizes a stack with only the table, and returns the table's properties, without its stream. */
async function synthesizeTable(): Promise<Record<string, unknown>> {
  const [{ App, Stack }, { Template }, { SingleTable }, { loadStage }] = await Promise.all([
    import('aws-cdk-lib'),
    import('aws-cdk-lib/assertions'),
    import('../../infra/constructs/single-table.ts'),
    import('../../infra/stage.ts'),
  ]);
  const outdir = mkdtempSync(join(tmpdir(), 'fathom-table-'));
  const stack = new Stack(new App({ outdir }), 'Test');

  new SingleTable(stack, 'Table', loadStage('dev'));

  const [table] = Object.values(Template.fromStack(stack).findResources('AWS::DynamoDB::Table'));
  rmSync(outdir, { recursive: true, force: true });

  // Only the local cloud reads the stream. Without its index, a stream makes the database slower with each write.
  const { StreamSpecification: _, ...properties } = table!.Properties;
  return properties;
}
