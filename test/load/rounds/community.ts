import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { monotonicFactory } from 'ulid';
import { formatStorageKey, type StoragePurpose } from '../../../lambdas/storage/storage-key.ts';
import { table, tableName } from '../../../lambdas/table/client.ts';
import { storeComment } from '../../../lambdas/table/comment.ts';
import { buildFilePut } from '../../../lambdas/table/file.ts';
import { creditFile } from '../../../lambdas/table/file-credit.ts';
import { buildInboxUpdate } from '../../../lambdas/table/inbox.ts';
import { conversationId, fileKey, postKey } from '../../../lambdas/table/keys.ts';
import { setLike } from '../../../lambdas/table/like.ts';
import { buildMessagePuts } from '../../../lambdas/table/message.ts';
import { storeOrder } from '../../../lambdas/table/payment-order.ts';
import { storePost } from '../../../lambdas/table/post.ts';
import type { Profile } from '../../../lambdas/table/profile.ts';
import { registerSocket } from '../../../lambdas/table/socket.ts';
import { buildStoredBytesIncrease } from '../../../lambdas/table/stored-bytes.ts';
import { transact } from '../../../lambdas/table/transaction.ts';
import { buildUploadReservation } from '../../../lambdas/table/upload-reservation.ts';
import { buildFileItem, buildPostItem, createMember } from '../capacity/small-community.ts';
import { buildViewer } from '../scale/file-queries.ts';
import { generateSpreadCommunity } from '../scale/people-population.ts';
import { memberId } from '../scale/population.ts';
import { generateFilesAndLikes, type Item } from '../scale/table-items.ts';

/** Orders IDs of the same millisecond, so that the `deleteComment` case always deletes the newest comment. */
const ulid = monotonicFactory();

/** Members of the community. Enough that a list needs more than one query in a depth band (docs/glossary.md). */
const MEMBERS = 300;

/** Files of the community. Enough that a list needs more than one query in a depth band. */
const FILES = 600;

/** Number of members that the viewer follows. */
const FOLLOWED_COUNT = 30;

/** Maximum puts of one BatchWriteItem: DynamoDB's limit. */
const MAX_WRITES = 25;

/** A viewer at the surface, who sees every band. */
export const VIEWER: Profile = { ...buildViewer(10_000, 9), followingCount: FOLLOWED_COUNT };

/** The ID of another member of the community, who is below the viewer. */
export const OTHER_ID = memberId(0);

/** Stores the community whose lists are read: members at all depths, their posts, files, comments, and likes. */
export async function storeCommunity(): Promise<void> {
  // The generators share some keys, and one BatchWriteItem must not contain a key twice.
  const items = new Map<string, Item>();
  for (const source of [generateSpreadCommunity(MEMBERS, [VIEWER]), generateFilesAndLikes(FILES, [VIEWER])]) {
    for (const item of source) items.set(`${item.pk} ${item.sk}`, item);
  }

  await storeItems([...items.values()]);
}

/** Stores items as they are. */
export async function storeItems(items: readonly object[]): Promise<void> {
  for (let start = 0; start < items.length; start += MAX_WRITES) {
    const puts = items.slice(start, start + MAX_WRITES).map((Item) => ({ PutRequest: { Item: Item as Item } }));
    await table.send(new BatchWriteCommand({ RequestItems: { [tableName()]: puts } }));
  }
}

/** Number of members that {@link createCaller} has created. */
let memberCount = 0;

/** Creates a new member. A request may change or delete this member. */
export function createCaller(metres = 10_000): Promise<Profile> {
  return createMember(++memberCount, metres);
}

/** Records a member's text file with a like by the viewer. Returns its key. */
export async function createLikedFile(userId: string): Promise<string> {
  const key = formatStorageKey({ purpose: 'file', userId, ulid: ulid(), fileName: 'a.txt' });

  await creditFile({
    key,
    userId,
    fileName: 'a.txt',
    contentType: 'text/plain',
    size: 4,
    etag: '"1"',
    checksum: `${key} sum`,
    uploadedAt: new Date().toISOString(),
    description: '',
    likeCount: 0,
    views: 0,
  });
  await setLike(VIEWER, fileKey(key), { liked: true });

  return key;
}

/** Number of the next post. Starts above the numbers of generated posts. */
let nextPostNumber = 5000;

/**
 * Publishes a member's post, with a comment by another member and a like by the viewer. Returns its ID.
 *
 * @param pictureBytes - size of its picture; 0 for a post without a picture
 */
export async function createLikedPost(userId: string, pictureBytes = 0): Promise<string> {
  const post = buildPostItem(userId, nextPostNumber++);
  const hasPicture = pictureBytes > 0;
  const key = `posts/${userId}/${post.postId}/reef.png`;
  const image = { key, contentType: 'image/png', alt: '', size: pictureBytes };
  // The member may store exactly this picture.
  const maxBytes = pictureBytes;
  const limitWrites = hasPicture ? [buildStoredBytesIncrease(userId, pictureBytes, maxBytes)] : [];

  await storePost({ ...post, ...(hasPicture && { image }) }, { limitWrites });
  await createComment(post.postId, OTHER_ID);
  await setLike(VIEWER, postKey(post.postId), { liked: true });

  return post.postId;
}

/** Stores a comment, and returns its ID. */
export async function createComment(postId: string, userId: string): Promise<string> {
  const comment = { commentId: ulid(), postId, userId, text: 'Hello', createdAt: new Date().toISOString() };
  await storeComment(comment, { userId, depth: VIEWER.depth });
  return comment.commentId;
}

/** Stores a conversation in which the partner has sent the member one message. Returns the message's ID. */
export async function createConversation(userId: string, partnerId: string): Promise<string> {
  const message = {
    conversation: conversationId(userId, partnerId),
    sender: partnerId,
    recipient: userId,
    content: 'Ahoy',
    messageId: ulid(),
    clientMessageId: ulid(),
    timestamp: new Date().toISOString(),
  };

  await transact(() => [
    ...buildMessagePuts(message),
    buildInboxUpdate({ userId, otherId: partnerId }, message, undefined),
    buildInboxUpdate({ userId: partnerId, otherId: userId }, message, undefined),
  ]);

  return message.messageId;
}

/** Registers an open socket of a member, and returns its connection ID. */
export async function openSocketFor(userId: string): Promise<string> {
  const connectionId = `socket-${userId}`;
  await registerSocket({ userId, issuedAt: Math.floor(Date.now() / 1000) }, connectionId);
  return connectionId;
}

/** Builds the storage key of a new upload. */
export function buildUploadKey(purpose: StoragePurpose, userId: string, fileName: string): string {
  return formatStorageKey({ purpose, userId, ulid: ulid(), fileName });
}

/** Reserves the bytes of a multipart upload, and returns its storage key. */
export async function reserveUpload(userId: string): Promise<string> {
  const upload = { purpose: 'file', userId, ulid: ulid(), fileName: 'a.txt' } as const;
  await transact(() => [buildUploadReservation(userId, upload.ulid, 1_000_000_000)]);
  return formatStorageKey(upload);
}

/** Stores files in one depth band that are newer than all other files. */
export async function storeNewestFilesInOneBand(): Promise<void> {
  const files = Array.from({ length: 30 }, (_, number) => ({
    ...buildFileItem(OTHER_ID, number, { depth: VIEWER.depth }),
    uploadedAt: new Date(Date.now() + number).toISOString(),
  }));
  await storeItems(files.map((file) => buildFilePut(file).Put!.Item!));
}

/** Stores a PayPal order of 100 m for another member, who has an open socket. */
export async function createPayPalOrder(): Promise<{ readonly userId: string; readonly orderId: string }> {
  const { userId } = await createCaller();
  await openSocketFor(userId);

  const order = { orderId: ulid(), userId, steps: 1000, packageName: '100m Depth Package', merchantId: 'FATHOM' };
  await storeOrder(order);
  return order;
}
