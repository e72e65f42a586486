import { createHash } from 'node:crypto';
import { ulid } from 'ulid';
import { fileIndexAttributes } from '../../../../lambdas/table/file.ts';
import * as keys from '../../../../lambdas/table/keys.ts';
import { postIndexAttributes } from '../../../../lambdas/table/post.ts';
import { DAY_SECONDS } from '../../../../shared/rules/durations.ts';
import { ADA, BEN } from '../fixture.ts';
import { community, damage, storage } from './damaged-storage.ts';

/*
 * The keys of the community's items, and items to add. Most are functions, because `prepareDamages` sets the community
 * after this module is loaded.
 */

export const profile = keys.profileKey(ADA);
export const file = () => keys.fileKey(community.file);
/** The file's checksum: its entity tag, because it was stored without a SHA-256. */
const checksum = `"${createHash('md5').update('b'.repeat(5000)).digest('hex')}"`;
export const rendition = (name: string) => community.file.replace('files/', 'renditions/').replace(/[^/]+$/, name);
export const leaveInspectionPending = () =>
  damage(file(), { inspection: 'pending', uploadedAt: '2026-01-01T00:00:00.000Z' });
export const heldCopy = () => keys.heldCopyKey(ADA, checksum, community.file);
export const post = () => keys.postKey(community.post);
export const comment = (index: 0 | 1) => keys.commentKey(community.post, community.comments[index]);
export const inbox = keys.inboxKey(ADA, BEN);
const conversation = keys.conversationId(ADA, BEN);
export const message = (index: number) => keys.messageKey(conversation, community.messages[index]!);
export const entry = (source: string, id: string, userId = ADA) => keys.ledgerKey(userId, source, id);
export const sentRecordKey = (index: number) =>
  keys.sentMessageKey(conversation, index === 1 ? BEN : ADA, `my-client-id ${community.messages[index]}`);

export const reinstatementOf = (userId: string) => ({
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

export const image = () => ({ key: `posts/${ADA}/${community.post}/holiday photo.png`, alt: '', size: 7 });

export async function damageReinstatement(attributes: Record<string, unknown>): Promise<void> {
  const key = entry('reinstatement', 're_1');
  const { payment } = await storage.read(key);
  await damage(key, { payment: { ...(payment as object), ...attributes } });
}

export const unclaimed = (provider = 'stripe', paymentId = 'pi_1') => ({
  ...keys.unclaimedPaymentKey(provider, paymentId),
  provider,
  paymentId,
});

/** Builds a ledger entry like that of a member who has deleted their account. */
export const reversalWithoutVersion = (userId: string) => ({
  ...keys.ledgerKey(userId, 'refund', 're_2'),
  userId,
  source: 'refund',
  sourceId: 're_2',
  bytes: 0,
  purchasedCm: -100,
  payment: { provider: 'stripe', paymentId: 'pi_1', cents: -1, packageName: 'medium' },
  at: new Date().toISOString(),
});

export const idempotencyRecord = (userId: string) => ({
  ...keys.idempotencyKey(userId, 'POST', 'my-client-id'),
  resultId: ulid(),
  expiresAt: Math.floor(Date.now() / 1000) + DAY_SECONDS,
});

export async function commentOn(postId: string) {
  const commentId = ulid();
  return { ...(await storage.read(comment(0))), ...keys.commentKey(postId, commentId), postId, commentId };
}

/** Raises a file or post above its author's greatest depth, with index attributes that match the new depth. */
export async function raise(type: 'file' | 'post'): Promise<void> {
  const key = type === 'file' ? file() : post();
  const raisedItem = { ...(await storage.read(key)), depth: 10 ** 12 };
  const buildIndexes = type === 'file' ? fileIndexAttributes : postIndexAttributes;
  await damage(key, { depth: raisedItem.depth, ...buildIndexes(raisedItem as never, 1) });
}
