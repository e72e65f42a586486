import { setTimeout as pause } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchWriteCommand,
  type BatchWriteCommandInput,
  DynamoDBDocumentClient,
  paginateScan,
} from '@aws-sdk/lib-dynamodb';

/** The local cloud's table. */
export interface DemoTable {
  readonly name: string;
  /** The endpoint and the access key of the table, as environment variables of the SDK. */
  readonly environment: Readonly<Record<string, string>>;
}

/** An item whose values JSON can store. A set of texts, which JSON lacks, is `{ set: [] }`. */
export type DemoItem = Readonly<Record<string, unknown>>;

type WriteRequests = NonNullable<BatchWriteCommandInput['RequestItems']>[string];

/** BatchWriteItem's limit of items. */
const BATCH_SIZE = 25;
/** Pause before the items that a busy table didn't process are sent again. */
const RETRY_DELAY_MS = 100;

/** Writes items directly into the table. */
export async function putItems({ name, environment }: DemoTable, items: readonly DemoItem[]): Promise<void> {
  await withClient(environment, async (client) => {
    for (let start = 0; start < items.length; start += BATCH_SIZE) {
      let requests: WriteRequests = items
        .slice(start, start + BATCH_SIZE)
        .map((item) => ({ PutRequest: { Item: mapValues(item, toSet) } }));

      while (requests.length > 0) {
        const command = new BatchWriteCommand({ RequestItems: { [name]: requests } });
        requests = (await client.send(command)).UnprocessedItems?.[name] ?? [];
        if (requests.length > 0) await pause(RETRY_DELAY_MS);
      }
    }
  });
}

/** Reads all items of the table. */
export async function readItems({ name, environment }: DemoTable): Promise<DemoItem[]> {
  return withClient(environment, async (client) => {
    const items: DemoItem[] = [];
    for await (const { Items = [] } of paginateScan({ client }, { TableName: name, ConsistentRead: true })) {
      items.push(...Items.map((item) => mapValues(item, fromSet)));
    }
    return items;
  });
}

function mapValues(item: DemoItem, convert: (value: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, convert(value)]));
}

function fromSet(value: unknown): unknown {
  return value instanceof Set ? { set: [...value].sort() } : value;
}

function toSet(value: unknown): unknown {
  const isSet = typeof value === 'object' && value !== null && 'set' in value && Array.isArray(value.set);
  return isSet ? new Set(value.set as string[]) : value;
}

async function withClient<T>(
  environment: DemoTable['environment'],
  use: (client: DynamoDBDocumentClient) => Promise<T>,
): Promise<T> {
  const client = new DynamoDBClient({
    endpoint: environment.AWS_ENDPOINT_URL_DYNAMODB!,
    region: 'local',
    credentials: {
      accessKeyId: environment.AWS_ACCESS_KEY_ID!,
      secretAccessKey: environment.AWS_SECRET_ACCESS_KEY!,
    },
  });

  try {
    return await use(DynamoDBDocumentClient.from(client));
  } finally {
    client.destroy();
  }
}
