import { itemKey } from '../../../../lambdas/table/item-types.ts';
import * as keys from '../../../../lambdas/table/keys.ts';
import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import { ADA, BEN, CLEO, DORA } from '../fixture.ts';
import type { Corruption } from './corruption.ts';
import { buildUlid, type Snapshot } from './snapshot.ts';

/** A member who never existed. */
const STRANGER = 'stranger-0000-4000';

/**
 * Adds one of the two edges of a follow, which is an item in the partition of the follower or of the followed member.
 *
 * Counts the edge in the profile of this member, unless the account is deleted or never existed.
 */
function addEdge(snapshot: Snapshot, side: 'following' | 'follower', [follower, followed]: readonly [string, string]) {
  const [followingKey, followerKey] = keys.followKeys(follower, followed);
  snapshot.put({ ...(side === 'following' ? followingKey : followerKey) });

  const owner = side === 'following' ? follower : followed;
  if (owner === ADA || owner === BEN) {
    snapshot.increase(keys.profileKey(owner), side === 'following' ? 'followingCount' : 'followersCount');
  }
}

/** Adds both edges of a follow. */
const addFollow = (snapshot: Snapshot, ...members: readonly [string, string]) => {
  addEdge(snapshot, 'following', members);
  addEdge(snapshot, 'follower', members);
};

/**
 * Functions that add an item of a member without a live profile, by item type. They also change the other items that
 * must agree with it, such as the count of a like. `socket` adds both items of a socket.
 */
const ADD_ITEM = {
  ledgerEntry: (snapshot, userId) => snapshot.addEntry({ userId, source: 'test', sourceId: 'x', bytes: 1 }),
  following: (snapshot, userId) => addFollow(snapshot, userId, BEN),
  follower: (snapshot, userId) => addFollow(snapshot, BEN, userId),
  like: (snapshot, userId) => {
    const post = keys.postKey(snapshot.community.post);
    snapshot.put({ ...keys.likeKey(userId, post), likedAt: new Date(snapshot.now).toISOString() });
    snapshot.increase(post, 'likeCount');
  },
  idempotencyKey: (snapshot, userId) =>
    snapshot.put({
      ...keys.idempotencyKey(userId, 'POST', 'my-client-id'),
      resultId: buildUlid(1),
      expiresAt: Math.floor(snapshot.now / 1000) + 60,
    }),
  paymentOrder: (snapshot, userId) =>
    snapshot.put({ ...snapshot.find('paymentOrder'), ...keys.paymentOrderKey(userId, 'ORDER1'), userId }),
  heldCopy: (snapshot, userId) => snapshot.put({ ...keys.heldCopyKey(userId, 'x', 'files/x'), checksum: 'x' }),
  credentials: (snapshot, userId) => snapshot.put({ ...keys.credentialsKey(userId), recoveryCodes: [] }),
  inboxRow: (snapshot, userId) => {
    snapshot.addConversation(userId, BEN);
  },
  socket: (snapshot, userId) => snapshot.addSocket(userId, 'connection-2'),
  file: (snapshot, userId) => snapshot.addFile(userId, { isLive: false }),
  post: (snapshot, userId) => snapshot.addPost(userId),
  comment: (snapshot, userId) => {
    const { post: postId, comments } = snapshot.community;
    const comment = snapshot.get(keys.commentKey(postId, comments[0]));
    // This comment is the oldest, so that the newest comment stays the same.
    const commentId = '0'.repeat(26);
    const owner = keys.ownerPartition('COMMENT', userId);
    snapshot.put({ ...comment, ...keys.commentKey(postId, commentId), commentId, userId, owner });
    snapshot.increase(keys.postKey(postId), 'commentCount');
  },
} satisfies Record<string, (snapshot: Snapshot, userId: string) => unknown>;

/** Types of items that a member can have before the profile is created. */
const ALLOWED_WITHOUT_PROFILE: readonly string[] = ['like', 'inboxRow', 'socket'];

/** Items of a member who never existed, of a purged member (Cleo), and of one whose purge is pending (Dora). */
const ITEMS_WITHOUT_LIVE_MEMBER = Object.entries(ADD_ITEM).flatMap(([type, addItem]): Corruption[] => [
  [
    `${type} of a member who never existed`,
    ALLOWED_WITHOUT_PROFILE.includes(type) ? 'nothing' : 'member-exists',
    (snapshot) => addItem(snapshot, STRANGER),
  ],
  [
    `${type} of a purged member`,
    type === 'socket' ? ['purge-complete', 'purge-complete'] : 'purge-complete',
    (snapshot) => addItem(snapshot, CLEO),
  ],
  [`${type} of a member whose purge is pending`, 'nothing', (snapshot) => addItem(snapshot, DORA)],
]);

/** Returns a change that sets how many hours ago Dora's account was deleted. */
const withDeletedAccount = (hours: number) => (snapshot: Snapshot) => {
  const deletedAt = new Date(snapshot.now - hours * HOUR_MS).toISOString();
  snapshot.change(keys.profileKey(DORA), { deletedAt, textOrder: deletedAt });
};

/** Returns a change of the deleted post: its time of deletion, its author, and whether the purge queue lists it. */
const withDeletedPost =
  (hours: number, { isQueued = true, userId = BEN } = {}) =>
  (snapshot: Snapshot) => {
    const deletedAt = new Date(snapshot.now - hours * HOUR_MS).toISOString();
    const owner = isQueued ? 'REMOVAL' : keys.ownerPartition('POST', userId);
    snapshot.change(keys.postKey(snapshot.community.hiddenPost), { userId, deletedAt, textOrder: deletedAt, owner });
  };

/** Returns a change that adds one item of a second socket of Ada's: by member (`memberSocket`), or by connection. */
const withSocketItem = (side: 'memberSocket' | 'socket') => (snapshot: Snapshot) => {
  const { expiresAt } = snapshot.find('socket');
  const [memberKey, connectionKey] = keys.socketKeys(ADA, 'connection-2');
  const key = side === 'socket' ? connectionKey : memberKey;
  snapshot.put({ ...key, userId: ADA, expiresAt });
};

/** Returns a change of the item by connection of the community's socket. */
const withConnectionItem = (attributes: Record<string, unknown>) => (snapshot: Snapshot) =>
  snapshot.change(snapshot.find('socket'), attributes);

/** Corruptions of follows, sockets, and what deleted accounts and posts leave behind. */
export const MEMBER_CORRUPTIONS: readonly Corruption[] = [
  ...ITEMS_WITHOUT_LIVE_MEMBER,
  [
    'an entry of a payment of a member who never existed',
    'nothing',
    (snapshot) => {
      const payment = { provider: 'stripe', paymentId: 'pi_2', cents: 1, packageName: '' } as const;
      snapshot.addEntry({ userId: STRANGER, source: 'stripe', sourceId: 'pi_2', purchasedCm: 100, payment });
    },
  ],
  [
    'expired sockets of a purged member',
    'nothing',
    (snapshot) => snapshot.addSocket(CLEO, 'connection-2', Math.floor(snapshot.now / 1000) - 1),
  ],

  ['an account that was deleted more than 24 hours ago', 'purge-overdue', withDeletedAccount(24.1)],
  ['an account that was deleted less than 24 hours ago', 'nothing', withDeletedAccount(23.9)],
  [
    'an account that was purged days ago',
    'nothing',
    (snapshot) => snapshot.change(keys.profileKey(CLEO), { deletedAt: '2026-01-01T00:00:00.000Z' }),
  ],
  ['a post that was deleted more than 24 hours ago', 'purge-overdue', withDeletedPost(24.1)],
  ['a post that was deleted less than 24 hours ago', 'nothing', withDeletedPost(23.9)],
  ['a deleted post that is not queued', 'purge-overdue', withDeletedPost(1, { isQueued: false })],
  [
    'a deleted post that is not queued, of a member whose purge is pending',
    'nothing',
    withDeletedPost(1, { isQueued: false, userId: DORA }),
  ],
  [
    'a deleted post of a member whose purge is pending, after more than 24 hours',
    'purge-overdue',
    withDeletedPost(24.1, { isQueued: false, userId: DORA }),
  ],

  [
    'a follow without the edge of the followed member',
    'follow-pairs',
    (snapshot) => {
      snapshot.remove(keys.followKeys(ADA, BEN)[1]);
      snapshot.change(keys.profileKey(BEN), { followersCount: 0 });
    },
  ],
  [
    'a follow without the edge of the follower',
    'follow-pairs',
    (snapshot) => {
      snapshot.remove(keys.followKeys(ADA, BEN)[0]);
      snapshot.change(keys.profileKey(ADA), { followingCount: 0 });
    },
  ],
  [
    "only the follower's edge, of a second follower",
    'follow-pairs',
    (snapshot) => addEdge(snapshot, 'following', [DORA, BEN]),
  ],
  [
    "only the follower's edge, of a follow of a second member",
    'follow-pairs',
    (snapshot) => addEdge(snapshot, 'following', [ADA, DORA]),
  ],
  [
    "only the followed member's edge, of a second follower",
    'follow-pairs',
    (snapshot) => addEdge(snapshot, 'follower', [DORA, BEN]),
  ],
  [
    "only the followed member's edge, of a follow of a second member",
    'follow-pairs',
    (snapshot) => addEdge(snapshot, 'follower', [ADA, DORA]),
  ],
  ['a follow in both directions', 'nothing', (snapshot) => addFollow(snapshot, BEN, ADA)],
  ['too many followers', 'follow-counts', (snapshot) => snapshot.increase(keys.profileKey(BEN), 'followersCount')],
  ['too few followers', 'follow-counts', (snapshot) => snapshot.increase(keys.profileKey(BEN), 'followersCount', -1)],
  [
    'too many followed members',
    'follow-counts',
    (snapshot) => snapshot.increase(keys.profileKey(ADA), 'followingCount'),
  ],
  [
    'too few followed members',
    'follow-counts',
    (snapshot) => snapshot.increase(keys.profileKey(ADA), 'followingCount', -1),
  ],

  [
    'a socket that is registered by member only',
    'socket-pairs',
    (snapshot) => snapshot.remove(snapshot.find('socket')),
  ],
  [
    'a socket that is registered by connection only',
    'socket-pairs',
    (snapshot) => snapshot.remove(snapshot.find('memberSocket')),
  ],
  ['a second socket that is registered by member only', 'socket-pairs', withSocketItem('memberSocket')],
  ['a second socket that is registered by connection only', 'socket-pairs', withSocketItem('socket')],
  [
    'a socket whose two items name different members',
    ['socket-pairs', 'socket-pairs'],
    withConnectionItem({ userId: BEN }),
  ],
  [
    'a socket whose two items expire at different times',
    ['socket-pairs', 'socket-pairs'],
    withConnectionItem({ expiresAt: 4_000_000_000 }),
  ],
  [
    'expired sockets that are registered only by member or only by connection',
    'nothing',
    (snapshot) => {
      const expiresAt = Math.floor(snapshot.now / 1000) - 1;
      snapshot.put({ ...keys.connectionKey('connection-2'), userId: ADA, expiresAt });
      snapshot.put({ ...itemKey('memberSocket', ADA, 'connection-3'), userId: ADA, expiresAt });
    },
  ],
];
