import { createWriteStream, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AdminGetUserCommand,
  AdminListDevicesCommand,
  type CognitoIdentityProviderClient,
  type DeviceType,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { type DynamoDBClient, GetItemCommand, paginateQuery, type QueryCommandInput } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3';
import { parseNameMetadata } from '../../../lambdas/storage/name-metadata.ts';
import { formatStorageKey, STORAGE_PURPOSES } from '../../../lambdas/storage/storage-key.ts';
import { ITEM_TYPES, itemKey, type OwnerKind, sortIdOf } from '../../../lambdas/table/item-types.ts';
import { conversationId, ownerPartition } from '../../../lambdas/table/keys.ts';
import { ITEM_DEFINITIONS } from '../items/definitions.ts';
import { findItemType } from '../items/item-checks.ts';
import { type PlainItem, toPlainItem } from '../items/plain-item.ts';
import { listMemberPartitions, listTypesIn, presentItem } from './export-rules.ts';

/** The services that hold data of members. */
export interface MemberDataSource {
  readonly database: DynamoDBClient;
  readonly tableName: string;
  readonly s3: S3Client;
  readonly bucketName: string;
  readonly cognito: CognitoIdentityProviderClient;
  readonly userPoolId: string;
}

interface ExportOptions {
  /** The member's ID. */
  readonly userId: string;
  /** Target folder, missing or empty. */
  readonly directory: string;
}

/** The summary of an export. */
export interface MemberExport {
  /** Number of items by type. */
  readonly items: Readonly<Record<string, number>>;
  readonly objects: number;
  /** Whether the user pool has the member. */
  readonly signIn: boolean;
}

/** Thrown if nothing is stored under an ID. */
class MemberUnknownError extends Error {
  constructor(userId: string) {
    super(`Nothing is stored about ${userId}. Use the member's ID, which is in the address of their profile.`);
    this.name = 'MemberUnknownError';
  }
}

/** Thrown if the target folder has files. */
class FolderInUseError extends Error {
  constructor(directory: string) {
    super(`${directory} is not empty. Choose another folder.`);
    this.name = 'FolderInUseError';
  }
}

/** Permissions of files. Only the operator can read them. */
const FILE_MODE = 0o600;

/** Permissions of folders. Only the operator can read them. */
const FOLDER_MODE = 0o700;

/**
 * Writes all stored data of one member into a folder: items by type, objects, and sign-in data.
 *
 * Only reads the stage. Writes the summary last, so an export without a summary is incomplete.
 *
 * @throws FolderInUseError, MemberUnknownError, and errors of AWS
 */
export async function exportMember(
  source: MemberDataSource,
  { userId, directory }: ExportOptions,
): Promise<MemberExport> {
  if (existsSync(directory) && readdirSync(directory).length > 0) throw new FolderInUseError(directory);

  const [items, signIn] = await Promise.all([readItems(source, userId), readSignIn(source, userId)]);
  if (items.length === 0 && !signIn) throw new MemberUnknownError(userId);

  const itemsByType = Map.groupBy(items, (item) => findItemType(item) ?? 'unknown');
  for (const [type, typeItems] of itemsByType) {
    writeJson(join(directory, 'items', `${type}.json`), typeItems.map(presentItem));
  }
  if (signIn) writeJson(join(directory, 'sign-in.json'), signIn);
  const objects = await downloadObjects(source, userId, join(directory, 'objects'));

  const counts = Object.fromEntries([...itemsByType].map(([type, { length }]) => [type, length]));
  const summary = { items: counts, objects, signIn: signIn !== undefined };
  writeJson(join(directory, 'summary.json'), { member: userId, exportedAt: new Date().toISOString(), ...summary });

  return summary;
}

function writeJson(path: string, content: unknown): void {
  mkdirSync(dirname(path), { recursive: true, mode: FOLDER_MODE });
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`, { mode: FILE_MODE });
}

/** Reads all items of the member, by the export rules of the item types. */
async function readItems(source: MemberDataSource, userId: string): Promise<PlainItem[]> {
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

/** Reads the member's data in the user pool, or returns undefined. The pool never returns passwords or secrets. */
async function readSignIn({ cognito, userPoolId }: MemberDataSource, userId: string) {
  const user = { UserPoolId: userPoolId, Username: userId };

  try {
    const { $metadata: _, ...account } = await cognito.send(new AdminGetUserCommand(user));
    const devices: DeviceType[] = [];
    let token: string | undefined;

    do {
      const page = await cognito.send(new AdminListDevicesCommand({ ...user, PaginationToken: token }));
      devices.push(...(page.Devices ?? []));
      token = page.PaginationToken;
    } while (token !== undefined);

    return { ...account, devices };
  } catch (error) {
    if (error instanceof UserNotFoundException) return undefined;
    throw error;
  }
}

/** Downloads the member's objects, except renditions. Returns their number. */
async function downloadObjects({ s3, bucketName }: MemberDataSource, userId: string, directory: string) {
  let objectCount = 0;
  // Renditions are made from files, which are exported.
  const exportedPurposes = STORAGE_PURPOSES.filter((purpose) => purpose !== 'rendition');

  for (const purpose of exportedPurposes) {
    const Prefix = formatStorageKey({ purpose, userId, ulid: '', fileName: '' }).replace(/\/+$/, '/');
    for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket: bucketName, Prefix })) {
      for (const { Key = '' } of Contents) {
        const { Body, Metadata } = await s3.send(new GetObjectCommand({ Bucket: bucketName, Key }));
        const path = join(directory, exportPathOf(Key, parseNameMetadata(Metadata)));
        mkdirSync(dirname(path), { recursive: true, mode: FOLDER_MODE });
        await pipeline(Body as Readable, createWriteStream(path, { mode: FILE_MODE }));
        objectCount++;
      }
    }
  }

  return objectCount;
}

/** Maximum length of a file's name in common file systems, in bytes. */
const MAX_NAME_BYTES = 255;

/** Returns the path of an exported object: its storage key. The given file name replaces the last part if it fits. */
function exportPathOf(key: string, fileName: string | undefined): string {
  const canUseName = fileName !== undefined && Buffer.byteLength(fileName) <= MAX_NAME_BYTES;
  return canUseName ? join(dirname(key), fileName) : key;
}
