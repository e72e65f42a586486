import { type ItemKey, type ItemTypeName, partitionIdOf } from '../../lambdas/table/item-types.ts';
import { paymentOrderKey, unclaimedPaymentKey } from '../../lambdas/table/keys.ts';
import { checkComment, checkFile, checkLike, checkPost } from './checks/content.ts';
import * as shapes from './checks/item-shapes.ts';
import { checkFollowEdge, checkHeldCopy, checkLedgerEntry, checkProfile, checkSocket } from './checks/members.ts';
import { checkInboxRow, checkMessage, checkSentMessage } from './checks/messages.ts';
import type { Facts } from './facts.ts';
import type { InvariantName } from './invariants.ts';
import { type CheckContext, checkVariant, findItemType, type ItemCheck, reportUnknownItem } from './item-checks.ts';
import { maskKey } from './masked-key.ts';
import type { PlainItem } from './plain-item.ts';

/** How the items of one type are verified. */
interface TypeVerification {
  /** Checks one item and stores its facts. */
  readonly check: ItemCheck;
  /** The invariants between items that cover this type, or why there are none. */
  readonly invariants: readonly InvariantName[] | { readonly none: string };
}

/** The invariants of every row that belongs to a member. */
const MEMBER_ROW = ['member-exists', 'purge-complete'] as const;

/** How the items of every type are verified. The compiler rejects an item type without its entry. */
export const VERIFICATIONS: Readonly<Record<ItemTypeName, TypeVerification>> = {
  profile: {
    check: checkProfile,
    invariants: ['profile-ledger', 'stored-bytes', 'follow-counts', 'picture-object', 'object-owner', 'purge-overdue'],
  },
  ledgerEntry: {
    check: checkLedgerEntry,
    invariants: [
      ...(['profile-ledger', 'ledger-sequence', 'ledger-sources', 'file-ledger', 'payments'] as const),
      ...(['payment-metres', 'reinstatements', 'unique-sources', 'unclaimed-payments', ...MEMBER_ROW] as const),
    ],
  },
  heldCopy: { check: checkHeldCopy, invariants: ['held-copies', 'stored-bytes', ...MEMBER_ROW] },
  following: { check: checkFollowEdge('following'), invariants: ['follow-pairs', 'follow-counts', ...MEMBER_ROW] },
  follower: { check: checkFollowEdge('follower'), invariants: ['follow-pairs', 'follow-counts', ...MEMBER_ROW] },
  like: { check: checkLike, invariants: ['like-counts', 'likers', 'purge-complete'] },
  idempotencyKey: {
    check: checkVariant({ schema: shapes.idempotencyRecord, expires: true, collect: collectOther('idempotencyKey') }),
    invariants: MEMBER_ROW,
  },
  paymentOrder: {
    check: checkVariant({
      schema: shapes.paymentOrder,
      key: ({ userId, orderId }) => paymentOrderKey(userId, orderId),
      expires: true,
      collect: collectOther('paymentOrder'),
    }),
    invariants: MEMBER_ROW,
  },
  inboxRow: {
    check: checkInboxRow,
    invariants: ['inbox-pairs', 'inbox-messages', 'inbox-unread', 'message-inbox', 'purge-complete'],
  },
  memberSocket: { check: checkSocket('memberSocket'), invariants: ['socket-pairs', 'purge-complete'] },
  socket: { check: checkSocket('socket'), invariants: ['socket-pairs', 'purge-complete'] },
  ticket: {
    check: checkVariant({ schema: shapes.socketRow, expires: true }),
    invariants: { none: 'expires after one minute' },
  },
  file: {
    check: checkFile,
    invariants: [
      ...([
        'file-ledger',
        'held-copies',
        'stored-bytes',
        'one-credit',
        'like-counts',
        'likers',
        'content-depth',
        'file-object',
        'file-inspection',
        'object-owner',
        'rendition-object',
        'rendition-owner',
      ] as const),
      ...(['object-key', ...MEMBER_ROW] as const),
    ],
  },
  post: {
    check: checkPost,
    invariants: [
      ...(['like-counts', 'likers', 'comment-counts', 'newest-comment', 'content-depth', 'picture-object'] as const),
      ...(['object-owner', 'purge-overdue', ...MEMBER_ROW] as const),
    ],
  },
  comment: {
    check: checkComment,
    invariants: ['comment-counts', 'newest-comment', 'comment-post', ...MEMBER_ROW],
  },
  message: { check: checkMessage, invariants: ['inbox-messages', 'message-inbox', 'sent-messages'] },
  sentMessage: { check: checkSentMessage, invariants: ['sent-messages'] },
  credentials: {
    check: checkVariant({ schema: shapes.credentials, expires: false, collect: collectOther('credentials') }),
    invariants: MEMBER_ROW,
  },
  callCount: {
    check: checkVariant({ schema: shapes.callCount, expires: true }),
    invariants: { none: 'expires after two minutes' },
  },
  frameCount: {
    check: checkVariant({ schema: shapes.callCount, expires: true }),
    invariants: { none: 'expires after two minutes' },
  },
  conductCount: {
    check: checkVariant({ schema: shapes.conductCount, expires: true }),
    invariants: { none: 'expires with its window; refused and repeated requests make counts and items differ' },
  },
  uploadReservation: {
    check: checkVariant({ schema: shapes.uploadReservation, expires: true }),
    invariants: { none: 'expires; the upload may never have been completed' },
  },
  jobProgress: {
    check: checkVariant({ schema: shapes.jobProgress, expires: false }),
    invariants: { none: 'only its own job reads it' },
  },
  schemaVersion: {
    check: checkVariant({ schema: shapes.schemaVersion, expires: false }),
    invariants: { none: 'only migrations read it' },
  },
  jobSegment: {
    check: checkVariant({ schema: shapes.jobSegment, expires: false }),
    invariants: { none: 'only its own job reads it' },
  },
  unclaimedPayment: {
    check: checkVariant({
      schema: shapes.unclaimedPayment,
      key: ({ provider, paymentId }) => unclaimedPaymentKey(provider, paymentId),
      expires: false,
      collect: ({ provider, paymentId: payment, userId, cents, returnedCents: returned = 0 }, facts) =>
        facts.add('unclaimed', { provider, payment, user: userId ?? null, cents, returned }),
    }),
    invariants: ['unclaimed-payments'],
  },
};

/** Checks one item and stores its facts. */
export function checkItem(item: PlainItem, context: CheckContext): void {
  const type = findItemType(item);
  if (type) VERIFICATIONS[type].check(type, item, context);
  else reportUnknownItem(item, context.facts);
}

/** Returns a function that stores a row of which only the member matters. */
function collectOther(type: ItemTypeName) {
  return (item: ItemKey, facts: Facts) =>
    facts.add('other', { user: partitionIdOf(item), type, row: maskKey(type, item) });
}
