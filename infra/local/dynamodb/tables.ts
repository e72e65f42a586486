import { isDeepStrictEqual } from 'node:util';
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  type TableDescription,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { z } from 'zod';
import type { Credentials } from '../state/credentials.ts';
import { REGION } from '../template/identities.ts';
import type { ResolvedResource } from '../template/template.ts';

const keySchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) }));

const indexSchema = z.object({
  IndexName: z.string(),
  KeySchema: keySchema,
  Projection: z.object({
    ProjectionType: z.enum(['ALL', 'INCLUDE', 'KEYS_ONLY']),
    NonKeyAttributes: z.array(z.string()).optional(),
  }),
});

/** The properties that matter locally. Others, such as backups and tags, are ignored. */
const tableSchema = z.object({
  AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.enum(['S', 'N', 'B']) })),
  KeySchema: keySchema,
  GlobalSecondaryIndexes: z.array(indexSchema).default([]),
  // Local indexes are not supported: a template with one fails at startup.
  LocalSecondaryIndexes: z.array(z.never()).optional(),
  StreamSpecification: z.object({ StreamViewType: z.literal('NEW_AND_OLD_IMAGES') }).optional(),
  TimeToLiveSpecification: z.object({ AttributeName: z.string(), Enabled: z.boolean() }).optional(),
});
type TableProperties = z.output<typeof tableSchema>;

/**
 * Creates the template's missing tables.
 *
 * @param freshCommand - the command that deletes the tables, for instructions
 * @throws Error if a table exists with another definition. The table's data would not fit, so only `--fresh` helps.
 */
export async function createTables(
  tables: readonly Pick<ResolvedResource, 'ref' | 'properties'>[],
  endpoint: string,
  credentials: Credentials,
  freshCommand = 'npm start -- --fresh',
): Promise<void> {
  const client = new DynamoDBClient({ endpoint, region: REGION, credentials });
  try {
    for (const { ref, properties } of tables) {
      await createTable(client, ref, tableSchema.parse(properties), freshCommand);
    }
  } finally {
    client.destroy();
  }
}

async function createTable(
  client: DynamoDBClient,
  TableName: string,
  templateTable: TableProperties,
  freshCommand: string,
): Promise<void> {
  const existingTable = await describeTable(client, TableName);
  if (existingTable) {
    const ttl = await client.send(new DescribeTimeToLiveCommand({ TableName }));
    const differences = findDifferences(templateTable, existingTable, ttl.TimeToLiveDescription?.AttributeName);
    if (differences.length === 0) return addStream(client, TableName, templateTable, existingTable);

    throw new Error(
      `The table ${TableName} was created with other ${differences.join(' and ')} than in the template. ` +
        `Start with an empty state: ${freshCommand}`,
    );
  }

  await client.send(new CreateTableCommand(toCreateTableInput(TableName, templateTable)));
  const { TimeToLiveSpecification } = templateTable;
  if (TimeToLiveSpecification?.Enabled) {
    await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
  }
}

/** Adds the stream to a table that was created before the template had one. */
async function addStream(
  client: DynamoDBClient,
  TableName: string,
  templateTable: TableProperties,
  { StreamSpecification: stream }: TableDescription,
): Promise<void> {
  if (!templateTable.StreamSpecification || stream?.StreamEnabled) return;
  await client.send(
    new UpdateTableCommand({ TableName, StreamSpecification: toStream(templateTable.StreamSpecification) }),
  );
}

function toStream({ StreamViewType }: NonNullable<TableProperties['StreamSpecification']>) {
  return { StreamEnabled: true, StreamViewType };
}

function toCreateTableInput(TableName: string, templateTable: TableProperties): CreateTableCommandInput {
  const { GlobalSecondaryIndexes, StreamSpecification } = templateTable;
  return {
    TableName,
    AttributeDefinitions: templateTable.AttributeDefinitions,
    KeySchema: templateTable.KeySchema,
    BillingMode: 'PAY_PER_REQUEST',
    ...(GlobalSecondaryIndexes.length > 0 && { GlobalSecondaryIndexes }),
    ...(StreamSpecification && { StreamSpecification: toStream(StreamSpecification) }),
  };
}

/** Returns a table's description, or undefined if the table doesn't exist. */
async function describeTable(client: DynamoDBClient, TableName: string): Promise<TableDescription | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/** Returns the names of the properties in which an existing table differs from the template. */
export function findDifferences(
  templateTable: TableProperties,
  existingTable: TableDescription,
  existingTtlAttribute: string | undefined,
): string[] {
  const summarizeIndexes = (list: readonly z.output<typeof indexSchema>[]) =>
    sortByKey(
      list.map(({ IndexName, KeySchema, Projection }) => ({
        IndexName,
        KeySchema,
        type: Projection.ProjectionType,
        projected: [...(Projection.NonKeyAttributes ?? [])].sort(),
      })),
      'IndexName',
    );

  const existingProperties = tableSchema.omit({ LocalSecondaryIndexes: true, StreamSpecification: true }).parse({
    ...existingTable,
    GlobalSecondaryIndexes: existingTable.GlobalSecondaryIndexes ?? [],
  });
  const templateTtlAttribute = templateTable.TimeToLiveSpecification?.Enabled
    ? templateTable.TimeToLiveSpecification.AttributeName
    : undefined;
  const parts: [name: string, expectedValue: unknown, existingValue: unknown][] = [
    [
      'attributes',
      sortByKey(templateTable.AttributeDefinitions, 'AttributeName'),
      sortByKey(existingProperties.AttributeDefinitions, 'AttributeName'),
    ],
    ['keys', templateTable.KeySchema, existingProperties.KeySchema],
    [
      'indexes',
      summarizeIndexes(templateTable.GlobalSecondaryIndexes),
      summarizeIndexes(existingProperties.GlobalSecondaryIndexes),
    ],
    ['expiry attribute', templateTtlAttribute, existingTtlAttribute],
  ];

  return parts
    .filter(([, expectedValue, existingValue]) => !isDeepStrictEqual(expectedValue, existingValue))
    .map(([name]) => name);
}

function sortByKey<T, K extends keyof T>(list: readonly T[], key: K): T[] {
  return [...list].sort((a, b) => String(a[key]).localeCompare(String(b[key])));
}
