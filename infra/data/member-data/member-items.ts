import { GetItemCommand, paginateQuery, type QueryCommandInput } from '@aws-sdk/client-dynamodb';
import { ITEM_TYPES, itemKey, type OwnerKind, sortIdOf } from '../../../lambdas/table/item-types.ts';
import { conversationId, ownerPartition } from '../../../lambdas/table/keys.ts';
import { ITEM_DEFINITIONS } from '../items/definitions.ts';
import { findItemType } from '../items/item-checks.ts';
import { type PlainItem, toPlainItem } from '../items/plain-item.ts';
import { listMemberPartitions, listTypesIn } from './export-rules.ts';
import type { MemberDataSource } from './member-data-source.ts';

/** Reads all items of the member, by the export rules of the item types. */
export async function readMemberItems(source: MemberDataSource, userId: string): Promise<PlainItem[]> {
  const memberReads = listMemberPartitions(userId).map((pk) => readPartition(source, pk));
  const memberItems = (await Promise.all(memberReads)).flat();

  const conversationPartitions = memberItems
    .filter((item) => findItemType(item) === 'inboxRow')
    .map((item) => itemKey('message', conversationId(userId, sortIdOf('inboxRow', item))).pk);
  const singlePartitions = listTypesIn('single-partition').map((type) => itemKey(type).pk);
  const sharedReads = [...conversationPartitions, ...singlePartitions].map(async (pk) =>
    (await readPartition(source, pk)).filter((item) => belongsTo(item, userId)),
  );

  const ownerReads = listTypesIn('by-owner').map((type) => {
    // Every type with this rule has an owner.
    const { owner: ownerKind } = ITEM_TYPES[type] as { owner: OwnerKind };
    return readOwned(source, ownerPartition(ownerKind, userId));
  });

  const otherItems = (await Promise.all([...sharedReads, ...ownerReads])).flat();
  return [...memberItems, ...otherItems];
}

/** Returns whether an item of a shared partition belongs to the member. */
function belongsTo(item: PlainItem, userId: string): boolean {
  const type = findItemType(item);
  const rule = type && ITEM_DEFINITIONS[type].export;
  return rule !== undefined && 'belongsTo' in rule && rule.belongsTo(item, userId);
}

function readPartition(source: MemberDataSource, pk: string): Promise<PlainItem[]> {
  return query(source, {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': { S: pk } },
    ConsistentRead: true,
  });
}

/** Reads the items in a partition of `ByOwner`. The index has only some attributes, so each item is read in full. */
async function readOwned(source: MemberDataSource, owner: string): Promise<PlainItem[]> {
  const rows = await query(source, {
    IndexName: 'ByOwner',
    KeyConditionExpression: '#owner = :owner',
    ExpressionAttributeNames: { '#owner': 'owner' },
    ExpressionAttributeValues: { ':owner': { S: owner } },
  });

  const items: PlainItem[] = [];
  for (const { pk, sk } of rows) {
    const Key = { pk: { S: pk }, sk: { S: sk } };
    const { Item } = await source.database.send(
      new GetItemCommand({ TableName: source.tableName, Key, ConsistentRead: true }),
    );
    if (Item) items.push(toPlainItem(Item));
  }

  return items;
}

async function query(
  { database, tableName }: MemberDataSource,
  input: Omit<QueryCommandInput, 'TableName'>,
): Promise<PlainItem[]> {
  const items: PlainItem[] = [];
  for await (const { Items = [] } of paginateQuery({ client: database }, { ...input, TableName: tableName })) {
    items.push(...Items.map(toPlainItem));
  }
  return items;
}
