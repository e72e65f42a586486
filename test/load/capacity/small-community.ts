/**
 * Builds the few members, files, and posts whose cost the part `capacity` measures. Texts and IDs have typical lengths,
 * because larger items cost more units.
 */
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { changeDepth } from '../../../lambdas/table/change-depth.ts';
import { table, tableName } from '../../../lambdas/table/client.ts';
import { buildFilePut, type StoredFile } from '../../../lambdas/table/file.ts';
import { followKeys, profileKey } from '../../../lambdas/table/keys.ts';
import type { StoredPost } from '../../../lambdas/table/post.ts';
import {
  createProfile,
  editProfile,
  getProfile,
  type Profile,
  type ProfileEdit,
} from '../../../lambdas/table/profile.ts';
import { unseal } from '../../../lambdas/table/sealed.ts';
import { BAND_UPPER_BOUNDS_METRES } from '../../../shared/rules/bands.ts';
import { fromMetres } from '../../../shared/rules/depth.ts';
import { MAX_FILE_NAME_LENGTH } from '../../../shared/rules/limits.ts';
import { computeTotalsForDepth } from '../scale/population.ts';

/** Maximum puts of one BatchWriteItem: DynamoDB's limit. */
const MAX_WRITES = 25;

/** The longest name that a file may have. */
export const LONGEST_FILE_NAME = `${'n'.repeat(MAX_FILE_NAME_LENGTH - 4)}.png`;

/** The time of the first item, in milliseconds since 1970: 9 October 2025. Later items follow by their numbers. */
export const FIRST_ITEM_TIME_MS = 1_760_000_000_000;

/** Upper bounds of the depth bands (docs/glossary.md) that a viewer at the surface reads, in metres. */
export const BANDS_BELOW_SURFACE = BAND_UPPER_BOUNDS_METRES.filter((bound) => bound <= 10_000);

/** Returns a username and bio of typical length. */
export function buildTypicalProfile(number: number): ProfileEdit {
  return { username: `Anna the ${number}th`, bio: 'Mostly below thirty metres, and never without a camera.' };
}

/** Returns the user ID of the member with this number. */
export function memberId(number: number): string {
  return `5f0c8a7e-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** Returns the URL of a member's profile picture, with the length of real ones. */
function buildPictureUrl(userId: string): string {
  return `/media/avatars/${userId}/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/picture.webp`;
}

/** Creates a member with a picture at this depth. */
export async function createMember(
  number: number,
  metres: number,
  edit: ProfileEdit = buildTypicalProfile(number),
): Promise<Profile> {
  const userId = memberId(number);
  const username = `member${number}`;
  const profile = await createProfile({ userId, email: `${username}@fathom.example`, username });
  await editProfile(profile, { ...edit, profilePicture: buildPictureUrl(userId) });

  const { contributedBytes: bytes, purchasedCm } = computeTotalsForDepth(metres);
  const change = { userId, source: 'correction', sourceId: 'start' } as const;
  if (metres > 0) await changeDepth({ ...change, bytes, purchasedCm });

  return unseal(await getProfile(userId, { consistent: true }))!;
}

/** Stores only the follower's row of each follow, and the follower's count. That is enough for lists. */
export async function addFollows(followerId: string, followedIds: readonly string[]): Promise<void> {
  for (let start = 0; start < followedIds.length; start += MAX_WRITES) {
    const rows = followedIds.slice(start, start + MAX_WRITES).map((userId) => followKeys(followerId, userId)[0]);
    const puts = rows.map((Item) => ({ PutRequest: { Item } }));
    await table.send(new BatchWriteCommand({ RequestItems: { [tableName()]: puts } }));
  }

  await table.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: profileKey(followerId),
      UpdateExpression: 'ADD followingCount :more',
      ExpressionAttributeValues: { ':more': followedIds.length },
    }),
  );
}

/** Records a file and credits its uploader. */
export function recordFile(file: StoredFile) {
  const { userId, key: sourceId, size: bytes } = file;
  return changeDepth({ userId, source: 'upload', sourceId, bytes, purchasedCm: 0 }, () => [buildFilePut(file)]);
}

/** Builds a file item of typical size. The number identifies and orders it. */
export function buildFileItem(
  userId: string,
  number: number,
  {
    fileName = `holiday-picture-${number}.png`,
    ...rest
  }: Partial<Pick<StoredFile, 'fileName' | 'description' | 'depth'>> = {},
): StoredFile {
  return {
    key: `files/${userId}/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/${fileName}`,
    userId,
    fileName,
    contentType: 'image/png',
    size: 1_000_000 + number,
    etag: '"9b2cf535f27731c974343645a3985328"',
    uploadedAt: new Date(FIRST_ITEM_TIME_MS + number).toISOString(),
    description: 'Uploaded on 21 November 2026',
    depth: 0,
    likeCount: 0,
    views: 0,
    revision: 0,
    ...rest,
  };
}

/** Builds a post of typical length. The number identifies and orders it. */
export function buildPostItem(
  userId: string,
  number: number,
  { metres = 0, ...rest }: { metres?: number } & Partial<Pick<StoredPost, 'content' | 'image'>> = {},
): StoredPost {
  return {
    postId: `01KAHQ3V7V8Z5T0F4M2S6R${String(number).padStart(4, '0')}`,
    userId,
    content:
      'The visibility at the wreck was thirty metres this morning, and there was a manta at the cleaning station. ' +
      'Does anyone want to come along on Sunday? There are two places left in the boat.',
    createdAt: new Date(FIRST_ITEM_TIME_MS + number).toISOString(),
    depth: fromMetres(metres),
    likeCount: 0,
    commentCount: 0,
    ...rest,
  };
}

/** Number of tables created so far. Makes their names unique. */
let tableCount = 0;

/** Creates a table with the same definition, and sets TABLE_NAME to it. Each part then starts with an empty table. */
export async function switchToEmptyTable(): Promise<void> {
  const client = new DynamoDBClient({});

  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: process.env.TABLE_NAME }));
    const TableName = `fathom-bench-${++tableCount}`;
    const { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes = [] } = Table!;
    // The description also has fields that CreateTable doesn't accept.
    const indexes = GlobalSecondaryIndexes.map(({ IndexName, KeySchema, Projection }) => ({
      IndexName,
      KeySchema,
      Projection,
    }));

    const definition = { TableName, AttributeDefinitions, KeySchema, BillingMode: 'PAY_PER_REQUEST' };
    await client.send(
      new CreateTableCommand({ ...definition, GlobalSecondaryIndexes: indexes } as CreateTableCommandInput),
    );
    process.env.TABLE_NAME = TableName;
  } finally {
    client.destroy();
  }
}
