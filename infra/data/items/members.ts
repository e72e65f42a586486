import { z } from 'zod';
import { pictureKeyOf } from '../../../lambdas/storage/storage-key.ts';
import type { Credentials } from '../../../lambdas/table/credentials.ts';
import { fileKeyOf } from '../../../lambdas/table/held-copy.ts';
import { itemKey, PENDING_PURGE, partitionIdOf, sortIdOf } from '../../../lambdas/table/item-types.ts';
import { connectionKey, fileKey, followKeys, ledgerKey, profileKey, socketKeys } from '../../../lambdas/table/keys.ts';
import { type LedgerEntry, ledgerIndexAttributes } from '../../../lambdas/table/ledger.ts';
import { type Profile, profileDepthAttributes, searchAttributes } from '../../../lambdas/table/profile.ts';
import { ledgerEntry as listedEntry } from '../../../shared/contract/ledger.ts';
import type { Facts } from './facts.ts';
import { createItemCheck, createOwnerCollector, type ItemCheck } from './item-checks.ts';
import {
  anyText,
  count,
  epochSeconds,
  IN_MEMBER_PARTITION,
  type ItemDefinition,
  isoTime,
  MEMBER_ITEM_INVARIANTS,
  memberId,
  primaryKey,
  type ShapeOf,
  ulid,
} from './item-definition.ts';
import { maskKey, storageKeyOf } from './masked-key.ts';
import { buildPictureFacts, findWrongPicture } from './pictures.ts';

const profileAttributes = {
  userId: memberId,
  email: anyText,
  username: anyText,
  bio: anyText,
  profilePicture: anyText,
  contributedBytes: z.int(),
  storedBytes: z.int().optional(),
  purchasedCm: z.int(),
  depth: z.int(),
  peakDepth: count,
  followersCount: count,
  followingCount: count,
  version: count,
  createdAt: isoTime,
  tokensValidFrom: epochSeconds.optional(),
  newestPicture: ulid.optional(),
} satisfies ShapeOf<Profile>;

const checkLiveProfile = createItemCheck({
  schema: z.object({ ...primaryKey, ...profileAttributes }),
  key: ({ userId }) => profileKey(userId),
  indexes: (profile, shards) => {
    const { depth: _, ...depthAttributes } = profileDepthAttributes(profile, shards);
    return { ...depthAttributes, ...searchAttributes(profile) };
  },
  findWrongValues: (profile) =>
    profile.profilePicture === ''
      ? []
      : findWrongPicture(pictureKeyOf(profile), { purpose: 'avatar', userId: profile.userId }),
  collect: (profile, facts) =>
    facts.add('member', {
      user: profile.userId,
      state: 'live',
      hiddenAt: null,
      bytes: profile.contributedBytes,
      stored: profile.storedBytes ?? profile.contributedBytes,
      cm: profile.purchasedCm,
      depth: profile.depth,
      peak: profile.peakDepth,
      version: profile.version,
      followers: profile.followersCount,
      following: profile.followingCount,
      ...buildPictureFacts(profile.profilePicture === '' ? undefined : pictureKeyOf(profile)),
    }),
});

/** Empty columns of the fact about a deleted account. */
const NO_TOTALS = {
  bytes: null,
  stored: null,
  cm: null,
  depth: null,
  peak: null,
  version: null,
  followers: null,
  following: null,
  pictureFolder: null,
  picture: null,
};

/** Checks a deleted account before its purge. Without `expiresAt`, the profile stays until the purge job finds it. */
const checkHiddenProfile = createItemCheck({
  schema: z.strictObject({ ...primaryKey, userId: memberId, deletedAt: isoTime, owner: anyText, textOrder: isoTime }),
  key: ({ userId }) => profileKey(userId),
  indexes: ({ textOrder }) => ({ owner: PENDING_PURGE, textOrder }),
  collect: ({ userId, deletedAt }, facts) =>
    facts.add('member', { ...NO_TOTALS, user: userId, state: 'hidden', hiddenAt: Date.parse(deletedAt) }),
});

/** Checks a deleted account after its purge. */
const checkProfileTombstone = createItemCheck({
  schema: z.strictObject({ ...primaryKey, userId: memberId, deletedAt: isoTime, expiresAt: epochSeconds }),
  key: ({ userId }) => profileKey(userId),
  indexes: () => ({}),
  expires: true,
  collect: ({ userId, deletedAt }, facts) =>
    facts.add('member', { ...NO_TOTALS, user: userId, state: 'purged', hiddenAt: Date.parse(deletedAt) }),
});

const checkProfile: ItemCheck = (type, item, context) => {
  const checkDeletedProfile = 'owner' in item ? checkHiddenProfile : checkProfileTombstone;
  const check = 'deletedAt' in item ? checkDeletedProfile : checkLiveProfile;
  check(type, item, context);
};

const entryAttributes = {
  userId: memberId,
  source: listedEntry.shape.source,
  sourceId: anyText,
  fileName: anyText.optional(),
  bytes: z.int(),
  purchasedCm: z.int(),
  payment: listedEntry.shape.payment.unwrap().optional(),
  version: z.int().positive(),
  depthAfter: z.int(),
  at: isoTime,
} satisfies ShapeOf<Omit<LedgerEntry, 'storedBytes'>>;

const entrySchema = z.object({ ...primaryKey, ...entryAttributes });

type StoredEntry = z.output<typeof entrySchema>;

/** A ledger entry. Version and depth are missing in reversals after an account's deletion. */
type LedgerItem = Omit<StoredEntry, 'version' | 'depthAfter'> & Partial<Pick<StoredEntry, 'version' | 'depthAfter'>>;

/** Stores the facts of a ledger entry. */
function collectEntry(entry: LedgerItem, facts: Facts): void {
  const { userId, source, sourceId, payment } = entry;
  const storageKey = storageKeyOf(source, sourceId);

  facts.add('ledger', {
    user: userId,
    entry: maskKey('ledgerEntry', entry),
    source,
    // The digest in `file` identifies uploads, because the source ID contains the file name.
    sourceId: storageKey === undefined ? sourceId : null,
    file: storageKey === undefined ? null : fileKey(storageKey).pk,
    bytes: entry.bytes,
    cm: entry.purchasedCm,
    version: entry.version ?? null,
    depthAfter: entry.depthAfter ?? null,
    provider: payment?.provider ?? null,
    payment: payment?.paymentId ?? null,
    cents: payment?.cents ?? null,
  });
}

const checkVersionedEntry = createItemCheck({
  schema: entrySchema,
  key: ({ userId, source, sourceId }) => ledgerKey(userId, source, sourceId),
  indexes: (entry) => ledgerIndexAttributes(entry),
  collect: collectEntry,
});

/** Checks a reversal that was recorded after its member's deletion. No profile counts it, so it has no version. */
const checkDeletedMemberReversal = createItemCheck({
  schema: entrySchema.omit({ version: true, depthAfter: true }).extend({
    source: listedEntry.shape.source.extract(['refund', 'dispute', 'reinstatement']),
  }),
  key: ({ userId, source, sourceId }) => ledgerKey(userId, source, sourceId),
  collect: collectEntry,
});

const checkLedgerEntry: ItemCheck = (type, item, context) => {
  const check = 'version' in item ? checkVersionedEntry : checkDeletedMemberReversal;
  check(type, item, context);
};

/** Checks a copy item, whose sort key ends with the checksum and the ID of a file. */
const checkHeldCopy = createItemCheck({
  schema: z.object({ ...primaryKey, checksum: anyText }),
  key: ({ checksum, ...item }) => {
    const fileId = sortIdOf('heldCopy', item).split('#').at(-1);
    return itemKey('heldCopy', partitionIdOf(item), `${checksum}#${fileId}`);
  },
  collect: ({ checksum, ...item }, facts) => {
    facts.add('copy', { user: partitionIdOf(item), checksum, item: fileKeyOf(item).pk });
    createOwnerCollector('heldCopy')(item, facts);
  },
});

/** Checks one of the two edges of a follow. */
const checkFollowEdge = (side: 'following' | 'follower'): ItemCheck =>
  createItemCheck({
    schema: z.object(primaryKey),
    findWrongKey: (edge) => (partitionIdOf(edge) === sortIdOf(side, edge) ? 'two different members' : undefined),
    key: (edge) => {
      const ownerId = partitionIdOf(edge);
      const otherId = sortIdOf(side, edge);
      return side === 'following' ? followKeys(ownerId, otherId)[0] : followKeys(otherId, ownerId)[1];
    },
    collect: (edge, facts) => {
      const ownerId = partitionIdOf(edge);
      const otherId = sortIdOf(side, edge);
      const [follower, followed] = side === 'following' ? [ownerId, otherId] : [otherId, ownerId];
      facts.add('follow', { follower, followed, side });
    },
  });

const socketSchema = z.object({
  ...primaryKey,
  userId: memberId,
  openedAt: z.int().positive().optional(),
  expiresAt: epochSeconds,
});

/** Checks one of the two rows of an open socket. */
const checkSocket = (side: 'memberSocket' | 'socket'): ItemCheck =>
  createItemCheck({
    schema: socketSchema,
    key: ({ userId, ...item }) =>
      side === 'socket' ? connectionKey(partitionIdOf(item)) : socketKeys(userId, sortIdOf('memberSocket', item))[0],
    collect: ({ userId, expiresAt, ...item }, facts) => {
      const connection = side === 'socket' ? partitionIdOf(item) : sortIdOf('memberSocket', item);
      facts.add('socket', { user: userId, connection, side, expiresAt });
    },
  });

const credentialsAttributes = {
  /** SHA-256 digests in base64url. */
  recoveryCodes: z.array(z.string().regex(/^[\w-]{43}$/)).optional(),
  /** An email that Cognito hasn't confirmed. */
  pendingEmail: anyText.optional(),
  /** Present while a password change is unfinished. */
  isPasswordChanging: z.literal(true).optional(),
} satisfies ShapeOf<Partial<Credentials>>;

export const memberItems = {
  profile: {
    description: "A member's profile, or the tombstone of a deleted account",
    export: IN_MEMBER_PARTITION,
    check: checkProfile,
    invariants: ['profile-ledger', 'stored-bytes', 'follow-counts', 'picture-object', 'object-owner', 'purge-overdue'],
  },

  ledgerEntry: {
    description: 'One change of depth. Entries of payments stay',
    export: IN_MEMBER_PARTITION,
    check: checkLedgerEntry,
    invariants: [
      ...(['profile-ledger', 'ledger-sequence', 'ledger-sources', 'file-ledger', 'payments'] as const),
      ...(['payment-metres', 'reinstatements', 'unique-sources', 'unclaimed-payments'] as const),
      ...MEMBER_ITEM_INVARIANTS,
    ],
  },

  heldCopy: {
    description:
      'A file of the member by its checksum, or by that before its bytes were replaced. Another file with these bytes earns nothing',
    export: IN_MEMBER_PARTITION,
    check: checkHeldCopy,
    invariants: ['held-copies', 'stored-bytes', ...MEMBER_ITEM_INVARIANTS],
  },

  following: {
    description: 'The member follows another',
    export: IN_MEMBER_PARTITION,
    check: checkFollowEdge('following'),
    invariants: ['follow-pairs', 'follow-counts', ...MEMBER_ITEM_INVARIANTS],
  },

  follower: {
    description: 'Another member follows this one',
    export: IN_MEMBER_PARTITION,
    check: checkFollowEdge('follower'),
    invariants: ['follow-pairs', 'follow-counts', ...MEMBER_ITEM_INVARIANTS],
  },

  idempotencyKey: {
    description: 'The result of a request that a client may repeat',
    export: IN_MEMBER_PARTITION,
    check: createItemCheck({
      schema: z.object({ ...primaryKey, resultId: ulid, expiresAt: epochSeconds }),
      collect: createOwnerCollector('idempotencyKey'),
    }),
    invariants: MEMBER_ITEM_INVARIANTS,
  },

  credentials: {
    description: "Digests of a member's recovery codes, and an email that isn't confirmed yet",
    export: IN_MEMBER_PARTITION,
    check: createItemCheck({
      schema: z.strictObject({ ...primaryKey, ...credentialsAttributes }),
      collect: createOwnerCollector('credentials'),
    }),
    invariants: MEMBER_ITEM_INVARIANTS,
  },

  memberSocket: {
    description: 'An open WebSocket, by member',
    export: IN_MEMBER_PARTITION,
    check: checkSocket('memberSocket'),
    invariants: ['socket-pairs', 'purge-complete'],
  },

  socket: {
    description: 'An open WebSocket, by connection',
    export: { notExportedBecause: 'repeats the member socket' },
    check: checkSocket('socket'),
    invariants: ['socket-pairs', 'purge-complete'],
  },

  ticket: {
    description: 'A ticket that opens one WebSocket',
    export: { notExportedBecause: 'expires after one minute, and its key is a secret' },
    check: createItemCheck({ schema: socketSchema }),
    invariants: { uncheckedBecause: 'expires after one minute' },
  },
} as const satisfies Record<string, ItemDefinition>;
