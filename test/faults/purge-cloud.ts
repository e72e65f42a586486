import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ListObjectsV2Command, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import type { LocalCloud } from '../../infra/local/cloud.ts';
import { contract } from '../../shared/contract/contract.ts';
import { Member, storeBytes } from '../support/member.ts';
import { createPng } from '../support/sample-files.ts';
import { startFaultCloud } from './fault-cloud.ts';

interface PurgeCloud {
  readonly cloud: LocalCloud;
  readonly database: DynamoDBDocumentClient;
  readonly tableName: string;
  /** Returns all items of the table. */
  scanItems(): Promise<Record<string, unknown>[]>;
  /** Returns the keys of the current objects. Reads one page, at most 1,000 objects. */
  listObjectKeys(): Promise<string[]>;
  /**
   * Returns the keys of a member's objects, of their versions, and of delete markers. Reads one page, at most 1,000
   * versions and delete markers of all members.
   */
  listVersionKeys(member: Member): Promise<string[]>;
}

/**
 * Starts a cloud for tests that read table and bucket directly, to find what a purge has left.
 *
 * Sets the environment variables of the functions, so that a test can import modules of `lambdas` and call them.
 */
export async function startPurgeCloud(): Promise<PurgeCloud> {
  // With recovery, the bucket keeps versions of deleted objects, which a purge must delete, too.
  const { cloud } = await startFaultCloud({ context: { objectRecoveryDays: 30 } });
  const { tableName, bucketName } = cloud.storage;

  // The clients below also read these variables.
  Object.assign(process.env, cloud.environment, {
    AWS_REGION: cloud.config.region,
    TABLE_NAME: tableName,
    BUCKET_NAME: bucketName,
    USER_POOL_ID: cloud.config.userPoolId,
    DEPTH_INDEX_SHARDS: '1',
    POWERTOOLS_METRICS_DISABLED: 'true',
  });

  const database = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const s3 = new S3Client({ forcePathStyle: true });

  return {
    cloud,
    database,
    tableName,
    async scanItems() {
      const items: Record<string, unknown>[] = [];
      const pages = paginateScan({ client: database }, { TableName: tableName, ConsistentRead: true });
      for await (const { Items = [] } of pages) items.push(...Items);
      return items;
    },
    async listObjectKeys() {
      const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: bucketName }));
      return Contents.map(({ Key }) => Key!);
    },
    async listVersionKeys({ userId }) {
      const { Versions = [], DeleteMarkers = [] } = await s3.send(
        new ListObjectVersionsCommand({ Bucket: bucketName }),
      );
      return [...Versions, ...DeleteMarkers].map(({ Key }) => Key!).filter((key) => key.includes(userId));
    },
  };
}

/**
 * Registers a member with items of every type, and a friend with items that refer to the member.
 *
 * Each text of the member contains the name Larry, so that a test finds it anywhere in the table.
 */
export async function registerActiveMemberAndFriend(): Promise<{
  leaver: Member;
  friend: Member;
  friendsPostId: string;
}> {
  const [leaver, friend] = await Promise.all([Member.register('Leaving Larry'), Member.register()]);
  await leaver.call(contract.account.updateProfile, { username: 'Leaving Larry', bio: 'Larry was here' });

  const file = await leaver.upload('larrys-secret.png', 'image/png', createPng(3000), 'By Larry');
  await leaver.upload('larrys-other.png', 'image/png', createPng(4000));
  const profilePicture = await uploadPicture(leaver, 'avatar');
  await leaver.call(contract.account.updatePhoto, { photoUrl: profilePicture.publicUrl! });

  const { fileId: imageId } = await uploadPicture(leaver, 'post');
  const postRequest = { content: 'Larry speaks', imageId, idempotencyKey: 'larrys-first-post' };
  const ownPostId = (await leaver.call(contract.posts.create, postRequest)).body.post.id;
  const friendsPostId = (await friend.call(contract.posts.create, { content: 'A friend speaks' })).body.post.id;

  // Lifts the friend above the depth of the leaver's items, which the friend could not see from below.
  await friend.upload('ballast.png', 'image/png', createPng(10_000));

  await leaver.call(contract.posts.like, { postId: friendsPostId });
  await leaver.call(contract.posts.like, { postId: ownPostId });
  await leaver.call(contract.posts.addComment, { postId: friendsPostId, text: 'Larry likes this' });
  await leaver.call(contract.posts.addComment, { postId: ownPostId, text: 'Larry likes himself' });
  await friend.call(contract.posts.addComment, { postId: ownPostId, text: 'Hello' });
  await friend.call(contract.posts.like, { postId: ownPostId });
  await friend.call(contract.files.like, { fileId: file.key });

  await friend.call(contract.users.follow, { userId: leaver.userId });
  await leaver.call(contract.users.follow, { userId: friend.userId });
  await leaver.call(contract.account.testContribution, { idempotencyKey: 'larrys-test' });

  return { leaver, friend, friendsPostId };
}

/** Uploads a picture without using it: no profile and no post shows it yet. */
export async function uploadPicture(member: Member, purpose: 'avatar' | 'post') {
  const bytes = createPng(1000);
  const upload = await member.prepareUpload(bytes, { fileName: 'larry.png', purpose });
  await storeBytes(upload, bytes);

  return upload;
}
