import { createHash } from 'node:crypto';
import { type Band, bandOf } from '../../shared/depth/bands.ts';
import type { Micrometres } from '../../shared/depth/depth.ts';
import { ITEM_TYPES, type ItemKey, itemKey, type ListKind, type OwnerKind } from './item-types.ts';

export function profileKey(userId: string): ItemKey {
  return itemKey('profile', userId);
}

export function ledgerKey(userId: string, source: string, sourceId: string): ItemKey {
  return itemKey('ledgerEntry', userId, `${source}#${sourceId}`);
}

/**
 * Builds a file's key from a digest of its storage key. Likes contain the digest and outlive the file, so it must not
 * reveal the uploader or the name.
 */
export function fileKey(storageKey: string): ItemKey {
  return itemKey('file', digestOf(storageKey).slice(0, 22));
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

/** Returns both participants' ids, sorted and joined with an underscore. */
export function conversationId(one: string, other: string): string {
  return [one, other].sort().join('_');
}

export function inboxKey(userId: string, otherId: string): ItemKey {
  return itemKey('inboxRow', userId, otherId);
}

/** Partition of `ByText` that lists the conversations of one member. */
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

/** Builds a ticket's key from its digest, so that read access to the table is not enough to use a ticket. */
export function ticketKey(ticket: string): ItemKey {
  return itemKey('ticket', digestOf(ticket));
}

export function jobKey(job: string): ItemKey {
  return itemKey('jobProgress', job);
}

/** Builds the key of a member's call count. It has a separate partition because every function may write it. */
export function callCountKey(userId: string, minute: number): ItemKey {
  return itemKey('callCount', userId, String(minute));
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Partition of `ByText` and `ByNumber`: one shard of one depth band of one kind. */
export function listPartition(kind: ListKind, band: Band, shard: number): string {
  return `${kind}#${band}#${shard}`;
}

/** Partition of `ByDepth`: one shard of a kind, at all depths. */
export function depthListPartition(kind: ListKind, shard: number): string {
  return `${kind}#${shard}`;
}

/** Returns the list attributes of an item: its partitions of the depth indexes. */
export function listAttributes(kind: ListKind, id: string, depth: Micrometres, shards: number) {
  const shard = shardOf(id, shards);
  return { list: listPartition(kind, bandOf(depth), shard), depthList: depthListPartition(kind, shard) };
}

/** Returns the shard of an item. The same ID always gives the same shard. */
export function shardOf(id: string, shards: number): number {
  if (shards === 1) return 0;
  return createHash('sha256').update(id).digest().readUInt32BE(0) % shards;
}

/** Partition of `ByOwner`: one member's items of one kind. */
export function ownerPartition(kind: OwnerKind, userId: string): string {
  return `${kind}#${userId}`;
}

const DEPTH_DIGITS = 16;

/**
 * Formats a depth as text that sorts like the number, for `depthOrder`. Sixteen digits hold every safe integer.
 * Negative depths, which only a reversed payment can cause, become 0.
 */
export function depthText(depth: Micrometres): string {
  return String(Math.max(0, depth)).padStart(DEPTH_DIGITS, '0');
}

/** Builds the `depthOrder` of content: its depth, then its time (ISO 8601). */
export function depthAndTime(depth: Micrometres, time: string): string {
  return `${depthText(depth)}#${time}`;
}

/** Returns a text that sorts after every `depthOrder` of this depth, and before those of greater depths. */
export function depthCeiling(depth: Micrometres): string {
  return `${depthText(depth)}$`;
}
