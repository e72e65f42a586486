/**
 * The tables of facts, with their columns in order.
 *
 * A fact is a row of short values about one item or one object of the bucket: IDs, numbers, and digests. The invariants
 * compare it with other facts. Texts, names, and addresses of members are never stored. `user` is a member's ID, and
 * `item` the partition key of a file or post.
 */
export const FACT_TABLES = {
  member: [
    'user',
    // live, hidden (the purge is pending), or purged.
    'state',
    // Time of the deletion, in milliseconds.
    'deletedAt',
    // Contributed bytes, which count for the depth.
    'bytes',
    // The bytes of the member's files, and of the pictures in their posts.
    'storedBytes',
    // Bought centimetres.
    'cm',
    'depth',
    // The greatest depth so far.
    'peak',
    // The number of the newest ledger entry.
    'version',
    'followers',
    'following',
    // The storage key of the profile picture without the file name, and a digest of the whole key.
    'pictureFolder',
    'picture',
  ],

  /** One row per ledger entry. */
  ledger: [
    'user',
    // The masked key of the entry.
    'entry',
    'source',
    // Missing if `file` identifies the source.
    'sourceId',
    // The partition key of the file that the entry is about.
    'file',
    'bytes',
    'cm',
    'version',
    'depthAfter',
    'provider',
    'payment',
    // The amount of the payment or reversal.
    'cents',
  ],

  /** One row per edge. `side` is the type of the item: `following` or `follower`. */
  follow: ['follower', 'followed', 'side'],

  /** One row per like of a file or post. `digest`: of the member's ID, as in the item's likers. */
  liked: ['user', 'item', 'digest'],

  /** The likers that a file or a visible post contains. */
  liker: ['item', 'digest'],

  file: [
    'item',
    'user',
    // The storage key without the file name.
    'folder',
    'size',
    'etag',
    // Missing in files of earlier versions.
    'checksum',
    // The checksum before the bytes were replaced.
    'originalChecksum',
    // The bytes that count for the owner.
    'creditedBytes',
    'revision',
    'depth',
    'likes',
    // The number of renditions. Missing until the file is processed.
    'renditions',
    // The time at which a file that isn't inspected yet was recorded, in milliseconds.
    'closedSince',
  ],

  /** One row per copy item: the checksum that leads to a member's file. */
  copy: ['user', 'checksum', 'item'],

  post: [
    'post',
    'user',
    // live, hidden (the purge is pending), or purged.
    'state',
    'deletedAt',
    // 1 if the purge job finds the hidden post in its queue, otherwise 0.
    'isQueued',
    'depth',
    'likes',
    'comments',
    // ID and digest of the newest comment, as the post contains it.
    'newestComment',
    // As in `member`.
    'pictureFolder',
    'picture',
    // The bytes of the picture that count for the author, 0 once the post is hidden.
    'storedBytes',
  ],

  /** `digest` covers all attributes of the comment. */
  comment: ['post', 'comment', 'user', 'digest'],

  /** One row per object of the bucket. */
  object: [
    'purpose',
    // The storage key without the file name, and a digest of the whole key.
    'folder',
    'digest',
    // The partition key of the object's file.
    'item',
    'user',
    'size',
    'etag',
    // Time of the last change, in milliseconds.
    'since',
  ],

  inbox: [
    'user',
    // The conversation's other member.
    'other',
    // The last message, and a digest of its preview in the inbox.
    'lastId',
    'digest',
    // The last message that the member received.
    'receivedId',
    'unread',
    'readUpTo',
  ],

  /** `client`: a digest of the client's ID. `sentAt`: milliseconds. `digest`: of the preview that the inbox shows. */
  message: ['conversation', 'message', 'sender', 'recipient', 'client', 'sentAt', 'digest'],

  /** One row per record of a client message ID. `client` as in `message`. */
  sent: ['conversation', 'sender', 'client', 'message'],

  /** Each open socket has two rows. `side` is the type of the item. `expiresAt`: seconds. */
  socket: ['user', 'connection', 'side', 'expiresAt'],

  /** Items of a member that no other table has. `row`: the key, without IDs that clients chose. */
  other: ['user', 'type', 'row'],

  /** Payments that could not be credited. `cents`: paid. `returned`: cents paid back. */
  unclaimed: ['provider', 'payment', 'user', 'cents', 'returned'],

  /** The histogram of depths: the bucket that counts each member, and the members that each bucket counts. */
  depthMarker: ['user', 'bucket', 'shard', 'version'],
  depthBucket: ['shard', 'bucket', 'members'],
} as const satisfies Record<string, readonly string[]>;

export type FactTable = keyof typeof FACT_TABLES;

/** Indexes that the invariants need. Created after all facts are stored, which is faster. */
export const FACT_INDEXES = [
  'member(user)',
  'ledger(user, version)',
  'ledger(file)',
  'ledger(provider, payment)',
  'liked(item)',
  'follow(follower, followed, side)',
  'follow(followed, side)',
  'file(item)',
  'file(folder)',
  'file(user, checksum)',
  'copy(item, checksum)',
  'post(post)',
  'post(user) WHERE storedBytes > 0',
  'comment(post, comment)',
  'object(item)',
  'object(folder)',
  'object(digest)',
  'inbox(user, other)',
  'depthMarker(user)',
  'socket(connection, side)',
  'message(conversation, message)',
  'message(conversation, sender, client)',
  'sent(conversation, sender, client)',
];
