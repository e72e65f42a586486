import { damages, type ItemCorruption, type Variant } from './samples.ts';

/** Invalid values, by kind of attribute. */
const TEXT = [undefined, 1];
const ID = [...TEXT, '', 'a b', 'x'.repeat(65)];
const ULID = [...TEXT, '', '01ARZ3NDEKTSV4RRFFQ69G5FA', '01arz3ndektsv4rrffq69g5fav', '01ARZ3NDEKTSV4RRFFQ69G5FAVX'];
const TIME = [...TEXT, '', '2026-01-01', 'yesterday'];
const INTEGER = [undefined, '1', 1.5];
const COUNT = [...INTEGER, -1];
const POSITIVE = [...COUNT, 0];
/** Invalid times in seconds since 1970. Times in the past would also break `expiry`. */
const EXPIRY = [undefined, 'tomorrow', 4e9 + 0.5];

/** Returns the invalid values of an attribute that may be missing. */
const optional = (values: readonly unknown[]) => values.filter((value) => value !== undefined);

const LEDGER_ENTRY = {
  userId: ID,
  source: [undefined, 'gift'],
  sourceId: TEXT,
  bytes: INTEGER,
  purchasedCm: INTEGER,
  payment: [
    'x',
    { provider: 'stripe', paymentId: 'x', cents: 1 },
    { provider: 'stripe', paymentId: 'x', cents: 0.5, packageName: '' },
    { provider: 'stripe', paymentId: 1, cents: 1, packageName: '' },
    { provider: 'cash', paymentId: 'x', cents: 1, packageName: '' },
  ],
  at: TIME,
};
const POST = {
  postId: ULID,
  userId: ID,
  image: [
    ...['x', { key: 1, contentType: '', alt: '' }, { key: '', alt: '' }, { key: '', contentType: '' }],
    ...optional(POSITIVE).map((size) => ({ key: '', contentType: '', alt: '', size })),
  ],
  createdAt: TIME,
  depth: INTEGER,
};
const SOCKET = { userId: ID, openedAt: optional(POSITIVE), expiresAt: EXPIRY };
const LIKERS = ['x', [], [1]];
const COMMENT = { commentId: ULID, postId: ULID, userId: ID, text: TEXT, createdAt: TIME };

/** The invalid values of each attribute, by variant. */
const WRONG: Partial<Record<Variant, Readonly<Record<string, readonly unknown[]>>>> = {
  profile: {
    userId: ID,
    email: TEXT,
    username: TEXT,
    bio: TEXT,
    profilePicture: TEXT,
    contributedBytes: INTEGER,
    storedBytes: optional(INTEGER),
    purchasedCm: INTEGER,
    depth: INTEGER,
    peakDepth: COUNT,
    followersCount: COUNT,
    followingCount: COUNT,
    version: COUNT,
    createdAt: TIME,
    tokensValidFrom: optional(POSITIVE),
    newestPicture: optional(ULID),
  },
  hiddenProfile: { userId: ID, deletedAt: optional(TIME), textOrder: TIME, email: ['x'] },
  profileTombstone: { userId: ID, deletedAt: optional(TIME), email: ['x'], expiresAt: EXPIRY },
  ledgerEntry: { ...LEDGER_ENTRY, version: optional(POSITIVE), depthAfter: INTEGER },
  deletedMemberReversal: { ...LEDGER_ENTRY, source: [undefined, 'gift', 'stripe', 'upload'] },
  heldCopy: { checksum: TEXT },
  like: { likedAt: TIME },
  idempotencyKey: { resultId: ULID, expiresAt: EXPIRY },
  credentials: {
    recoveryCodes: ['x', ['short'], [1]],
    pendingEmail: [1],
    isPasswordChanging: [false, 'x'],
    email: ['x'],
  },
  paymentOrder: {
    orderId: TEXT,
    userId: ID,
    steps: POSITIVE,
    packageName: TEXT,
    merchantId: TEXT,
    expiresAt: EXPIRY,
  },
  inboxRow: {
    userId: ID,
    otherId: ID,
    lastMessageId: ULID,
    lastMessage: [
      ...[undefined, 'x', 1],
      { content: 1, senderId: 'x', timestamp: '2026-01-01T00:00:00.000Z' },
      { content: '', senderId: 'a b', timestamp: '2026-01-01T00:00:00.000Z' },
      { content: '', senderId: 'x', timestamp: 'yesterday' },
    ],
    lastReceivedId: optional(ULID),
    unreadCount: [...COUNT, 2],
    readUpTo: optional(ULID),
  },
  memberSocket: SOCKET,
  socket: SOCKET,
  ticket: SOCKET,
  file: {
    key: TEXT,
    userId: ID,
    fileName: TEXT,
    contentType: TEXT,
    size: POSITIVE,
    etag: TEXT,
    checksum: optional(TEXT),
    originalChecksum: optional(TEXT),
    creditedBytes: optional(COUNT),
    scan: ['x'],
    inspection: ['x'],
    media: [
      ...['x', { extra: 1 }, { width: 0 }, { width: 1.5 }, { height: 0 }, { height: 1.5 }, { duration: -1 }],
      ...[
        { pages: -1 },
        { title: 1 },
        { performer: 1 },
        { placeholder: '*' },
        { renditions: [5] },
        { renditions: 320 },
      ],
    ],
    mediaAttempts: optional(COUNT),
    processingUntil: optional(INTEGER),
    altText: [1],
    uploadedAt: TIME,
    description: TEXT,
    depth: INTEGER,
    likeCount: COUNT,
    likers: LIKERS,
    views: COUNT,
    revision: COUNT,
  },
  post: {
    ...POST,
    content: TEXT,
    likeCount: COUNT,
    likers: LIKERS,
    commentCount: COUNT,
    newestComment: ['x', { commentId: '', postId: '', userId: '', text: '', createdAt: '' }],
  },
  hiddenPost: { ...POST, deletedAt: optional(TIME), owner: TEXT, textOrder: TIME },
  postTombstone: { postId: ULID, deletedAt: optional(TIME), userId: ['x'], expiresAt: optional(EXPIRY) },
  comment: COMMENT,
  message: {
    messageId: ULID,
    clientMessageId: TEXT,
    conversation: TEXT,
    sender: ID,
    recipient: ID,
    content: TEXT,
    timestamp: TIME,
  },
  sentMessage: { messageId: ULID, expiresAt: EXPIRY },
  callCount: { calls: POSITIVE, expiresAt: EXPIRY },
  frameCount: { calls: POSITIVE, expiresAt: EXPIRY },
  conductCount: { uploads: optional(POSITIVE), uploadBytes: optional(POSITIVE), expiresAt: EXPIRY },
  uploadReservation: { bytes: POSITIVE, uploadId: optional(TEXT), abandonedAt: optional(TIME), expiresAt: EXPIRY },
  schemaVersion: { version: POSITIVE, migratedAt: TIME },
  jobSegment: { worker: [1], leasedUntil: optional(COUNT) },
  unclaimedPayment: {
    provider: [undefined, 'cash'],
    paymentId: TEXT,
    cents: INTEGER,
    returnedCents: optional(COUNT),
    currency: TEXT,
    userId: [1],
    reason: TEXT,
    at: TIME,
  },
};

/** Attributes that items of earlier versions, or in some states, lack. */
const OPTIONAL: Partial<Record<Variant, readonly string[]>> = {
  profile: ['storedBytes', 'tokensValidFrom', 'newestPicture'],
  ledgerEntry: ['payment'],
  deletedMemberReversal: ['payment'],
  credentials: ['recoveryCodes', 'pendingEmail', 'isPasswordChanging'],
  inboxRow: ['lastReceivedId', 'readUpTo'],
  socket: ['openedAt'],
  file: ['checksum', 'originalChecksum', 'creditedBytes', 'scan', 'inspection', 'media', 'altText', 'likers'],
  post: ['image', 'likers', 'newestComment'],
  conductCount: ['uploads', 'uploadBytes'],
  uploadReservation: ['uploadId', 'abandonedAt'],
  jobSegment: ['worker', 'leasedUntil'],
  unclaimedPayment: ['userId', 'returnedCents'],
};

const show = (value: unknown) => (value === undefined ? 'missing' : JSON.stringify(value).slice(0, 90));

/** A corruption for each invalid value of each attribute, and for each attribute that may be missing. */
export const SHAPE_CORRUPTIONS: readonly ItemCorruption[] = [
  ...Object.entries(WRONG).flatMap(([variant, attributes]) =>
    Object.entries(attributes).flatMap(([attribute, values]) =>
      values.map(
        (value): ItemCorruption => [
          `a ${variant} whose ${attribute} is ${show(value)}`,
          'shape',
          damages(variant as Variant, { [attribute]: value }),
        ],
      ),
    ),
  ),
  ...Object.entries(OPTIONAL).flatMap(([variant, attributes]) =>
    attributes.map(
      (attribute): ItemCorruption => [
        `a ${variant} without ${attribute}, which is optional`,
        'nothing',
        damages(variant as Variant, { [attribute]: undefined }),
      ],
    ),
  ),
];
