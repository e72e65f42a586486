import { itemKey } from '../../../../lambdas/table/item-types.ts';
import * as keys from '../../../../lambdas/table/keys.ts';
import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import { ADA, BEN, CLEO, DORA } from '../fixture.ts';
import type { Corruption } from './corruption.ts';
import { type Snapshot, ulidOf } from './snapshot.ts';

const STRANGER = 'stranger-0000-4000';

/** Adds an edge of a follow, and counts it in the profile that has the edge. */
function addEdge(snapshot: Snapshot, side: 'following' | 'follower', [follower, followed]: readonly [string, string]) {
  const [followingKey, followerKey] = keys.followKeys(follower, followed);
  snapshot.put({ ...(side === 'following' ? followingKey : followerKey) });

  const owner = keys.profileKey(side === 'following' ? follower : followed);
  if ([ADA, BEN].some((liveMember) => owner.pk === keys.profileKey(liveMember).pk)) {
    snapshot.increase(owner, side === 'following' ? 'followingCount' : 'followersCount');
  }
}

const addFollow = (snapshot: Snapshot, ...members: readonly [string, string]) => {
  addEdge(snapshot, 'following', members);
  addEdge(snapshot, 'follower', members);
};

/** Functions that add a row of a member without a live profile. All items that refer to the row agree with it. */
const ADD_ROW = {
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
      resultId: ulidOf(1),
      expiresAt: Math.floor(snapshot.now / 1000) + 60,
    }),
  paymentOrder: (snapshot, userId) =>
    snapshot.put({ ...snapshot.find('paymentOrder'), ...keys.paymentOrderKey(userId, 'ORDER1'), userId }),
  heldCopy: (snapshot, userId) => snapshot.put({ ...keys.heldCopyKey(userId, 'x', 'files/x'), checksum: 'x' }),
  credentials: (snapshot, userId) => snapshot.put({ ...keys.credentialsKey(userId), recoveryCodes: [] }),
  inboxRow: (snapshot, userId) => {
    snapshot.addConversation(userId, BEN);
  },
  sockets: (snapshot, userId) => snapshot.addSocket(userId, 'connection-2'),
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

/** Rows that callers without a profile may have. */
const WITHOUT_PROFILE: readonly string[] = ['like', 'inboxRow', 'sockets'];

/** The rows of a purged member and of one who never existed. */
const ROWS_WITHOUT_MEMBER = Object.entries(ADD_ROW).flatMap(([type, addRow]): Corruption[] => [
  [
    `${type} of a member who never existed`,
    WITHOUT_PROFILE.includes(type) ? 'nothing' : 'member-exists',
    (snapshot) => addRow(snapshot, STRANGER),
  ],
  [
    `${type} of a purged member`,
    type === 'sockets' ? ['purge-complete', 'purge-complete'] : 'purge-complete',
    (snapshot) => addRow(snapshot, CLEO),
  ],
  [`${type} of a member whose purge is pending`, 'nothing', (snapshot) => addRow(snapshot, DORA)],
]);

/** Returns a change of the time at which Dora's account was deleted. */
const hidesAccount = (hours: number) => (snapshot: Snapshot) => {
  const deletedAt = new Date(snapshot.now - hours * HOUR_MS).toISOString();
  snapshot.change(keys.profileKey(DORA), { deletedAt, textOrder: deletedAt });
};

/** Returns a change of the hidden post: the time of its deletion, and whether the purge job's queue lists it. */
const hidesPost =
  (hours: number, { isQueued = true, userId = BEN } = {}) =>
  (snapshot: Snapshot) => {
    const deletedAt = new Date(snapshot.now - hours * HOUR_MS).toISOString();
    const owner = isQueued ? 'REMOVAL' : keys.ownerPartition('POST', userId);
    snapshot.change(keys.postKey(snapshot.community.hiddenPost), { userId, deletedAt, textOrder: deletedAt, owner });
  };

/** Returns a change that adds one of the two rows of a socket. */
const addsSocketRow =
  (side: 'memberSocket' | 'socket', userId: string, extraSeconds = 0) =>
  (snapshot: Snapshot) => {
    const { expiresAt } = snapshot.find('socket');
    const [memberKey, connectionKey] = keys.socketKeys(userId, 'connection-2');
    const row = side === 'socket' ? connectionKey : memberKey;
    snapshot.put({ ...row, userId, expiresAt: Number(expiresAt) + extraSeconds });
  };

/** Returns a change of the row by connection of the community's socket. */
const changesSocket = (attributes: Record<string, unknown>) => (snapshot: Snapshot) =>
  snapshot.change(snapshot.find('socket'), attributes);

/** Corruptions of follows, sockets, and what deleted accounts and posts leave behind. */
export const MEMBER_CORRUPTIONS: readonly Corruption[] = [
  ...ROWS_WITHOUT_MEMBER,
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

  ['an account that was deleted more than 24 hours ago', 'purge-overdue', hidesAccount(24.1)],
  ['an account that was deleted less than 24 hours ago', 'nothing', hidesAccount(23.9)],
  [
    'an account that was purged days ago',
    'nothing',
    (snapshot) => snapshot.change(keys.profileKey(CLEO), { deletedAt: '2026-01-01T00:00:00.000Z' }),
  ],
  ['a post that was deleted more than 24 hours ago', 'purge-overdue', hidesPost(24.1)],
  ['a post that was deleted less than 24 hours ago', 'nothing', hidesPost(23.9)],
  ['a deleted post that is not queued', 'purge-overdue', hidesPost(1, { isQueued: false })],
  [
    'a deleted post that is not queued, of a member whose purge is pending',
    'nothing',
    hidesPost(1, { isQueued: false, userId: DORA }),
  ],
  [
    'a deleted post of a member whose purge is pending, after more than 24 hours',
    'purge-overdue',
    hidesPost(24.1, { isQueued: false, userId: DORA }),
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
  ['a single edge of another follower', 'follow-pairs', (snapshot) => addEdge(snapshot, 'following', [DORA, BEN])],
  ['a single edge to another member', 'follow-pairs', (snapshot) => addEdge(snapshot, 'following', [ADA, DORA])],
  ['a single edge from another follower', 'follow-pairs', (snapshot) => addEdge(snapshot, 'follower', [DORA, BEN])],
  ['a single edge of another member', 'follow-pairs', (snapshot) => addEdge(snapshot, 'follower', [ADA, DORA])],
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
  ['a socket of another connection', 'socket-pairs', addsSocketRow('memberSocket', ADA)],
  ['a connection of another socket', 'socket-pairs', addsSocketRow('socket', ADA)],
  ['a connection of another member', ['socket-pairs', 'socket-pairs'], changesSocket({ userId: BEN })],
  ['a connection with another expiry', ['socket-pairs', 'socket-pairs'], changesSocket({ expiresAt: 4_000_000_000 })],
  [
    'a single registration that has expired',
    'nothing',
    (snapshot) => {
      const expiresAt = Math.floor(snapshot.now / 1000) - 1;
      snapshot.put({ ...keys.connectionKey('connection-2'), userId: ADA, expiresAt });
      snapshot.put({ ...itemKey('memberSocket', ADA, 'connection-3'), userId: ADA, expiresAt });
    },
  ],
];
