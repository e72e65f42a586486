import { z } from 'zod';
import { ACCOUNT_ID, REGION } from '../template/identities.ts';
import type { ResolvedResource } from '../template/template.ts';
import type { Call } from './policy.ts';

/** A table as its calls are judged. */
export interface GuardedTable {
  readonly arn: string;
  /** Names of partition keys: by index, and the table's own under an empty name. */
  readonly partitionKeys: ReadonlyMap<string, string>;
}

/** A request of which it cannot be told what it touches. */
class UnreadableRequest extends Error {
  override readonly name = 'UnreadableRequest';
}

type Values = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;

interface ItemRequest {
  readonly TableName?: string;
  readonly Key?: Values;
  readonly Item?: Values;
}

interface QueryRequest extends ItemRequest {
  readonly IndexName?: string;
  readonly KeyConditionExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Values;
}

/** An action's part of a transaction, by the name it has there. */
const TRANSACTED: Readonly<Record<string, string>> = {
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

const keySchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.string() }));
const tableProperties = z.object({
  KeySchema: keySchema,
  GlobalSecondaryIndexes: z.array(z.object({ IndexName: z.string(), KeySchema: keySchema })).default([]),
});

/** The template's tables by name. */
export function guardedTables(tables: readonly ResolvedResource[]): Map<string, GuardedTable> {
  return new Map(
    tables.map(({ ref, attributes, properties }) => {
      const { KeySchema, GlobalSecondaryIndexes } = tableProperties.parse(properties);
      const partition = (keys: z.output<typeof keySchema>) =>
        keys.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName ?? '';
      const ofIndexes = GlobalSecondaryIndexes.map((index) => [index.IndexName, partition(index.KeySchema)] as const);
      return [ref, { arn: attributes.Arn ?? ref, partitionKeys: new Map([['', partition(KeySchema)], ...ofIndexes]) }];
    }),
  );
}

/**
 * What a request to DynamoDB asks to do, as IAM sees it: a transaction is its single operations, a batch one call for
 * each table with all of its keys, a query of an index a call on the index.
 *
 * @param operation - as in the target header: `GetItem`
 * @throws UnreadableRequest when it cannot be told which partitions it touches
 */
export function dynamoDbCalls(
  operation: string,
  input: Readonly<Record<string, unknown>>,
  tables: ReadonlyMap<string, GuardedTable>,
): Call[] {
  switch (operation) {
    case 'GetItem':
    case 'PutItem':
    case 'UpdateItem':
    case 'DeleteItem':
      return [itemCall(operation, input, tables)];
    case 'Query':
      return [queryCall(input, tables)];
    case 'BatchGetItem':
    case 'BatchWriteItem':
      return batchCalls(operation, input, tables);
    case 'TransactGetItems':
    case 'TransactWriteItems':
      return transactionCalls(input, tables);
    default:
      // Scan, and what changes tables: no key can tell what they touch, so that nobody must be granted them.
      return [{ action: `dynamodb:${operation}`, resource: tableOf(String(input.TableName ?? '*'), tables).arn }];
  }
}

function itemCall(action: string, { TableName = '', Key, Item }: ItemRequest, tables: Tables): Call {
  const table = tableOf(TableName, tables);
  return call(action, table.arn, [leadingKey(Key ?? Item ?? {}, table)]);
}

function queryCall(request: QueryRequest, tables: Tables): Call {
  const { TableName = '', IndexName = '', KeyConditionExpression = '' } = request;
  const table = tableOf(TableName, tables);
  const attribute = table.partitionKeys.get(IndexName);
  const names = request.ExpressionAttributeNames ?? {};
  const equality = [...KeyConditionExpression.matchAll(/([#\w.-]+)\s*=\s*(:\w+)/g)].find(
    ([, name = '']) => (names[name] ?? name) === attribute,
  );
  const key = text(request.ExpressionAttributeValues?.[equality?.[2] ?? '']);
  if (key === undefined) {
    throw new UnreadableRequest(`No partition key can be found in the condition "${KeyConditionExpression}".`);
  }
  return call('Query', IndexName ? `${table.arn}/index/${IndexName}` : table.arn, [key]);
}

function batchCalls(action: string, input: Readonly<Record<string, unknown>>, tables: Tables): Call[] {
  const { RequestItems = {} } = input as { RequestItems?: Readonly<Record<string, unknown>> };
  return Object.entries(RequestItems).map(([name, requested]) => {
    const table = tableOf(name, tables);
    const items =
      action === 'BatchGetItem'
        ? (requested as { Keys?: readonly Values[] }).Keys
        : (requested as readonly BatchWrite[]).map((write) => write.PutRequest?.Item ?? write.DeleteRequest?.Key ?? {});
    return call(
      action,
      table.arn,
      (items ?? []).map((item) => leadingKey(item, table)),
    );
  });
}

function transactionCalls(input: Readonly<Record<string, unknown>>, tables: Tables): Call[] {
  const { TransactItems = [] } = input as { TransactItems?: readonly Readonly<Record<string, ItemRequest>>[] };
  return TransactItems.flatMap((item) =>
    Object.entries(item).map(([kind, request]) => itemCall(TRANSACTED[kind] ?? kind, request, tables)),
  );
}

interface BatchWrite {
  readonly PutRequest?: { readonly Item?: Values };
  readonly DeleteRequest?: { readonly Key?: Values };
}

type Tables = ReadonlyMap<string, GuardedTable>;

function call(action: string, resource: string, keys: readonly string[]): Call {
  return { action: `dynamodb:${action}`, resource, context: { 'dynamodb:LeadingKeys': keys } };
}

/** @throws UnreadableRequest when there is none: true of no key at all, a condition on keys would let it pass. */
function leadingKey(item: Values, { arn, partitionKeys }: GuardedTable): string {
  const key = text(item[partitionKeys.get('') ?? '']);
  if (key === undefined) throw new UnreadableRequest(`An item of ${arn} has no partition key.`);
  return key;
}

/** A key as conditions compare it: of any of its three types, the text. */
function text(value: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const plain = value?.S ?? value?.N ?? value?.B;
  return plain === undefined ? undefined : String(plain);
}

/** @param name - a table's name, or its ARN */
function tableOf(name: string, tables: Tables): GuardedTable {
  const known = tables.get(name.split('/').at(-1) ?? name);
  if (known) return known;
  // Of no table of the template: no role speaks of it.
  return { arn: `arn:aws:dynamodb:${REGION}:${ACCOUNT_ID}:table/${name}`, partitionKeys: new Map() };
}
