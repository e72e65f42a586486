import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { SingleTable } from '../../infra/constructs/single-table.ts';
import { createTables } from '../../infra/local/dynamodb/dynamodb.ts';
import { startDynamoDb } from '../../infra/local/dynamodb/engine.ts';
import { silentTerminal } from '../../infra/local/process/terminal.ts';
import { stageFromContext } from '../../infra/stage.ts';
import { resourcesOf } from './synthesis.ts';

const TABLE_NAME = 'fathom-test';

/**
 * Starts a database with the single table as the construct describes it, and points the table layer of this process
 * there.
 *
 * @returns what stops it
 */
export async function startTable({ shards = 1 } = {}): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), 'fathom-table-'));
  const engine = await startDynamoDb(directory, silentTerminal);
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const stack = new Stack(new App({ outdir: join(directory, 'cdk') }), 'Test');
  new SingleTable(stack, 'Table', stageFromContext(stack.node));
  const [table] = resourcesOf(Template.fromStack(stack), 'AWS::DynamoDB::Table');
  const [, { Properties: properties }] = table!;
  await createTables([{ ref: TABLE_NAME, properties }], engine.endpoint, credentials);
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
    TABLE_NAME,
    DEPTH_INDEX_SHARDS: String(shards),
  });
  return async () => {
    delete process.env.AWS_ENDPOINT_URL_DYNAMODB;
    await engine.close();
    rmSync(directory, { recursive: true, force: true });
  };
}
