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

/** The settings of a local cloud's table. */
export interface TableSettings {
  readonly description: TableDescription;
  readonly expiryAttribute: string;
}

/** Reads the settings of a running cloud's table. */
export function describeTable(TableName: string, environment: Record<string, string>): Promise<TableSettings> {
  return withClient(environment.AWS_ENDPOINT_URL_DYNAMODB!, async (client) => {
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
    return { description: Table!, expiryAttribute: TimeToLiveDescription!.AttributeName! };
  });
}

/**
 * Replaces the database of a cloud that is not running. An import takes seconds; writing the items would take minutes.
 */
export async function replaceItems(
  directory: string,
  { description, expiryAttribute }: TableSettings,
  items: readonly Item[],
  log: (text: string) => void,
): Promise<void> {
  const name = description.TableName!;
  const table = { name, description: 'The community', items: () => items };

  await importTables(directory, description, [table], log);

  // An import doesn't set the expiry attribute.
  const engine = await startDynamoDb(directory, silentTerminal);

  try {
    const TimeToLiveSpecification = { AttributeName: expiryAttribute, Enabled: true };
    const command = new UpdateTimeToLiveCommand({ TableName: name, TimeToLiveSpecification });
    await withClient(engine.endpoint, (client) => client.send(command));
  } finally {
    await engine.close();
  }
}

/** Connects to a database, runs a function with the client, and closes the client. */
async function withClient<T>(endpoint: string, run: (client: DynamoDBClient) => Promise<T>): Promise<T> {
  // The database accepts any credentials.
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint, region: 'local', credentials });
  try {
    return await run(client);
  } finally {
    client.destroy();
  }
}
