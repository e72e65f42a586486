import { z } from 'zod';
import { pictureKeyOf } from '../../../lambdas/storage/storage-key.ts';
import type { Credentials } from '../../../lambdas/table/credentials.ts';
import { PENDING_PURGE, partitionIdOf, sortIdOf } from '../../../lambdas/table/item-types.ts';
import { followKeys, profileKey } from '../../../lambdas/table/keys.ts';
import { type Profile, profileDepthAttributes, searchAttributes } from '../../../lambdas/table/profile.ts';
import { createItemCheck, createOwnerCollector, type ItemCheck } from './item-checks.ts';
import { IN_MEMBER_PARTITION, type ItemDefinition, MEMBER_ITEM_INVARIANTS } from './item-definition.ts';
import {
  countSchema,
  epochSecondsSchema,
  isoTimeSchema,
  memberIdSchema,
  primaryKeyShape,
  type ShapeOf,
  textSchema,
  ulidSchema,
} from './item-schemas.ts';
import { buildPictureFacts, findWrongPictureKey } from './pictures.ts';

const profileShape = {
  userId: memberIdSchema,
  email: textSchema,
  username: textSchema,
  bio: textSchema,
  profilePicture: textSchema,
  contributedBytes: z.int(),
  storedBytes: z.int().optional(),
  purchasedCm: z.int(),
  depth: z.int(),
  peakDepth: countSchema,
  followersCount: countSchema,
  followingCount: countSchema,
  version: countSchema,
  createdAt: isoTimeSchema,
  tokensValidFrom: epochSecondsSchema.optional(),
  newestPicture: ulidSchema.optional(),
} satisfies ShapeOf<Profile>;

const checkLiveProfile = createItemCheck({
  schema: z.object({ ...primaryKeyShape, ...profileShape }),
  key: ({ userId }) => profileKey(userId),
  indexes: (profile, shards) => {
    const { depth: _, ...depthAttributes } = profileDepthAttributes(profile, shards);
    return { ...depthAttributes, ...searchAttributes(profile) };
  },
  findWrongValues: (profile) =>
    profile.profilePicture === ''
      ? []
      : findWrongPictureKey(pictureKeyOf(profile), { purpose: 'avatar', userId: profile.userId }),
  collect: (profile, facts) =>
    facts.add('member', {
      user: profile.userId,
      state: 'live',
      deletedAt: null,
      bytes: profile.contributedBytes,
      storedBytes: profile.storedBytes ?? profile.contributedBytes,
      cm: profile.purchasedCm,
      depth: profile.depth,
      peak: profile.peakDepth,
      version: profile.version,
      followers: profile.followersCount,
      following: profile.followingCount,
      ...buildPictureFacts(profile.profilePicture === '' ? undefined : pictureKeyOf(profile)),
    }),
});

/** Columns that are empty in the facts about a deleted account. */
const NO_TOTALS = {
  bytes: null,
  storedBytes: null,
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
  schema: z.strictObject({
    ...primaryKeyShape,
    userId: memberIdSchema,
    deletedAt: isoTimeSchema,
    owner: textSchema,
    textOrder: isoTimeSchema,
  }),
  key: ({ userId }) => profileKey(userId),
  indexes: ({ textOrder }) => ({ owner: PENDING_PURGE, textOrder }),
  collect: ({ userId, deletedAt }, facts) =>
    facts.add('member', { ...NO_TOTALS, user: userId, state: 'hidden', deletedAt: Date.parse(deletedAt) }),
});

/** Checks a deleted account after its purge. */
const checkProfileTombstone = createItemCheck({
  schema: z.strictObject({
    ...primaryKeyShape,
    userId: memberIdSchema,
    deletedAt: isoTimeSchema,
    expiresAt: epochSecondsSchema,
  }),
  key: ({ userId }) => profileKey(userId),
  indexes: () => ({}),
  expires: true,
  collect: ({ userId, deletedAt }, facts) =>
    facts.add('member', { ...NO_TOTALS, user: userId, state: 'purged', deletedAt: Date.parse(deletedAt) }),
});

/** Checks a profile in any state. Only deleted accounts have `deletedAt`, and `owner` until their purge. */
const checkProfile: ItemCheck = (type, item, context) => {
  if (!('deletedAt' in item)) checkLiveProfile(type, item, context);
  else if ('owner' in item) checkHiddenProfile(type, item, context);
  else checkProfileTombstone(type, item, context);
};

/** Creates the check of one of the two edges of a follow. */
const createEdgeCheck = (side: 'following' | 'follower'): ItemCheck =>
  createItemCheck({
    schema: z.object(primaryKeyShape),
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

const credentialsShape = {
  /** SHA-256 digests in base64url. */
  recoveryCodes: z.array(z.string().regex(/^[\w-]{43}$/)).optional(),
  /** The HMAC-SHA-256 of a code in base64url, and seconds since 1970. */
  acceptedCode: z.strictObject({ digest: z.string().regex(/^[\w-]{43}$/), validUntil: epochSecondsSchema }).optional(),
  /** A SHA-256 digest in base64url. */
  pendingRecovery: z
    .string()
    .regex(/^[\w-]{43}$/)
    .optional(),
  /** An email that Cognito hasn't confirmed. */
  pendingEmail: textSchema.optional(),
  /** Present while a password change is unfinished. */
  isPasswordChanging: z.literal(true).optional(),
} satisfies ShapeOf<Partial<Credentials>>;

/** The item types of profiles, follows, credentials, and idempotency keys. */
export const memberItems = {
  profile: {
    description: "A member's profile, or the tombstone of a deleted account",
    export: IN_MEMBER_PARTITION,
    check: checkProfile,
    invariants: ['profile-ledger', 'stored-bytes', 'follow-counts', 'picture-object', 'object-owner', 'purge-overdue'],
  },

  following: {
    description: 'The member follows another',
    export: IN_MEMBER_PARTITION,
    check: createEdgeCheck('following'),
    invariants: ['follow-pairs', 'follow-counts', ...MEMBER_ITEM_INVARIANTS],
  },

  follower: {
    description: 'Another member follows this one',
    export: IN_MEMBER_PARTITION,
    check: createEdgeCheck('follower'),
    invariants: ['follow-pairs', 'follow-counts', ...MEMBER_ITEM_INVARIANTS],
  },

  idempotencyKey: {
    description: 'The result of a request that a client may repeat',
    export: IN_MEMBER_PARTITION,
    check: createItemCheck({
      schema: z.object({ ...primaryKeyShape, resultId: ulidSchema, expiresAt: epochSecondsSchema }),
      collect: createOwnerCollector('idempotencyKey'),
    }),
    invariants: MEMBER_ITEM_INVARIANTS,
  },

  credentials: {
    description:
      "Digests of a member's recovery codes and of the code that switched the second factor on, and an email that isn't confirmed yet",
    export: IN_MEMBER_PARTITION,
    check: createItemCheck({
      schema: z.strictObject({ ...primaryKeyShape, ...credentialsShape }),
      collect: createOwnerCollector('credentials'),
    }),
    invariants: MEMBER_ITEM_INVARIANTS,
  },
} as const satisfies Record<string, ItemDefinition>;
