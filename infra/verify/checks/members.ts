import type { z } from 'zod';
import { pictureKeyOf } from '../../../lambdas/storage/storage-key.ts';
import { fileKeyOf } from '../../../lambdas/table/held-copy.ts';
import { itemKey, PENDING_PURGE, partitionIdOf, sortIdOf } from '../../../lambdas/table/item-types.ts';
import { connectionKey, fileKey, followKeys, ledgerKey, profileKey, socketKeys } from '../../../lambdas/table/keys.ts';
import { ledgerIndexAttributes } from '../../../lambdas/table/ledger.ts';
import { profileDepthAttributes, searchAttributes } from '../../../lambdas/table/profile.ts';
import type { Facts } from '../facts.ts';
import { checkVariant, type ItemCheck } from '../item-checks.ts';
import { maskKey, storageKeyOf } from '../masked-key.ts';
import * as shapes from './item-shapes.ts';
import { findWrongPicture, pictureFacts } from './pictures.ts';

const liveProfile = checkVariant({
  schema: shapes.liveProfile,
  key: ({ userId }) => profileKey(userId),
  indexes: (profile, shards) => {
    const { depth: _, ...depthAttributes } = profileDepthAttributes(profile, shards);
    return { ...depthAttributes, ...searchAttributes(profile) };
  },
  expires: false,
  findFlaws: (profile) =>
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
      ...pictureFacts(profile.profilePicture === '' ? undefined : pictureKeyOf(profile)),
    }),
});

/** What a deleted account doesn't have. */
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

const hiddenProfile = checkVariant({
  schema: shapes.hiddenProfile,
  key: ({ userId }) => profileKey(userId),
  indexes: ({ textOrder }) => ({ owner: PENDING_PURGE, textOrder }),
  expires: false,
  collect: ({ userId, deletedAt }, facts) =>
    facts.add('member', { ...NO_TOTALS, user: userId, state: 'hidden', hiddenAt: Date.parse(deletedAt) }),
});

const profileTombstone = checkVariant({
  schema: shapes.profileTombstone,
  key: ({ userId }) => profileKey(userId),
  indexes: () => ({}),
  expires: true,
  collect: ({ userId, deletedAt }, facts) =>
    facts.add('member', { ...NO_TOTALS, user: userId, state: 'purged', hiddenAt: Date.parse(deletedAt) }),
});

export const checkProfile: ItemCheck = (type, item, context) => {
  const deleted = 'owner' in item ? hiddenProfile : profileTombstone;
  const check = 'deletedAt' in item ? deleted : liveProfile;
  check(type, item, context);
};

type StoredEntry = z.output<typeof shapes.ledgerEntry>;

/** Stores the facts of a ledger entry. Version and depth are missing in reversals after an account's deletion. */
function collectEntry(
  entry: Omit<StoredEntry, 'version' | 'depthAfter'> & Partial<Pick<StoredEntry, 'version' | 'depthAfter'>>,
  facts: Facts,
): void {
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

const ledgerEntry = checkVariant({
  schema: shapes.ledgerEntry,
  key: ({ userId, source, sourceId }) => ledgerKey(userId, source, sourceId),
  indexes: (entry) => ledgerIndexAttributes(entry),
  expires: false,
  collect: collectEntry,
});

const deletedMemberReversal = checkVariant({
  schema: shapes.deletedMemberReversal,
  key: ({ userId, source, sourceId }) => ledgerKey(userId, source, sourceId),
  expires: false,
  collect: collectEntry,
});

export const checkLedgerEntry: ItemCheck = (type, item, context) => {
  const check = 'version' in item ? ledgerEntry : deletedMemberReversal;
  check(type, item, context);
};

/** Checks a copy of a content. Its sort key ends with the ID of its file. */
export const checkHeldCopy = checkVariant({
  schema: shapes.heldCopy,
  key: ({ checksum, ...item }) =>
    itemKey('heldCopy', partitionIdOf(item), `${checksum}#${sortIdOf('heldCopy', item).split('#').at(-1)}`),
  expires: false,
  collect: ({ checksum, ...item }, facts) => {
    facts.add('copy', { user: partitionIdOf(item), checksum, item: fileKeyOf(item).pk });
    facts.add('other', { user: partitionIdOf(item), type: 'heldCopy', row: maskKey('heldCopy', item) });
  },
});

/** Checks one of the two edges of a follow. */
export const checkFollowEdge = (side: 'following' | 'follower'): ItemCheck =>
  checkVariant({
    schema: shapes.edge,
    wrongKey: (edge) => (partitionIdOf(edge) === sortIdOf(side, edge) ? 'two different members' : undefined),
    key: (edge) => {
      const [owner, other] = [partitionIdOf(edge), sortIdOf(side, edge)];
      return side === 'following' ? followKeys(owner, other)[0] : followKeys(other, owner)[1];
    },
    expires: false,
    collect: (edge, facts) => {
      const [owner, other] = [partitionIdOf(edge), sortIdOf(side, edge)];
      const [follower, followed] = side === 'following' ? [owner, other] : [other, owner];
      facts.add('follow', { follower, followed, side });
    },
  });

/** Checks one of the two rows of an open socket. */
export const checkSocket = (side: 'memberSocket' | 'socket'): ItemCheck =>
  checkVariant({
    schema: shapes.socketRow,
    key: ({ userId, ...item }) =>
      side === 'socket' ? connectionKey(partitionIdOf(item)) : socketKeys(userId, sortIdOf('memberSocket', item))[0],
    expires: true,
    collect: ({ userId, expiresAt, ...item }, facts) => {
      const connection = side === 'socket' ? partitionIdOf(item) : sortIdOf('memberSocket', item);
      facts.add('socket', { user: userId, connection, side, expiresAt });
    },
  });
