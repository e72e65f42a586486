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
import { createFileItem, createMember, createPostItem } from '../capacity/small-community.ts';
import { viewerAt } from '../scale/file-queries.ts';
import { generateSpreadCommunity } from '../scale/people-population.ts';
import { memberId } from '../scale/population.ts';
import { generateFilesAndLikes, type Item } from '../scale/table-items.ts';

/** Orders comments of the same millisecond, so that every run deletes the same one. */
const ulid = monotonicFactory();

/** Enough for lists that read more than one query's rows of a band. */
const MEMBERS = 300;
const FILES = 600;
const FOLLOWED = 30;

/** DynamoDB's limit for one BatchWriteItem. */
const MAX_WRITES = 25;

/** A viewer at the surface, who sees every band. */
export const VIEWER: Profile = { ...viewerAt(10_000, 9), followingCount: FOLLOWED };

/** Another member of the community, below the viewer. */
export const OTHER = memberId(0);

/** Stores the community whose lists are read: members at all depths, their posts, files, comments, and likes. */
export async function storeCommunity(): Promise<void> {
  const items = new Map<string, Item>();
  for (const source of [generateSpreadCommunity(MEMBERS, [VIEWER]), generateFilesAndLikes(FILES, [VIEWER])]) {
    for (const item of source) items.set(`${item.pk} ${item.sk}`, item);
  }
  await storeItems([...items.values()]);
}

/** Stores items as they are. */
export async function storeItems(items: readonly object[]): Promise<void> {
  for (let at = 0; at < items.length; at += MAX_WRITES) {
    const puts = items.slice(at, at + MAX_WRITES).map((Item) => ({ PutRequest: { Item: Item as Item } }));
    await table.send(new BatchWriteCommand({ RequestItems: { [tableName()]: puts } }));
  }
}

let members = 0;

/** Creates a member that a request may change or delete. */
export function newMember(metres = 10_000): Promise<Profile> {
  return createMember(++members, metres);
}

/** Records a text file of a member, which has a like of another. */
export async function newFile(userId: string): Promise<string> {
  const key = formatStorageKey({ purpose: 'file', userId, ulid: ulid(), fileName: 'a.txt' });
  const about = { fileName: 'a.txt', contentType: 'text/plain', size: 4, etag: '"1"', checksum: `${key} sum` };

  await creditFile({
    ...about,
    key,
    userId,
    uploadedAt: new Date().toISOString(),
    description: '',
    likeCount: 0,
    views: 0,
  });
  await setLike(VIEWER, fileKey(key), true);

  return key;
}

let posts = 5000;

/**
 * Publishes a post of a member, with a comment and a like of another.
 *
 * @param pictureBytes - the size of its picture; 0 for a post without a picture
 */
export async function newPost(userId: string, pictureBytes = 0): Promise<string> {
  const post = createPostItem(userId, posts++);
  const key = `posts/${userId}/${post.postId}/reef.png`;
  const image = { key, contentType: 'image/png', alt: '', size: pictureBytes };
  const counts = pictureBytes > 0 ? [buildStoredBytesIncrease(userId, pictureBytes, pictureBytes)] : [];
  await storePost({ ...post, ...(pictureBytes > 0 && { image }) }, [], counts);
  await newComment(post.postId, OTHER);
  await setLike(VIEWER, postKey(post.postId), true);
  return post.postId;
}

/** Adds a comment, and returns its ID. */
export async function newComment(postId: string, userId: string): Promise<string> {
  const comment = { commentId: ulid(), postId, userId, text: 'Hello', createdAt: new Date().toISOString() };
  await storeComment(comment, { userId, depth: VIEWER.depth }, []);
  return comment.commentId;
}

/** Stores a conversation with one message to the first member. Returns the message's ID. */
export async function newConversation(userId: string, partnerId: string): Promise<string> {
  const about = {
    conversation: conversationId(userId, partnerId),
    sender: partnerId,
    recipient: userId,
    content: 'Ahoy',
  };
  const message = { ...about, messageId: ulid(), clientMessageId: ulid(), timestamp: new Date().toISOString() };
  await transact(() => [
    ...buildMessagePuts(message),
    buildInboxUpdate({ userId, otherId: partnerId }, message, undefined),
    buildInboxUpdate({ userId: partnerId, otherId: userId }, message, undefined),
  ]);
  return message.messageId;
}

/** Registers an open socket of a member, and returns its connection ID. */
export async function openSocket(userId: string): Promise<string> {
  const connectionId = `socket-${userId}`;
  await registerSocket({ userId, issuedAt: Math.floor(Date.now() / 1000) }, connectionId);
  return connectionId;
}

/** Builds the storage key of a new upload. */
export function uploadKey(purpose: StoragePurpose, userId: string, fileName: string): string {
  return formatStorageKey({ purpose, userId, ulid: ulid(), fileName });
}

/** Starts an upload in parts, and returns its storage key. */
export async function startUpload(userId: string): Promise<string> {
  const address = { purpose: 'file', userId, ulid: ulid(), fileName: 'a.txt' } as const;
  await transact(() => [buildUploadReservation(userId, address.ulid, 1_000_000_000)]);
  return formatStorageKey(address);
}

/** Stores files in one depth band that are newer than all others. */
export async function storeNewestInOneBand(): Promise<void> {
  const files = Array.from({ length: 30 }, (_, number) => ({
    ...createFileItem(OTHER, number, { depth: VIEWER.depth }),
    uploadedAt: new Date(Date.now() + number).toISOString(),
  }));
  await storeItems(files.map((file) => buildFilePut(file).Put!.Item!));
}

/** Stores a PayPal order of 100 m, of a new member with an open socket. */
export async function newOrder(): Promise<{ readonly userId: string; readonly orderId: string }> {
  const { userId } = await newMember();
  await openSocket(userId);
  const order = { orderId: ulid(), userId, steps: 1000, packageName: '100m Depth Package', merchantId: 'FATHOM' };
  await storeOrder(order);
  return order;
}
