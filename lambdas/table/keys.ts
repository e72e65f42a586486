/*
 * The keys of all items, and the partitions of the indexes. `item-types.ts` lists the prefixes.
 */
import { createHash } from 'node:crypto';
import { type Band, bandOf } from '../../shared/rules/bands.ts';
import type { Window } from '../../shared/rules/conduct-limits.ts';
import type { Micrometres } from '../../shared/rules/depth.ts';
import type { Bucket } from '../../shared/rules/depth-histogram.ts';
import { type FileTypeClass, fileTypeClassOf } from '../../shared/rules/file-types.ts';
import { ITEM_TYPES, type ItemKey, itemKey, type ListKind, type OwnerKind } from './item-types.ts';

export function profileKey(userId: string): ItemKey {
  return itemKey('profile', userId);
}

export function credentialsKey(userId: string): ItemKey {
  return itemKey('credentials', userId);
}

export function ledgerKey(userId: string, source: string, sourceId: string): ItemKey {
  return itemKey('ledgerEntry', userId, `${source}#${sourceId}`);
}

/** Length of a file's digest in Base64 characters, of 6 bits each: 132 bits. */
const FILE_DIGEST_LENGTH = 22;

/**
 * Returns a file's ID: the ULID at the end of its storage key. Files of earlier versions have the name there, and the
 * ID is a digest of the key. Likes contain the ID and outlive the file, so it must not reveal the uploader or the name.
 * See docs/adr/0060-file-ids.md.
 */
export function fileIdOf(storageKey: string): string {
  const [, , ulid, lastPart] = storageKey.split('/');
  return ulid !== undefined && ulid === lastPart ? ulid : digestOf(storageKey).slice(0, FILE_DIGEST_LENGTH);
}

/** Builds a file's key from its storage key. */
export function fileKey(storageKey: string): ItemKey {
  return itemKey('file', fileIdOf(storageKey));
}

/** Builds the key of a held copy, from S3's checksum of the bytes and the ID of the file that has or had them. */
export function heldCopyKey(userId: string, checksum: string, storageKey: string): ItemKey {
  return itemKey('heldCopy', userId, `${checksum}#${fileIdOf(storageKey)}`);
}

export function postKey(postId: string): ItemKey {
  return itemKey('post', postId);
}

export function commentKey(postId: string, commentId: string): ItemKey {
  return itemKey('comment', postId, commentId);
}

/** Builds the key of a like. Likes are in the member's partition, where the purge job finds them. */
export function likeKey(userId: string, { pk }: Pick<ItemKey, 'pk'>): ItemKey {
  return itemKey('like', userId, pk);
}

/** Builds the keys of both edges of a follow, one in each member's partition. */
export function followKeys(follower: string, followed: string): [following: ItemKey, follower: ItemKey] {
  return [itemKey('following', follower, followed), itemKey('follower', followed, follower)];
}

export function idempotencyKey(userId: string, kind: string, key: string): ItemKey {
  return itemKey('idempotencyKey', userId, `${kind}#${key}`);
}

export function paymentOrderKey(userId: string, orderId: string): ItemKey {
  return itemKey('paymentOrder', userId, orderId);
}

export function unclaimedPaymentKey(provider: string, paymentId: string): ItemKey {
  return itemKey('unclaimedPayment', '', `${provider}#${paymentId}`);
}

/** Returns both participants' IDs, sorted and joined with an underscore. */
export function conversationId(userId: string, partnerId: string): string {
  return [userId, partnerId].sort().join('_');
}

export function inboxKey(userId: string, partnerId: string): ItemKey {
  return itemKey('inboxRow', userId, partnerId);
}

/** Returns the partition of `ByText` that lists the conversations of one member. */
export function inboxListPartition(userId: string): string {
  return `${ITEM_TYPES.inboxRow.sort}#${userId}`;
}

export function messageKey(conversation: string, messageId: string): ItemKey {
  return itemKey('message', conversation, messageId);
}

/** Builds the key that maps a client message ID to its message. */
export function sentMessageKey(conversation: string, senderId: string, clientMessageId: string): ItemKey {
  return itemKey('sentMessage', conversation, `${senderId}#${clientMessageId}`);
}

/** Builds the keys of both items of an open WebSocket: by member and by connection. */
export function socketKeys(userId: string, connectionId: string): [ofMember: ItemKey, byConnection: ItemKey] {
  return [itemKey('memberSocket', userId, connectionId), connectionKey(connectionId)];
}

export function connectionKey(connectionId: string): ItemKey {
  return itemKey('socket', connectionId);
}

/** Builds the key of the socket that a member registered last. */
export function lastSocketKey(userId: string): ItemKey {
  return itemKey('conductCount', userId, 'sockets');
}

/** Builds a ticket's key from its digest, so that read access to the table is not enough to use a ticket. */
export function ticketKey(ticket: string): ItemKey {
  return itemKey('ticket', digestOf(ticket));
}

/** Builds the key of the marker that records in which bucket of the histogram a member is counted. */
export function depthMarkerKey(userId: string): ItemKey {
  return itemKey('depthMarker', userId);
}

/** Builds the key of one shard of a bucket of the histogram of depths. */
export function depthBucketKey(shard: number, bucket: Bucket): ItemKey {
  // Two digits, so that the rows sort like the buckets.
  return itemKey('depthBucket', String(shard), String(bucket).padStart(2, '0'));
}

export function jobKey(job: string): ItemKey {
  return itemKey('jobProgress', job);
}

/** Builds the key of one segment of a job. It contains the count, so that another count starts with new segments. */
export function jobSegmentKey({ job, number, count }: { job: string; number: number; count: number }): ItemKey {
  return itemKey('jobSegment', job, `${number}/${count}`);
}

/** Builds the key of a member's call count. It has a separate partition because every function may write it. */
export function callCountKey(userId: string, minute: number): ItemKey {
  return itemKey('callCount', userId, String(minute));
}

/** Builds the key of a member's frame count, in the partition of their call count. */
export function frameCountKey(userId: string, kind: string, minute: number): ItemKey {
  return itemKey('frameCount', userId, `${kind}#${minute}`);
}

/** Builds the key of a member's counts in one window. The item has an attribute per limit. */
export function conductCountKey(userId: string, window: Window, number: number): ItemKey {
  return itemKey('conductCount', userId, `${window}#${number}`);
}

/** Builds the key of the reservation of mails to a recipient: a member's ID, or a keyed hash of an email address. */
export function mailReservationKey(recipient: string): ItemKey {
  return itemKey('conductCount', recipient, 'mail');
}

/**
 * Builds the key of the attempts to redeem codes that were emailed to an address. Contains a keyed hash of the address.
 */
export function codeAttemptsKey(addressHash: string, purpose: string): ItemKey {
  return itemKey('conductCount', addressHash, `codes#${purpose}`);
}

/** Builds the key of the bytes reserved for an upload in parts, by the ULID of its storage key. */
export function uploadReservationKey(userId: string, uploadUlid: string): ItemKey {
  return itemKey('uploadReservation', userId, uploadUlid);
}

/** Length of a member's digest in Base64 characters, of 6 bits each: 66 bits. */
const MEMBER_DIGEST_LENGTH = 11;

/** Returns the digest that identifies a member among the likers of an item. */
export function digestOfMember(userId: string): string {
  return digestOf(userId).slice(0, MEMBER_DIGEST_LENGTH);
}

/** Returns the SHA-256 of a text, in URL-safe Base64. */
function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Returns the partition of `ByText` and `ByNumber` for one shard of one depth band of one kind. */
export function listPartition(kind: ListKind, band: Band, shard: number): string {
  return `${kind}#${band}#${shard}`;
}

/** Returns the partition of `ByTypeText` and `ByTypeNumber` for the files of one type in a partition of `ByText`. */
export function typeListPartition(list: string, type: FileTypeClass): string {
  return `${list}#${type}`;
}

/** Returns the `typeList` of a file, or undefined for a type without a filter. */
export function typeListOf(list: string, contentType: string): string | undefined {
  const type = fileTypeClassOf(contentType);
  return type && typeListPartition(list, type);
}

/** Returns the partition of `ByDepth` for one shard of a kind, at all depths. */
export function depthListPartition(kind: ListKind, shard: number): string {
  return `${kind}#${shard}`;
}

/** Returns the list attributes of an item, which are its partitions of the depth indexes. */
export function listAttributes(kind: ListKind, id: string, depth: Micrometres, shards: number) {
  const shard = shardOf(id, shards);
  return { list: listPartition(kind, bandOf(depth), shard), depthList: depthListPartition(kind, shard) };
}

/** Returns the shard of an item. The same ID always gives the same shard. */
export function shardOf(id: string, shards: number): number {
  if (shards === 1) return 0;
  return createHash('sha256').update(id).digest().readUInt32BE(0) % shards;
}

/** Returns the partition of `ByOwner` for one member's items of one kind. */
export function ownerPartition(kind: OwnerKind, userId: string): string {
  return `${kind}#${userId}`;
}

/** Digits of a depth in a sort key. Sixteen digits hold every safe integer. */
const DEPTH_DIGITS = 16;

/**
 * Formats a depth as text that sorts like the number, for `depthOrder`. Negative depths, which only a reversed payment
 * can cause, become 0.
 */
export function depthText(depth: Micrometres): string {
  return String(Math.max(0, depth)).padStart(DEPTH_DIGITS, '0');
}

/** Builds the `depthOrder` of content: its depth, then its time (ISO 8601). */
export function depthAndTime(depth: Micrometres, time: string): string {
  return `${depthText(depth)}#${time}`;
}

/** Parses the depth and the time that {@link depthAndTime} has formatted. */
export function parseDepthAndTime(depthOrder: string): { depth: Micrometres; time: string } {
  const [depth = '', time = ''] = depthOrder.split('#');
  return { depth: Number(depth), time };
}

/** Returns a text that sorts after every `depthOrder` of this depth, and before those of greater depths. */
export function depthCeiling(depth: Micrometres): string {
  return `${depthText(depth)}$`;
}
