import { isDeepStrictEqual } from 'node:util';
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  type TableDescription,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { z } from 'zod';
import type { Credentials } from '../state/credentials.ts';
import { REGION } from '../template/identities.ts';
import type { ResolvedResource } from '../template/template.ts';

const keySchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) }));

const index = z.object({
  IndexName: z.string(),
  KeySchema: keySchema,
  Projection: z.object({
    ProjectionType: z.enum(['ALL', 'INCLUDE', 'KEYS_ONLY']),
    NonKeyAttributes: z.array(z.string()).optional(),
  }),
});

/** What makes one table differ from another. The rest of a table's properties (backups, tags) has no local meaning. */
const tableProperties = z.object({
  AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.enum(['S', 'N', 'B']) })),
  KeySchema: keySchema,
  GlobalSecondaryIndexes: z.array(index).default([]),
  // Not supported: a template that adds one fails at startup.
  LocalSecondaryIndexes: z.array(z.never()).optional(),
  StreamSpecification: z.undefined().optional(),
  TimeToLiveSpecification: z.object({ AttributeName: z.string(), Enabled: z.boolean() }).optional(),
});
type TableProperties = z.output<typeof tableProperties>;

/**
 * Creates the template's tables where they are missing.
 *
 * @throws Error when a table exists with another definition: its data would not fit, so only `--fresh` helps.
 */
export async function createTables(
  tables: readonly Pick<ResolvedResource, 'ref' | 'properties'>[],
  endpoint: string,
  credentials: Credentials,
): Promise<void> {
  const client = new DynamoDBClient({ endpoint, region: REGION, credentials });
  try {
    for (const { ref, properties } of tables) await createTable(client, ref, tableProperties.parse(properties));
  } finally {
    client.destroy();
  }
}

async function createTable(client: DynamoDBClient, TableName: string, wanted: TableProperties): Promise<void> {
  const existing = await describe(client, TableName);
  if (existing) {
    const ttl = await client.send(new DescribeTimeToLiveCommand({ TableName }));
    const differing = differences(wanted, existing, ttl.TimeToLiveDescription?.AttributeName);
    if (differing.length === 0) return;
    throw new Error(
      `The table ${TableName} was created with other ${differing.join(' and ')} than the template has now. ` +
        'Start with an empty state: npm start -- --fresh',
    );
  }
  await client.send(new CreateTableCommand(creation(TableName, wanted)));
  const { TimeToLiveSpecification } = wanted;
  if (TimeToLiveSpecification?.Enabled) {
    await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
  }
}

function creation(TableName: string, wanted: TableProperties): CreateTableCommandInput {
  const { GlobalSecondaryIndexes } = wanted;
  return {
    TableName,
    AttributeDefinitions: wanted.AttributeDefinitions,
    KeySchema: wanted.KeySchema,
    BillingMode: 'PAY_PER_REQUEST',
    ...(GlobalSecondaryIndexes.length > 0 && { GlobalSecondaryIndexes }),
  };
}

async function describe(client: DynamoDBClient, TableName: string): Promise<TableDescription | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/** The parts in which an existing table differs from the wanted one. */
export function differences(wanted: TableProperties, existing: TableDescription, ttl: string | undefined): string[] {
  const indexes = (list: readonly z.output<typeof index>[]) =>
    byName(
      list.map(({ IndexName, KeySchema, Projection }) => ({
        IndexName,
        KeySchema,
        type: Projection.ProjectionType,
        projected: [...(Projection.NonKeyAttributes ?? [])].sort(),
      })),
      'IndexName',
    );
  const found = tableProperties.omit({ LocalSecondaryIndexes: true, StreamSpecification: true }).parse({
    ...existing,
    GlobalSecondaryIndexes: existing.GlobalSecondaryIndexes ?? [],
  });
  const wantedTtl = wanted.TimeToLiveSpecification?.Enabled ? wanted.TimeToLiveSpecification.AttributeName : undefined;
  const parts: [string, unknown, unknown][] = [
    [
      'attributes',
      byName(wanted.AttributeDefinitions, 'AttributeName'),
      byName(found.AttributeDefinitions, 'AttributeName'),
    ],
    ['keys', wanted.KeySchema, found.KeySchema],
    ['indexes', indexes(wanted.GlobalSecondaryIndexes), indexes(found.GlobalSecondaryIndexes)],
    ['expiry attribute', wantedTtl, ttl],
  ];
  return parts.filter(([, a, b]) => !isDeepStrictEqual(a, b)).map(([name]) => name);
}

function byName<T, K extends keyof T>(list: readonly T[], key: K): T[] {
  return [...list].sort((a, b) => String(a[key]).localeCompare(String(b[key])));
}
