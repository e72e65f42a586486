import { createHash } from 'node:crypto';
import { type Band, bandOf } from '../../shared/depth/bands.ts';
import type { Micrometres } from '../../shared/depth/depth.ts';

/** The table's own key of an item. */
export interface ItemKey {
  readonly pk: string;
  readonly sk: string;
}

export function profileKey(userId: string): ItemKey {
  return { pk: `USER#${userId}`, sk: 'PROFILE' };
}

export function ledgerKey(userId: string, source: string, sourceId: string): ItemKey {
  return { pk: `USER#${userId}`, sk: `LEDGER#${source}#${sourceId}` };
}

/**
 * A file's item, under a digest of its storage key: likes name the item, and outlive the file. What they name must not
 * tell whose it was, or how it was called.
 */
export function fileKey(storageKey: string): ItemKey {
  return { pk: `FILE#${createHash('sha256').update(storageKey).digest('base64url').slice(0, 22)}`, sk: 'FILE' };
}

export function postKey(postId: string): ItemKey {
  return { pk: `POST#${postId}`, sk: 'POST' };
}

export function commentKey(postId: string, commentId: string): ItemKey {
  return { pk: `POST#${postId}`, sk: `COMMENT#${commentId}` };
}

/** A member's like of an item. It lies with the member, so that an account can be purged. */
export function likeKey(userId: string, { pk }: Pick<ItemKey, 'pk'>): ItemKey {
  return { pk: `USER#${userId}`, sk: `LIKE#${pk}` };
}

/** The two edges of one member following another: the first lies with who follows, the second with who is followed. */
export function followKeys(follower: string, followed: string): [following: ItemKey, follower: ItemKey] {
  return [
    { pk: `USER#${follower}`, sk: `FOLLOWING#${followed}` },
    { pk: `USER#${followed}`, sk: `FOLLOWER#${follower}` },
  ];
}

/** What a member did under an idempotency key. */
export function deedKey(userId: string, kind: string, idempotencyKey: string): ItemKey {
  return { pk: `USER#${userId}`, sk: `DEED#${kind}#${idempotencyKey}` };
}

/** An order that a member has begun with PayPal. */
export function orderKey(userId: string, orderId: string): ItemKey {
  return { pk: `USER#${userId}`, sk: `ORDER#${orderId}` };
}

/** A payment that nobody could be credited with. */
export function unclaimedKey(provider: string, paymentId: string): ItemKey {
  return { pk: 'UNCLAIMED', sk: `${provider}#${paymentId}` };
}

/** Both participants' ids, sorted and joined with an underscore (specification §3). */
export function conversationId(one: string, other: string): string {
  return [one, other].sort().join('_');
}

/** A member's row of their conversation with another. */
export function inboxKey(userId: string, otherId: string): ItemKey {
  return { pk: `USER#${userId}`, sk: `INBOX#${otherId}` };
}

export function messageKey(conversation: string, messageId: string): ItemKey {
  return { pk: `CHAT#${conversation}`, sk: `MESSAGE#${messageId}` };
}

/** What a member has sent into a conversation under an id that their client made. */
export function sentKey(conversation: string, senderId: string, clientMessageId: string): ItemKey {
  return { pk: `CHAT#${conversation}`, sk: `SENT#${senderId}#${clientMessageId}` };
}

/** The two items of an open WebSocket: among its member's, and by its connection. */
export function socketKeys(userId: string, connectionId: string): [ofMember: ItemKey, byConnection: ItemKey] {
  return [{ pk: `USER#${userId}`, sk: `SOCKET#${connectionId}` }, connectionKey(connectionId)];
}

export function connectionKey(connectionId: string): ItemKey {
  return { pk: `SOCKET#${connectionId}`, sk: 'SOCKET' };
}

/** A ticket, under its digest: whoever reads the table cannot use it. */
export function ticketKey(ticket: string): ItemKey {
  return { pk: `TICKET#${createHash('sha256').update(ticket).digest('base64url')}`, sk: 'TICKET' };
}

/** Where a job keeps how far it has come. */
export function jobKey(job: string): ItemKey {
  return { pk: `JOB#${job}`, sk: 'PROGRESS' };
}

/** How often a member has called within a minute; apart from what is theirs, since every function may write it. */
export function callCountKey(userId: string, minute: number): ItemKey {
  return { pk: `CALLS#${userId}`, sk: `MINUTE#${minute}` };
}

/** Kinds of item that are listed by depth. */
export type ListKind = 'USER' | 'FILE' | 'POST';

/** Partition of the indexes by text and by number: one shard of one depth band of one kind. */
export function listPartition(kind: ListKind, band: Band, shard: number): string {
  return `${kind}#${band}#${shard}`;
}

/** Partition of `ByDepth`: one shard of a kind, at all depths. */
export function depthListPartition(kind: ListKind, shard: number): string {
  return `${kind}#${shard}`;
}

/** The partitions of the lists that an item at a depth is in, by the attributes that hold them. */
export function listsOf(kind: ListKind, id: string, depth: Micrometres, shards: number) {
  const shard = shardOf(id, shards);
  return { list: listPartition(kind, bandOf(depth), shard), depthList: depthListPartition(kind, shard) };
}

/** The shard that an item belongs to, for good: the same id gives the same shard. */
export function shardOf(id: string, shards: number): number {
  if (shards === 1) return 0;
  return createHash('sha256').update(id).digest().readUInt32BE(0) % shards;
}

/** The `owner` of what one member published or did, of one kind. */
export function ownerOf(kind: 'FILE' | 'POST' | 'COMMENT' | 'LEDGER', userId: string): string {
  return `${kind}#${userId}`;
}

const DEPTH_DIGITS = 16;

/**
 * A depth as text that sorts as the depth does, for `depthOrder`. Sixteen digits of micrometres reach past any safe
 * integer. What lies below zero, which only a reversed payment can cause, is filed at the bottom.
 */
export function depthText(depth: Micrometres): string {
  return String(Math.max(0, depth)).padStart(DEPTH_DIGITS, '0');
}

/** `depthOrder` of content: its depth, then its time (ISO 8601). */
export function depthAndTime(depth: Micrometres, time: string): string {
  return `${depthText(depth)}#${time}`;
}

/** Sorts after every `depthOrder` of exactly this depth, and before any of a greater one. */
export function depthCeiling(depth: Micrometres): string {
  return `${depthText(depth)}$`;
}
