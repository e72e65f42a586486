import { z } from 'zod';
import { ACCOUNT_ID, REGION } from '../template/identities.ts';
import type { ResolvedResource } from '../template/template.ts';
import type { Call } from './policy.ts';

/** The table properties that permission checks use. */
export interface GuardedTable {
  readonly arn: string;
  /** Partition key names by index name. The table's own key has an empty index name. */
  readonly partitionKeys: ReadonlyMap<string, string>;
}

/** The error for a request whose partitions can't be determined. */
class UnknownPartitionError extends Error {
  override readonly name = 'UnknownPartitionError';
}

/** Attributes in the format of DynamoDB's API, by name. */
type AttributeValues = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;

interface ItemRequest {
  readonly TableName?: string;
  readonly Key?: AttributeValues;
  readonly Item?: AttributeValues;
}

interface QueryRequest extends ItemRequest {
  readonly IndexName?: string;
  readonly KeyConditionExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: AttributeValues;
}

interface BatchWrite {
  readonly PutRequest?: { readonly Item?: AttributeValues };
  readonly DeleteRequest?: { readonly Key?: AttributeValues };
}

type Tables = ReadonlyMap<string, GuardedTable>;

/** IAM actions by the names of operations in transactions. */
const TRANSACTION_ACTIONS: Readonly<Record<string, string>> = {
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

const keySchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.string() }));

const tableSchema = z.object({
  KeySchema: keySchema,
  GlobalSecondaryIndexes: z.array(z.object({ IndexName: z.string(), KeySchema: keySchema })).default([]),
});

/** Returns the template's tables by name. */
export function readGuardedTables(tables: readonly ResolvedResource[]): Map<string, GuardedTable> {
  return new Map(
    tables.map(({ ref, attributes, properties }) => {
      const { KeySchema, GlobalSecondaryIndexes } = tableSchema.parse(properties);
      const findHashKey = (keys: z.output<typeof keySchema>) =>
        keys.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName ?? '';
      const indexKeys = GlobalSecondaryIndexes.map((index) => [index.IndexName, findHashKey(index.KeySchema)] as const);
      const partitionKeys = new Map([['', findHashKey(KeySchema)], ...indexKeys]);
      return [ref, { arn: attributes.Arn ?? ref, partitionKeys }];
    }),
  );
}

/**
 * Returns the calls that IAM checks for a DynamoDB request.
 *
 * A transaction has one call per operation. A batch has one call per table, with all keys. A query of an index is a
 * call on the index.
 *
 * @param operation - as in the target header, such as `GetItem`
 * @throws UnknownPartitionError if the request's partitions can't be determined
 */
export function toDynamoDbCalls(operation: string, input: Readonly<Record<string, unknown>>, tables: Tables): Call[] {
  switch (operation) {
    case 'GetItem':
    case 'PutItem':
    case 'UpdateItem':
    case 'DeleteItem':
      return [toItemCall(operation, input, tables)];
    case 'Query':
      return [toQueryCall(input, tables)];
    case 'BatchGetItem':
    case 'BatchWriteItem':
      return toBatchCalls(operation, input, tables);
    case 'TransactGetItems':
    case 'TransactWriteItems':
      return toTransactionCalls(input, tables);
    default:
      // Scan and table operations have no partition. No function may be granted them.
      return [{ action: `dynamodb:${operation}`, resource: findTable(String(input.TableName ?? '*'), tables).arn }];
  }
}

function toItemCall(action: string, { TableName = '', Key, Item }: ItemRequest, tables: Tables): Call {
  const table = findTable(TableName, tables);
  return createCall(action, table.arn, [requireLeadingKey(Key ?? Item ?? {}, table)]);
}

function toQueryCall(request: QueryRequest, tables: Tables): Call {
  const { TableName = '', IndexName = '', KeyConditionExpression = '' } = request;
  const table = findTable(TableName, tables);
  const attribute = table.partitionKeys.get(IndexName);

  const names = request.ExpressionAttributeNames ?? {};
  // The partition key's condition must be an equality: `<name> = :value`.
  const equality = [...KeyConditionExpression.matchAll(/([#\w.-]+)\s*=\s*(:\w+)/g)].find(
    ([, name = '']) => (names[name] ?? name) === attribute,
  );
  const key = toKeyText(request.ExpressionAttributeValues?.[equality?.[2] ?? '']);
  if (key === undefined) {
    throw new UnknownPartitionError(`No partition key in the condition "${KeyConditionExpression}".`);
  }

  return createCall('Query', IndexName ? `${table.arn}/index/${IndexName}` : table.arn, [key]);
}

function toBatchCalls(action: string, input: Readonly<Record<string, unknown>>, tables: Tables): Call[] {
  const { RequestItems = {} } = input as { RequestItems?: Readonly<Record<string, unknown>> };

  return Object.entries(RequestItems).map(([name, requestEntry]) => {
    const table = findTable(name, tables);
    const items =
      action === 'BatchGetItem'
        ? (requestEntry as { Keys?: readonly AttributeValues[] }).Keys
        : (requestEntry as readonly BatchWrite[]).map(
            (write) => write.PutRequest?.Item ?? write.DeleteRequest?.Key ?? {},
          );

    return createCall(
      action,
      table.arn,
      (items ?? []).map((item) => requireLeadingKey(item, table)),
    );
  });
}

function toTransactionCalls(input: Readonly<Record<string, unknown>>, tables: Tables): Call[] {
  const { TransactItems = [] } = input as { TransactItems?: readonly Readonly<Record<string, ItemRequest>>[] };
  return TransactItems.flatMap((item) =>
    Object.entries(item).map(([kind, request]) => toItemCall(TRANSACTION_ACTIONS[kind] ?? kind, request, tables)),
  );
}

function createCall(action: string, resource: string, keys: readonly string[]): Call {
  return { action: `dynamodb:${action}`, resource, context: { 'dynamodb:LeadingKeys': keys } };
}

/**
 * Returns an item's partition key.
 *
 * @throws UnknownPartitionError without a key. `ForAllValues` would allow a call without keys.
 */
function requireLeadingKey(item: AttributeValues, { arn, partitionKeys }: GuardedTable): string {
  const key = toKeyText(item[partitionKeys.get('') ?? '']);
  if (key === undefined) throw new UnknownPartitionError(`An item of ${arn} has no partition key.`);
  return key;
}

/** Returns a key of any type as text, as policy conditions compare it. */
function toKeyText(value: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const keyValue = value?.S ?? value?.N ?? value?.B;
  return keyValue === undefined ? undefined : String(keyValue);
}

/** Returns the table with this name or ARN. */
function findTable(name: string, tables: Tables): GuardedTable {
  const table = tables.get(name.split('/').at(-1) ?? name);
  if (table) return table;

  // The template has no such table, so no role allows the call.
  return { arn: `arn:aws:dynamodb:${REGION}:${ACCOUNT_ID}:table/${name}`, partitionKeys: new Map() };
}
