import { createHash } from 'node:crypto';
import { ulid } from 'ulid';
import { fileIndexAttributes } from '../../../../lambdas/table/file.ts';
import * as keys from '../../../../lambdas/table/keys.ts';
import { postIndexAttributes } from '../../../../lambdas/table/post.ts';
import { DAY_SECONDS } from '../../../../shared/rules/durations.ts';
import { ADA, BEN } from '../fixture.ts';
import { community, damageItem, storage } from './damaged-storage.ts';

/*
 * The keys of the community's items, items to add, and damages that need several steps. Most keys are functions,
 * because `prepareDamages` sets the community after this module is loaded.
 */

export const adaProfileKey = keys.profileKey(ADA);
export const adaInboxKey = keys.inboxKey(ADA, BEN);
export const getFileKey = () => keys.fileKey(community.file);
export const getPostKey = () => keys.postKey(community.post);
export const getCommentKey = (index: 0 | 1) => keys.commentKey(community.post, community.comments[index]);
export const getEntryKey = (source: string, id: string, userId = ADA) => keys.ledgerKey(userId, source, id);

/** Returns the storage key of a rendition of the community's file. */
export const getRenditionKey = (name: string) =>
  community.file.replace('files/', 'renditions/').replace(/[^/]+$/, name);

/** The checksum of the community's file: its entity tag, because it was stored without a SHA-256. */
const checksum = `"${createHash('md5').update('b'.repeat(5000)).digest('hex')}"`;

export const getHeldCopyKey = () => keys.heldCopyKey(ADA, checksum, community.file);

const conversation = keys.conversationId(ADA, BEN);

export const getMessageKey = (index: number) => keys.messageKey(conversation, community.messages[index]!);

/** Returns the key of the record of a message's client ID. Ben sent only the second of the three messages. */
export const getSentRecordKey = (index: number) =>
  keys.sentMessageKey(conversation, index === 1 ? BEN : ADA, `my-client-id ${community.messages[index]}`);

/** Builds a reinstatement with the ID of Ada's reinstatement, for another member. */
export const buildReinstatement = (userId: string) => ({
  ...keys.ledgerKey(userId, 'reinstatement', 're_1'),
  userId,
  source: 'reinstatement',
  sourceId: 're_1',
  bytes: 0,
  purchasedCm: 5,
  version: 2,
  depthAfter: 0,
  payment: { provider: 'stripe', paymentId: 'pi_1', cents: 1, packageName: '' },
  at: '2026-11-01T00:00:00.000Z',
  owner: `LEDGER#${userId}`,
  textOrder: '2026-11-01T00:00:00.000Z#0000000002',
});

/** Builds a ledger entry like that of a member who has deleted their account. */
export const buildReversalWithoutVersion = (userId: string) => ({
  ...keys.ledgerKey(userId, 'refund', 're_2'),
  userId,
  source: 'refund',
  sourceId: 're_2',
  bytes: 0,
  purchasedCm: -100,
  payment: { provider: 'stripe', paymentId: 'pi_1', cents: -1, packageName: 'medium' },
  at: new Date().toISOString(),
});

/** Builds the attributes that identify an unclaimed payment. */
export const buildUnclaimed = (provider = 'stripe', paymentId = 'pi_1') => ({
  ...keys.unclaimedPaymentKey(provider, paymentId),
  provider,
  paymentId,
});

/** Builds the picture of the community's post, without its content type. */
export const buildImage = () => ({ key: `posts/${ADA}/${community.post}/holiday photo.png`, alt: '', size: 7 });

export const buildIdempotencyRecord = (userId: string) => ({
  ...keys.idempotencyKey(userId, 'POST', 'my-client-id'),
  resultId: ulid(),
  expiresAt: Math.floor(Date.now() / 1000) + DAY_SECONDS,
});

/** Builds a comment on any post, with the author and text of an existing one. */
export async function buildComment(postId: string) {
  const commentId = ulid();
  return { ...(await storage.read(getCommentKey(0))), ...keys.commentKey(postId, commentId), postId, commentId };
}

/** Changes the payment of Ada's reinstatement, and keeps its other attributes. */
export async function damageReinstatement(attributes: Record<string, unknown>): Promise<void> {
  const key = getEntryKey('reinstatement', 're_1');
  const { payment } = await storage.read(key);
  await damageItem(key, { payment: { ...(payment as object), ...attributes } });
}

/** Marks the file as closed since long ago. The changed time also breaks its place in the lists. */
export const leaveInspectionPending = () =>
  damageItem(getFileKey(), { inspection: 'pending', uploadedAt: '2026-01-01T00:00:00.000Z' });

/** A depth above that of every member: 1,000 km. */
export const IMPOSSIBLE_DEPTH = 10 ** 12;

/** Raises a file or post above its author's greatest depth, with index attributes that match the new depth. */
export async function raiseAbovePeak(type: 'file' | 'post'): Promise<void> {
  const key = type === 'file' ? getFileKey() : getPostKey();
  const raisedItem = { ...(await storage.read(key)), depth: IMPOSSIBLE_DEPTH };
  const buildIndexes = type === 'file' ? fileIndexAttributes : postIndexAttributes;
  await damageItem(key, { depth: raisedItem.depth, ...buildIndexes(raisedItem as never, 1) });
}
