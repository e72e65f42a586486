import { z } from 'zod';
import { ledgerEntry as listedEntry } from '../../../shared/contract/ledger.ts';
import { COUNTED_LIMITS } from '../../../shared/depth/conduct-limits.ts';
import { PREVIEW_PIXELS, THUMBNAIL_PIXELS } from '../../../shared/depth/limits.ts';

/**
 * The attributes that the items of each type have. Further attributes are ignored, except in tombstones, which must
 * contain nothing else. Index attributes are compared separately.
 */

const text = z.string();
const time = z.iso.datetime();
/** Counts that never become negative. */
const count = z.int().min(0);
/** Seconds since 1970. */
const seconds = z.int().positive();
const ulid = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/);
const id = z.string().regex(/^[\w-]{1,64}$/);
const key = { pk: text, sk: text };

export const liveProfile = z.object({
  ...key,
  userId: id,
  email: text,
  username: text,
  bio: text,
  profilePicture: text,
  contributedBytes: z.int(),
  storedBytes: z.int().optional(),
  purchasedCm: z.int(),
  depth: z.int(),
  peakDepth: count,
  followersCount: count,
  followingCount: count,
  version: count,
  createdAt: time,
  tokensValidFrom: seconds.optional(),
  newestPicture: ulid.optional(),
});

/** A deleted account that is still to be purged. It must not expire before. */
export const hiddenProfile = z.strictObject({ ...key, userId: id, deletedAt: time, owner: text, textOrder: time });

/** A deleted account after its purge. */
export const profileTombstone = z.strictObject({ ...key, userId: id, deletedAt: time, expiresAt: seconds });

export const ledgerEntry = z.object({
  ...key,
  userId: id,
  source: listedEntry.shape.source,
  sourceId: text,
  bytes: z.int(),
  purchasedCm: z.int(),
  payment: listedEntry.shape.payment.unwrap().optional(),
  version: z.int().positive(),
  depthAfter: z.int(),
  at: time,
});

/** A reversal that was recorded after the member had deleted their account. There is no profile to count versions. */
export const deletedMemberReversal = ledgerEntry.omit({ version: true, depthAfter: true }).extend({
  source: listedEntry.shape.source.extract(['refund', 'dispute', 'reinstatement']),
});

export const heldCopy = z.object({ ...key, checksum: text });

export const edge = z.object(key);
/** Not empty: DynamoDB has no empty sets. */
const likers = z.array(text).min(1).optional();
export const like = z.object({ ...key, likedAt: time });
export const idempotencyRecord = z.object({ ...key, resultId: ulid, expiresAt: seconds });

/** Digests of SHA-256, an email that Cognito hasn't confirmed, and whether a change of the password is unfinished. */
export const credentials = z.strictObject({
  ...key,
  recoveryCodes: z.array(z.string().regex(/^[\w-]{43}$/)).optional(),
  pendingEmail: text.optional(),
  isPasswordChanging: z.literal(true).optional(),
});

export const paymentOrder = z.object({
  ...key,
  orderId: text,
  userId: id,
  steps: z.int().positive(),
  packageName: text,
  merchantId: text,
  expiresAt: seconds,
});

export const inboxRow = z.object({
  ...key,
  userId: id,
  otherId: id,
  lastMessageId: ulid,
  lastMessage: z.object({ content: text, senderId: id, timestamp: time }),
  lastReceivedId: ulid.optional(),
  unreadCount: z.int().min(0).max(1),
  readUpTo: ulid.optional(),
});

export const socketRow = z.object({ ...key, userId: id, openedAt: z.int().positive().optional(), expiresAt: seconds });

export const file = z.object({
  ...key,
  key: text,
  userId: id,
  fileName: text,
  contentType: text,
  size: z.int().positive(),
  etag: text,
  checksum: text.optional(),
  originalChecksum: text.optional(),
  creditedBytes: count.optional(),
  scan: z.enum(['pending', 'clean']).optional(),
  inspection: z.enum(['pending', 'done']).optional(),
  media: z
    .strictObject({
      width: z.int().positive().optional(),
      height: z.int().positive().optional(),
      duration: z.number().min(0).optional(),
      pages: count.optional(),
      title: z.string().optional(),
      performer: z.string().optional(),
      placeholder: z.base64().optional(),
      renditions: z.array(z.literal([THUMBNAIL_PIXELS, PREVIEW_PIXELS])).optional(),
    })
    .optional(),
  mediaAttempts: count.optional(),
  processingUntil: z.int().optional(),
  altText: z.string().optional(),
  uploadedAt: time,
  description: text,
  depth: z.int(),
  likeCount: count,
  likers,
  views: count,
  revision: count,
});

const commentFields = { commentId: ulid, postId: ulid, userId: id, text, createdAt: time };
export const comment = z.object({ ...key, ...commentFields });

const postFields = {
  ...key,
  postId: ulid,
  userId: id,
  image: z.object({ key: text, contentType: text, alt: text, size: z.int().positive().optional() }).optional(),
  createdAt: time,
  depth: z.int(),
};

export const livePost = z.object({
  ...postFields,
  content: text,
  likeCount: count,
  likers,
  commentCount: count,
  newestComment: z.object(commentFields).optional(),
});

/** A deleted post whose comments and picture are being purged. Its counters are no longer kept. */
export const hiddenPost = z.object({ ...postFields, deletedAt: time, owner: text, textOrder: time });

/** A purged post. Reserves its ID for some minutes. */
export const postTombstone = z.strictObject({ ...key, postId: ulid, deletedAt: time, expiresAt: seconds });

export const message = z.object({
  ...key,
  messageId: ulid,
  clientMessageId: text,
  conversation: text,
  sender: id,
  recipient: id,
  content: text,
  timestamp: time,
});

export const sentMessage = z.object({ ...key, messageId: ulid, expiresAt: seconds });
export const callCount = z.object({ ...key, calls: z.int().positive(), expiresAt: seconds });
export const conductCount = z.object({
  ...key,
  ...Object.fromEntries(COUNTED_LIMITS.map((limit) => [limit, z.int().positive().optional()])),
  attempts: z.int().positive().optional(),
  expiresAt: seconds,
});
export const uploadReservation = z.object({
  ...key,
  bytes: z.int().positive(),
  uploadId: text.optional(),
  expiresAt: seconds,
  abandonedAt: time.optional(),
});
export const jobProgress = z.object({ ...key, progress: z.unknown() });
export const schemaVersion = z.object({ ...key, version: z.int().positive(), migratedAt: time });
export const jobSegment = z.object({
  ...key,
  progress: z.unknown(),
  worker: text.optional(),
  leasedUntil: z.int().nonnegative().optional(),
});

export const unclaimedPayment = z.object({
  ...key,
  provider: listedEntry.shape.payment.unwrap().shape.provider,
  paymentId: text,
  cents: z.int(),
  returnedCents: count.optional(),
  currency: text,
  userId: text.optional(),
  reason: text,
  at: time,
});
