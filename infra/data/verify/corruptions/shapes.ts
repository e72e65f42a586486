/*
 * Items whose attributes have a wrong type or a value out of range, which the invariant `shape` must report. Each
 * invalid value of each attribute is one corruption.
 */

import { type ItemCorruption, itemWith, type Variant } from './samples.ts';

const INVALID_TEXTS = [undefined, 1];

/** Invalid IDs of members. The last one has one character too many. */
const INVALID_IDS = [...INVALID_TEXTS, '', 'a b', 'x'.repeat(65)];

/** Invalid ULIDs. The last three are too short, in lower case, and too long. */
const INVALID_ULIDS = [
  ...INVALID_TEXTS,
  '',
  '01ARZ3NDEKTSV4RRFFQ69G5FA',
  '01arz3ndektsv4rrffq69g5fav',
  '01ARZ3NDEKTSV4RRFFQ69G5FAVX',
];

const INVALID_TIMES = [...INVALID_TEXTS, '', '2026-01-01', 'yesterday'];

const INVALID_INTEGERS = [undefined, '1', 1.5];

const INVALID_COUNTS = [...INVALID_INTEGERS, -1];

const INVALID_POSITIVE_NUMBERS = [...INVALID_COUNTS, 0];

/** Invalid times in seconds since 1970. Times in the past would also break `expiry`, so the fraction is in 2096. */
const INVALID_EXPIRIES = [undefined, 'tomorrow', 4e9 + 0.5];

/** Invalid sets of likers, which the verification reads as arrays. */
const INVALID_LIKERS = ['x', [], [1]];

/** Returns the invalid values of an attribute that may be missing. */
const withoutMissing = (values: readonly unknown[]) => values.filter((value) => value !== undefined);

const LEDGER_ENTRY_VALUES = {
  userId: INVALID_IDS,
  source: [undefined, 'gift'],
  sourceId: INVALID_TEXTS,
  bytes: INVALID_INTEGERS,
  purchasedCm: INVALID_INTEGERS,
  payment: [
    'x',
    { provider: 'stripe', paymentId: 'x', cents: 1 },
    { provider: 'stripe', paymentId: 'x', cents: 0.5, packageName: '' },
    { provider: 'stripe', paymentId: 1, cents: 1, packageName: '' },
    { provider: 'cash', paymentId: 'x', cents: 1, packageName: '' },
  ],
  at: INVALID_TIMES,
};

const POST_VALUES = {
  postId: INVALID_ULIDS,
  userId: INVALID_IDS,
  image: [
    'x',
    { key: 1, contentType: '', alt: '' },
    { key: '', alt: '' },
    { key: '', contentType: '' },
    ...withoutMissing(INVALID_POSITIVE_NUMBERS).map((size) => ({ key: '', contentType: '', alt: '', size })),
  ],
  createdAt: INVALID_TIMES,
  depth: INVALID_INTEGERS,
};

const SOCKET_VALUES = {
  userId: INVALID_IDS,
  openedAt: withoutMissing(INVALID_POSITIVE_NUMBERS),
  expiresAt: INVALID_EXPIRIES,
};

const COMMENT_VALUES = {
  commentId: INVALID_ULIDS,
  postId: INVALID_ULIDS,
  userId: INVALID_IDS,
  text: INVALID_TEXTS,
  createdAt: INVALID_TIMES,
};

/** The invalid values of each attribute, by variant. `undefined` is invalid if the attribute must not be missing. */
const INVALID_VALUES: Partial<Record<Variant, Readonly<Record<string, readonly unknown[]>>>> = {
  profile: {
    userId: INVALID_IDS,
    email: INVALID_TEXTS,
    username: INVALID_TEXTS,
    bio: INVALID_TEXTS,
    profilePicture: INVALID_TEXTS,
    contributedBytes: INVALID_INTEGERS,
    storedBytes: withoutMissing(INVALID_INTEGERS),
    purchasedCm: INVALID_INTEGERS,
    depth: INVALID_INTEGERS,
    peakDepth: INVALID_COUNTS,
    followersCount: INVALID_COUNTS,
    followingCount: INVALID_COUNTS,
    version: INVALID_COUNTS,
    createdAt: INVALID_TIMES,
    tokensValidFrom: withoutMissing(INVALID_POSITIVE_NUMBERS),
    newestPicture: withoutMissing(INVALID_ULIDS),
  },
  hiddenProfile: {
    userId: INVALID_IDS,
    deletedAt: withoutMissing(INVALID_TIMES),
    textOrder: INVALID_TIMES,
    email: ['x'],
  },
  profileTombstone: {
    userId: INVALID_IDS,
    deletedAt: withoutMissing(INVALID_TIMES),
    email: ['x'],
    expiresAt: INVALID_EXPIRIES,
  },
  ledgerEntry: {
    ...LEDGER_ENTRY_VALUES,
    version: withoutMissing(INVALID_POSITIVE_NUMBERS),
    depthAfter: INVALID_INTEGERS,
  },
  deletedMemberReversal: { ...LEDGER_ENTRY_VALUES, source: [undefined, 'gift', 'stripe', 'upload'] },
  heldCopy: { checksum: INVALID_TEXTS },
  like: { likedAt: INVALID_TIMES },
  idempotencyKey: { resultId: INVALID_ULIDS, expiresAt: INVALID_EXPIRIES },
  credentials: {
    recoveryCodes: ['x', ['short'], [1]],
    acceptedCode: ['x', { digest: 'x'.repeat(43) }, { digest: 'short', validUntil: 1 }],
    pendingRecovery: ['short', 1],
    pendingEmail: [1],
    isPasswordChanging: [false, 'x'],
    email: ['x'],
  },
  paymentOrder: {
    orderId: INVALID_TEXTS,
    userId: INVALID_IDS,
    steps: INVALID_POSITIVE_NUMBERS,
    packageName: INVALID_TEXTS,
    merchantId: INVALID_TEXTS,
    expiresAt: INVALID_EXPIRIES,
  },
  inboxRow: {
    userId: INVALID_IDS,
    otherId: INVALID_IDS,
    lastMessageId: INVALID_ULIDS,
    lastMessage: [
      undefined,
      'x',
      1,
      { content: 1, senderId: 'x', timestamp: '2026-01-01T00:00:00.000Z' },
      { content: '', senderId: 'a b', timestamp: '2026-01-01T00:00:00.000Z' },
      { content: '', senderId: 'x', timestamp: 'yesterday' },
    ],
    lastReceivedId: withoutMissing(INVALID_ULIDS),
    unreadCount: [...INVALID_COUNTS, 2],
    readUpTo: withoutMissing(INVALID_ULIDS),
  },
  memberSocket: SOCKET_VALUES,
  socket: SOCKET_VALUES,
  ticket: SOCKET_VALUES,
  file: {
    key: INVALID_TEXTS,
    userId: INVALID_IDS,
    fileName: INVALID_TEXTS,
    contentType: INVALID_TEXTS,
    size: INVALID_POSITIVE_NUMBERS,
    etag: INVALID_TEXTS,
    checksum: withoutMissing(INVALID_TEXTS),
    originalChecksum: withoutMissing(INVALID_TEXTS),
    creditedBytes: withoutMissing(INVALID_COUNTS),
    scan: ['x'],
    inspection: ['x'],
    media: [
      'x',
      { extra: 1 },
      { width: 0 },
      { width: 1.5 },
      { height: 0 },
      { height: 1.5 },
      { animated: false },
      { duration: -1 },
      { pages: -1 },
      { title: 1 },
      { performer: 1 },
      { placeholder: '*' },
      { renditions: [5] },
      { renditions: 320 },
    ],
    mediaAttempts: withoutMissing(INVALID_COUNTS),
    processingUntil: withoutMissing(INVALID_INTEGERS),
    altText: [1],
    uploadedAt: INVALID_TIMES,
    description: INVALID_TEXTS,
    depth: INVALID_INTEGERS,
    likeCount: INVALID_COUNTS,
    likers: INVALID_LIKERS,
    views: INVALID_COUNTS,
    revision: INVALID_COUNTS,
  },
  post: {
    ...POST_VALUES,
    content: INVALID_TEXTS,
    likeCount: INVALID_COUNTS,
    likers: INVALID_LIKERS,
    commentCount: INVALID_COUNTS,
    newestComment: ['x', { commentId: '', postId: '', userId: '', text: '', createdAt: '' }],
  },
  hiddenPost: {
    ...POST_VALUES,
    deletedAt: withoutMissing(INVALID_TIMES),
    owner: INVALID_TEXTS,
    textOrder: INVALID_TIMES,
  },
  postTombstone: {
    postId: INVALID_ULIDS,
    deletedAt: withoutMissing(INVALID_TIMES),
    userId: ['x'],
    expiresAt: withoutMissing(INVALID_EXPIRIES),
  },
  comment: COMMENT_VALUES,
  message: {
    messageId: INVALID_ULIDS,
    clientMessageId: INVALID_TEXTS,
    conversation: INVALID_TEXTS,
    sender: INVALID_IDS,
    recipient: INVALID_IDS,
    content: INVALID_TEXTS,
    timestamp: INVALID_TIMES,
  },
  sentMessage: { messageId: INVALID_ULIDS, expiresAt: INVALID_EXPIRIES },
  callCount: { calls: INVALID_POSITIVE_NUMBERS, expiresAt: INVALID_EXPIRIES },
  frameCount: { calls: INVALID_POSITIVE_NUMBERS, expiresAt: INVALID_EXPIRIES },
  conductCount: {
    uploads: withoutMissing(INVALID_POSITIVE_NUMBERS),
    uploadBytes: withoutMissing(INVALID_POSITIVE_NUMBERS),
    lastSocket: withoutMissing(INVALID_TEXTS),
    reservationId: withoutMissing(INVALID_TEXTS),
    takenBackId: withoutMissing(INVALID_TEXTS),
    expiresAt: INVALID_EXPIRIES,
  },
  uploadReservation: {
    bytes: INVALID_POSITIVE_NUMBERS,
    rejection: ['EmptyFile', {}, { code: 1 }, { code: 'EmptyFile', params: 'x' }],
    uploadId: withoutMissing(INVALID_TEXTS),
    abandonedAt: withoutMissing(INVALID_TIMES),
    expiresAt: INVALID_EXPIRIES,
  },
  schemaVersion: { version: INVALID_POSITIVE_NUMBERS, migratedAt: INVALID_TIMES },
  jobSegment: { worker: [1], leasedUntil: withoutMissing(INVALID_COUNTS) },
  unclaimedPayment: {
    provider: [undefined, 'cash'],
    paymentId: INVALID_TEXTS,
    cents: INVALID_INTEGERS,
    returnedCents: withoutMissing(INVALID_COUNTS),
    currency: INVALID_TEXTS,
    userId: [1],
    reason: INVALID_TEXTS,
    at: INVALID_TIMES,
  },
};

/** Attributes that items of earlier versions, or in some states, lack. */
const OPTIONAL_ATTRIBUTES: Partial<Record<Variant, readonly string[]>> = {
  profile: ['storedBytes', 'tokensValidFrom', 'newestPicture'],
  ledgerEntry: ['payment'],
  deletedMemberReversal: ['payment'],
  credentials: ['recoveryCodes', 'acceptedCode', 'pendingRecovery', 'pendingEmail', 'isPasswordChanging'],
  inboxRow: ['lastReceivedId', 'readUpTo'],
  socket: ['openedAt'],
  file: ['checksum', 'originalChecksum', 'creditedBytes', 'scan', 'inspection', 'media', 'altText', 'likers'],
  post: ['image', 'likers', 'newestComment'],
  conductCount: ['uploads', 'uploadBytes'],
  uploadReservation: ['uploadId', 'abandonedAt', 'rejection'],
  jobSegment: ['worker', 'leasedUntil'],
  unclaimedPayment: ['userId', 'returnedCents'],
};

/** Formats a value for the title of a test. */
const formatValue = (value: unknown) => (value === undefined ? 'missing' : JSON.stringify(value).slice(0, 90));

/** A corruption for each invalid value of each attribute, and for each attribute that may be missing. */
export const SHAPE_CORRUPTIONS: readonly ItemCorruption[] = [
  ...Object.entries(INVALID_VALUES).flatMap(([variant, attributes]) =>
    Object.entries(attributes).flatMap(([attribute, values]) =>
      values.map(
        (value): ItemCorruption => [
          `a ${variant} whose ${attribute} is ${formatValue(value)}`,
          'shape',
          itemWith(variant as Variant, { [attribute]: value }),
        ],
      ),
    ),
  ),
  ...Object.entries(OPTIONAL_ATTRIBUTES).flatMap(([variant, attributes]) =>
    attributes.map(
      (attribute): ItemCorruption => [
        `a ${variant} without ${attribute}, which is optional`,
        'nothing',
        itemWith(variant as Variant, { [attribute]: undefined }),
      ],
    ),
  ),
];
