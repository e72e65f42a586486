import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Capability, type Contract, contract } from '../../shared/contract/contract.ts';
import type { Accesses, Endpoint, Request } from '../../shared/contract/endpoint.ts';
import { Member } from '../support/member.ts';
import { rise } from '../support/rising.ts';
import { TEXT } from '../support/sample-files.ts';

/**
 * The access rule, tried at every endpoint: `accesses` in the contract decides the expected statuses, and each endpoint
 * has a row that says how to call it. An endpoint without its row does not compile.
 */

/** Whose item it is, seen from the viewer, and what has become of it. */
const CASES = ['above', 'equal', 'below', 'own', 'authorDeleted', 'itemDeleted', 'unknown'] as const;
type Case = (typeof CASES)[number];
type Statuses = Readonly<Record<Case, number>>;

/** What a request of one case names. */
interface Target {
  /** A member who has published nothing, so that their depth is exactly that of the case. */
  readonly userId: string;
  readonly fileId: string;
  readonly postId: string;
  readonly comment: { readonly postId: string; readonly commentId: string };
}

const ANYONE: Statuses = {
  above: 200,
  equal: 200,
  below: 200,
  own: 200,
  authorDeleted: 200,
  itemDeleted: 200,
  unknown: 200,
};
const VISIBLE: Statuses = { ...ANYONE, above: 404, authorDeleted: 404, itemDeleted: 404, unknown: 404 };
const OWN_ONLY: Statuses = { ...VISIBLE, equal: 403, below: 403 };
/** The key names its uploader, so a key of another member is refused before anything is read. */
const OWN_KEY: Statuses = { ...OWN_ONLY, above: 403, authorDeleted: 403, itemDeleted: 403 };
const PROFILE: Statuses = { ...VISIBLE, above: 403 };
/** Members are not items: a deleted profile is the case `authorDeleted`. */
const ONE_MEMBER: Partial<Statuses> = { itemDeleted: 404 };

const EXPECTED = {
  file: VISIBLE,
  post: VISIBLE,
  comment: OWN_ONLY,
  profile: { ...PROFILE, ...ONE_MEMBER },
  identity: ANYONE,
  conversation: { ...ANYONE, authorDeleted: 404, ...ONE_MEMBER, unknown: 404 },
} satisfies Partial<Record<Accesses, Statuses>>;

type ItemKind = keyof typeof EXPECTED;

/** How to call an endpoint that accesses one item. */
interface ItemRow<E> {
  readonly input: (target: Target) => Request<Extract<E, Endpoint>>;
  /** Statuses that differ from the rule of what it accesses. */
  readonly expected?: Partial<Statuses>;
  /** The status after the caller has deleted their account, where it is not 401. */
  readonly callerDeleted?: number;
  /** Set if a successful call removes the item: the case `own` gets a fresh one. */
  readonly removes?: true;
}

/** How to call an endpoint that accesses nothing of other members, or lists of it. */
interface PlainRow<E> {
  readonly input: (target: Target) => Request<Extract<E, Endpoint>>;
  readonly callerDeleted?: number;
}

type RowOf<E> = E extends { readonly accesses: 'provider' }
  ? 'signed by the provider'
  : E extends { readonly accesses: ItemKind }
    ? ItemRow<E>
    : PlainRow<E>;

const none = () => ({}) as never;
const ofMember = ({ userId }: Target) => ({ userId });
const ofFile = ({ fileId }: Target) => ({ fileId });
const ofPost = ({ postId }: Target) => ({ postId });
const uploadId = 'none';

const MATRIX: { readonly [C in Capability]: { readonly [E in keyof Contract[C]]: RowOf<Contract[C][E]> } } = {
  account: {
    me: { input: none },
    dashboard: { input: none },
    updateProfile: { input: () => ({ username: 'Ada' }) },
    updatePhoto: { input: () => ({ photoUrl: '' }) },
    testContribution: { input: none },
    depthLog: { input: none },
    deleteAccount: { input: none, callerDeleted: 200 },
  },
  users: {
    get: { input: ofMember },
    batch: { input: ({ userId }) => ({ userIds: userId }) },
    list: { input: none },
    nearby: { input: none },
    profile: { input: ofMember, expected: { above: 200 } },
    follow: { input: ofMember, expected: { own: 400 } },
    unfollow: { input: ofMember, expected: { above: 200, own: 400 } },
    followers: { input: ofMember },
    following: { input: ofMember },
  },
  files: {
    upload: { input: () => ({ fileName: 'a.txt', fileType: 'text/plain' }) },
    saveMetadata: { input: ofFile, callerDeleted: 403 },
    list: { input: none },
    listOfMember: { input: ofMember },
    like: { input: ofFile },
    view: { input: ofFile },
    delete: { input: ofFile, expected: OWN_KEY, callerDeleted: 403, removes: true },
    startMultipart: { input: () => ({ fileName: 'a.txt', fileType: 'text/plain', fileSize: 1 }) },
    signParts: {
      input: ({ fileId }) => ({ fileId, uploadId, parts: [{ partNumber: 1, size: 1 }] }),
      callerDeleted: 403,
    },
    listParts: { input: ({ fileId }) => ({ fileId, uploadId }), callerDeleted: 403 },
    completeMultipart: { input: ({ fileId }) => ({ fileId, uploadId, fileSize: 1 }), callerDeleted: 403 },
    abortMultipart: { input: ({ fileId }) => ({ fileId, uploadId }), callerDeleted: 403 },
  },
  posts: {
    list: { input: none },
    listOfMember: { input: ofMember },
    create: { input: () => ({ content: 'A ghost' }) },
    delete: { input: ofPost, expected: OWN_ONLY, removes: true },
    like: { input: ofPost },
    unlike: { input: ofPost },
    listComments: { input: ofPost },
    addComment: { input: ({ postId }) => ({ postId, text: 'Hello' }) },
    deleteComment: { input: ({ comment }) => comment, removes: true },
  },
  messages: {
    ticket: { input: none },
    conversations: { input: none },
    conversation: { input: ofMember, expected: { own: 400 } },
  },
  payments: {
    createPaymentIntent: { input: () => ({ amount: 100, depth: 100, packageName: '100m Depth Package' }) },
    stripeWebhook: 'signed by the provider',
    createOrder: { input: () => ({ amount: '1.00', depth: 100, packageName: '100m Depth Package' }) },
    processPurchase: { input: () => ({ orderId: '5O190127TN364715T', amount: '1.00', depth: 100, packageName: 'x' }) },
    paypalWebhook: 'signed by the provider',
  },
};

interface Tried {
  readonly endpoint: Endpoint;
  readonly row: ItemRow<Endpoint>;
}

const tried: Tried[] = Object.entries(contract).flatMap(([capability, endpoints]) =>
  Object.values<Endpoint>(endpoints).flatMap((endpoint) => {
    const rows = MATRIX[capability as Capability] as unknown as Record<string, ItemRow<Endpoint> | string>;
    const row = rows[endpoint.key]!;
    return typeof row === 'string' ? [] : [{ endpoint, row }];
  }),
);

const mark = randomUUID().slice(0, 8);
const VIEWER_MILLIMETRES = 2;

let viewer: Member;
let leaver: Member;
let targets: Record<Case, Target>;

beforeAll(async () => {
  viewer = await memberAt(VIEWER_MILLIMETRES);
  // All comments but those of `above` are on a post that everyone sees.
  const host = await memberAt(0);
  const hostPost = await publishPost(host);
  const publisher = await memberAt(0);
  const [below, equal, above] = await Promise.all([
    targetAt(0, hostPost),
    targetAt(VIEWER_MILLIMETRES, hostPost),
    targetAt(2 * VIEWER_MILLIMETRES),
  ]);
  const itemDeleted = await publish(publisher, hostPost);
  const own = await publish(viewer, hostPost);
  leaver = await Member.register();
  const authorDeleted = await publish(leaver, hostPost);
  await publisher.call(contract.files.delete, { fileId: itemDeleted.fileId });
  await publisher.call(contract.posts.delete, { postId: itemDeleted.postId });
  await publisher.call(contract.posts.deleteComment, itemDeleted.comment);
  const unknown = {
    userId: randomUUID(),
    fileId: `files/${viewer.userId}/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/none.png`,
    postId: '01KAHQ3V7V8Z5T0F4M2S6R9XYZ',
    comment: { postId: hostPost, commentId: '01KAHQ3V7V8Z5T0F4M2S6R9XYZ' },
  };
  expect((await leaver.call(contract.account.deleteAccount, {})).status).toBe(200);
  targets = {
    below,
    equal,
    above,
    own,
    authorDeleted,
    itemDeleted: { ...itemDeleted, userId: leaver.userId },
    unknown,
  };
});

/** Registers a member at a depth of so many millimetres. */
async function memberAt(millimetres: number): Promise<Member> {
  const member = await Member.register(`Matrix ${mark}`);
  await member.depth();
  await rise(member, millimetres);
  return member;
}

/** A member at a depth, and the items of another who was there when publishing them. */
async function targetAt(millimetres: number, commentOn?: string): Promise<Target> {
  const [member, author] = await Promise.all([memberAt(millimetres), memberAt(millimetres)]);
  return { ...(await publish(author, commentOn)), userId: member.userId };
}

/** Publishes a post, a comment and a file; the file comes last, since it lifts the member. */
async function publish(author: Member, commentOn?: string): Promise<Target> {
  const postId = await publishPost(author);
  const commentedPost = commentOn ?? postId;
  const { body } = await author.call(contract.posts.addComment, { postId: commentedPost, text: `Comment ${mark}` });
  const { key } = await author.upload(`${mark}.txt`, 'text/plain', TEXT);
  return { userId: author.userId, fileId: key, postId, comment: { postId: commentedPost, commentId: body.comment.id } };
}

async function publishPost(author: Member): Promise<string> {
  return (await author.call(contract.posts.create, { content: `Post ${mark}` })).body.post.id;
}

describe.each(
  tried.filter(({ endpoint }) => endpoint.accesses in EXPECTED).map((one) => [one.endpoint.name, one] as const),
)('%s', (_, { endpoint, row }) => {
  const expected: Statuses = { ...EXPECTED[endpoint.accesses as ItemKind], ...row.expected };

  it.each(CASES.map((name) => [name, expected[name]] as const))('%s: %i', async (name, status) => {
    const target = name === 'own' && row.removes ? await publish(viewer, targets.own.comment.postId) : targets[name];
    const response = await viewer.call(endpoint, row.input(target) as never);
    expect(response.body).toMatchObject({ success: status === 200 });
    expect(response.status).toBe(status);
  });

  it('answers hidden and missing items with the same error', async () => {
    const hidden = CASES.filter((name) => expected[name] === 404);
    const errors = await Promise.all(
      hidden.map(async (name) => (await viewer.call(endpoint, row.input(targets[name]) as never)).body),
    );
    for (const { code } of errors) expect(code).toBe('NotFound');
    // A hidden comment is answered as its post: comments have no depth of their own.
    if (endpoint.accesses !== 'comment') expect(new Set(errors.map(({ error }) => error)).size).toBeLessThan(2);
  });
});

describe.each(
  tried.filter(({ endpoint }) => endpoint.accesses === 'upload').map((one) => [one.endpoint.name, one] as const),
)('%s', (_, { endpoint, row }) => {
  it.each(['above', 'equal', 'below', 'authorDeleted', 'itemDeleted'] as const)('%s: 403', async (name) => {
    const response = await viewer.call(endpoint, row.input(targets[name]) as never);
    expect([response.status, response.body.code]).toEqual([403, 'NotYou']);
  });
});

describe('lists', () => {
  it('omit what is above the viewer, deleted, or of a deleted member', async () => {
    const { body: files } = await viewer.call(contract.files.list, { q: mark });
    const keys = files.files.map(({ key }) => key);
    for (const name of ['equal', 'below', 'own'] as const) expect(keys).toContain(targets[name].fileId);
    const { body: users } = await viewer.call(contract.users.list, { q: mark, limit: 50 });
    const userIds = users.users.map(({ id }) => id);
    for (const name of ['equal', 'below'] as const) expect(userIds).toContain(targets[name].userId);
    expect(userIds).not.toContain(targets.above.userId);
    const { body: feed } = await viewer.call(contract.posts.list, { limit: 50 });
    const { body: dashboard } = await viewer.call(contract.account.dashboard, {});
    const posts = [...feed.posts, ...dashboard.posts].map(({ id }) => id);
    const shown = [...keys, ...dashboard.files.map(({ key }) => key)];
    for (const name of ['above', 'authorDeleted', 'itemDeleted'] as const) {
      expect(shown).not.toContain(targets[name].fileId);
      expect(posts).not.toContain(targets[name].postId);
    }
    const { body: comments } = await viewer.call(contract.posts.listComments, { postId: targets.own.comment.postId });
    const commentIds = comments.comments.map(({ id }) => id);
    expect(commentIds).toContain(targets.own.comment.commentId);
    for (const name of ['authorDeleted', 'itemDeleted'] as const) {
      expect(commentIds).not.toContain(targets[name].comment.commentId);
    }
    const { body: nearby } = await viewer.call(contract.users.nearby, {});
    expect([...nearby.users, ...dashboard.nearby].map(({ id }) => id)).not.toContain(leaver.userId);
  });
});

describe('after the caller has deleted their account', () => {
  it.each(tried.map((one) => [one.endpoint.name, one.row.callerDeleted ?? 401, one] as const))(
    '%s: %i',
    async (_, status, { endpoint, row }) => {
      const response = await leaver.call(endpoint, row.input(targets.below) as never);
      expect(response.status).toBe(status);
    },
  );
});
