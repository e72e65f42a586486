import {
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  type TableDescription,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { startDynamoDb } from '../../../infra/local/dynamodb/engine.ts';
import { silentTerminal } from '../../../infra/local/process/terminal.ts';
import { importTables } from '../scale/large-tables.ts';
import type { Item } from '../scale/table-items.ts';

/** A local cloud's table, as the cloud has created it. */
export interface CreatedTable {
  readonly description: TableDescription;
  readonly expiryAttribute: string;
}

/** Reads how a running cloud has created its table. */
export function describeTable(TableName: string, environment: Record<string, string>): Promise<CreatedTable> {
  return withClient(environment.AWS_ENDPOINT_URL_DYNAMODB!, async (client) => {
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
    return { description: Table!, expiryAttribute: TimeToLiveDescription!.AttributeName! };
  });
}

/** Replaces the database of a cloud that is not running. Importing takes seconds, and writing items minutes. */
export async function replaceItems(
  directory: string,
  { description, expiryAttribute }: CreatedTable,
  items: readonly Item[],
  log: (text: string) => void,
): Promise<void> {
  const name = description.TableName!;
  const table = { name, description: 'The community', items: () => items };

  await importTables(directory, description, [table], log);
  // An import doesn't include it.
  const engine = await startDynamoDb(directory, silentTerminal);

  try {
    const TimeToLiveSpecification = { AttributeName: expiryAttribute, Enabled: true };
    const command = new UpdateTimeToLiveCommand({ TableName: name, TimeToLiveSpecification });
    await withClient(engine.endpoint, (client) => client.send(command));
  } finally {
    await engine.close();
  }
}

async function withClient<T>(endpoint: string, use: (client: DynamoDBClient) => Promise<T>): Promise<T> {
  // Any credentials, because the database itself doesn't check them.
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint, region: 'local', credentials });
  try {
    return await use(client);
  } finally {
    client.destroy();
  }
}
