/**
 * The rows of the access matrix. `MATRIX` has one row for each endpoint, with its request. A missing row is a type
 * error. Expected statuses derive from the endpoint's `resource`. See docs/product.md#visibility.
 */
import type { Capability, Contract } from '../../shared/contract/contract.ts';
import type { Endpoint, Request, Resource } from '../../shared/contract/endpoint.ts';
import { MULTIPART_THRESHOLD_BYTES } from '../../shared/rules/limits.ts';
import { PASSWORD } from '../support/member.ts';

/** Each case of a target: where it is relative to the viewer, or why it is missing. The texts are for test titles. */
export const CASES = {
  above: 'a target above the viewer',
  equal: "a target at the viewer's depth",
  below: 'a target below the viewer',
  own: "the viewer's own target",
  authorDeleted: 'a target of a deleted account',
  itemDeleted: 'a deleted target',
  unknown: "a target that doesn't exist",
} as const;

export type Case = keyof typeof CASES;

export const CASE_NAMES = Object.keys(CASES) as Case[];

export type Statuses = Readonly<Record<Case, number>>;

/** The cases whose target the viewer may not see. A successful response also hides it. */
export const HIDDEN_CASES = ['above', 'authorDeleted', 'itemDeleted'] as const satisfies Case[];

/** The IDs that a request of one case can name. */
export interface Target {
  /** A member without uploads, so that their depth is exactly the depth of the case. */
  readonly userId: string;
  readonly fileId: string;
  readonly postId: string;
  readonly comment: { readonly postId: string; readonly commentId: string };
}

/** Every request succeeds, so that the status reveals nothing about the target. */
const ALWAYS_OK: Statuses = {
  above: 200,
  equal: 200,
  below: 200,
  own: 200,
  authorDeleted: 200,
  itemDeleted: 200,
  unknown: 200,
};

/** The target is missing for a viewer who may not see it. */
const VISIBLE: Statuses = { ...ALWAYS_OK, above: 404, authorDeleted: 404, itemDeleted: 404, unknown: 404 };

/** As `VISIBLE`, but only the member who published the target may change it. */
const OWN_ONLY: Statuses = { ...VISIBLE, equal: 403, below: 403 };

/** As `VISIBLE`, but the response says that a higher member exists. */
const PROFILE: Statuses = { ...VISIBLE, above: 403 };

/** For requests that name a member. Their case `itemDeleted` names a deleted member, like `authorDeleted`. */
const DELETED_MEMBER: Partial<Statuses> = { itemDeleted: 404 };

export const EXPECTED_STATUSES = {
  file: VISIBLE,
  post: VISIBLE,
  comment: OWN_ONLY,
  profile: { ...PROFILE, ...DELETED_MEMBER },
  identity: ALWAYS_OK,
  conversation: { ...ALWAYS_OK, authorDeleted: 404, ...DELETED_MEMBER, unknown: 404 },
} satisfies Partial<Record<Resource, Statuses>>;

export type ItemKind = keyof typeof EXPECTED_STATUSES;

/** How to call an endpoint that accesses one item. */
export interface ItemRow<E> {
  readonly input: (target: Target) => Request<Extract<E, Endpoint>>;
  /** Statuses that differ from those in `EXPECTED_STATUSES`. */
  readonly statusOverrides?: Partial<Statuses>;
  /** The status after the caller has deleted their account, if it is not 401. */
  readonly statusAfterDeletion?: number;
  /** Set if a successful call deletes the item. The case `own` then publishes a new one. */
  readonly deletesTarget?: true;
  /** Fields of the response that describe the caller, although a hidden field of profiles has the same name. */
  readonly callerFields?: readonly string[];
}

/** How to call an endpoint that accesses lists, uploads, or only the caller's own data. */
interface PlainRow<E> {
  readonly input: (target: Target) => Request<Extract<E, Endpoint>>;
  /** The status after the caller has deleted their account, if it is not 401. */
  readonly statusAfterDeletion?: number;
}

type RowOf<E> = E extends { readonly resource: 'provider' }
  ? 'signed by the provider'
  : E extends { readonly resource: 'credentials' }
    ? 'needs no token'
    : E extends { readonly resource: ItemKind }
      ? ItemRow<E>
      : PlainRow<E>;

/** The input of endpoints that require none. The cast fits the request type of each of them. */
const noInput = () => ({}) as never;
const memberInput = ({ userId }: Target) => ({ userId });
const fileInput = ({ fileId }: Target) => ({ fileId });
const postInput = ({ postId }: Target) => ({ postId });

/** A well-formed ID that no upload has. */
const uploadId = 'none';

/** The SHA-256 checksum of no bytes, in base64. */
const checksum = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';

/** The size of a file that must be uploaded in parts. */
const multipartSize = MULTIPART_THRESHOLD_BYTES + 1;

export const MATRIX: { readonly [C in Capability]: { readonly [E in keyof Contract[C]]: RowOf<Contract[C][E]> } } = {
  account: {
    me: { input: noInput },
    allowances: { input: noInput },
    dashboard: { input: noInput },
    updateProfile: { input: () => ({ username: 'Ada' }) },
    updatePhoto: { input: () => ({ photoUrl: '' }) },
    testContribution: { input: noInput },
    depthLog: { input: noInput },
    deleteAccount: { input: noInput, statusAfterDeletion: 200 },
  },
  credentials: {
    register: 'needs no token',
    confirmRegistration: 'needs no token',
    resendCode: 'needs no token',
    resetPassword: 'needs no token',
    recover: 'needs no token',
    signInSettings: { input: noInput },
    changePassword: { input: () => ({ currentPassword: PASSWORD, newPassword: 'kelp-forest-9' }) },
    signOutEverywhere: { input: noInput },
    forgetDevice: { input: () => ({ deviceId: 'us-east-1_none' }) },
    changeEmail: { input: () => ({ email: 'ghost@fathom.example', password: PASSWORD }) },
    confirmEmail: { input: () => ({ code: '000000' }) },
    setUpTotp: { input: () => ({ password: PASSWORD }) },
    enableTotp: { input: () => ({ password: PASSWORD, code: '000000' }) },
    disableTotp: { input: () => ({ password: PASSWORD }) },
  },
  users: {
    get: { input: memberInput },
    batch: { input: ({ userId }) => ({ userIds: userId }) },
    list: { input: noInput },
    nearby: { input: noInput },
    profile: { input: memberInput, statusOverrides: { above: 200 } },
    follow: { input: memberInput, statusOverrides: { own: 400 } },
    unfollow: { input: memberInput, statusOverrides: { above: 200, own: 400 }, callerFields: ['followingCount'] },
    followers: { input: memberInput },
    following: { input: memberInput },
  },
  files: {
    upload: { input: () => ({ fileName: 'a.txt', fileType: 'text/plain', fileSize: 1, checksum }) },
    findCopy: { input: () => ({ checksum }) },
    saveMetadata: { input: fileInput },
    list: { input: noInput },
    listOfMember: { input: memberInput },
    like: { input: fileInput },
    view: { input: fileInput },
    edit: { input: ({ fileId }) => ({ fileId, description: 'Edited' }), statusOverrides: OWN_ONLY },
    delete: { input: fileInput, statusOverrides: OWN_ONLY, deletesTarget: true },
    startMultipart: { input: () => ({ fileName: 'a.txt', fileType: 'text/plain', fileSize: multipartSize }) },
    signParts: { input: ({ fileId }) => ({ fileId, uploadId, parts: [{ partNumber: 1, size: 1, checksum }] }) },
    listParts: { input: ({ fileId }) => ({ fileId, uploadId }) },
    completeMultipart: { input: ({ fileId }) => ({ fileId, uploadId, fileSize: multipartSize }) },
    abortMultipart: { input: ({ fileId }) => ({ fileId, uploadId }) },
  },
  posts: {
    list: { input: noInput },
    listOfMember: { input: memberInput },
    create: { input: () => ({ content: 'A ghost' }) },
    delete: { input: postInput, statusOverrides: OWN_ONLY, deletesTarget: true },
    like: { input: postInput },
    unlike: { input: postInput },
    listComments: { input: postInput },
    addComment: { input: ({ postId }) => ({ postId, text: 'Hello' }) },
    deleteComment: { input: ({ comment }) => comment, deletesTarget: true },
  },
  sockets: { ticket: { input: noInput } },
  messages: {
    conversations: { input: noInput },
    conversation: { input: memberInput, statusOverrides: { own: 400 } },
  },
  payments: {
    createPaymentIntent: { input: () => ({ amount: 100, depth: 100, packageName: '100m Depth Package' }) },
    stripeWebhook: 'signed by the provider',
    createOrder: { input: () => ({ amount: '1.00', depth: 100, packageName: '100m Depth Package' }) },
    processPurchase: { input: () => ({ orderId: '5O190127TN364715T', amount: '1.00', depth: 100, packageName: 'x' }) },
    paypalWebhook: 'signed by the provider',
  },
};

/**
 * Returns the row of any endpoint, or undefined if it needs no session.
 *
 * `MATRIX` types each request by its endpoint. The returned row has the general type of all requests.
 */
export function findRow({ capability, key }: Endpoint): ItemRow<Endpoint> | undefined {
  const rows = MATRIX[capability as Capability] as unknown as Record<string, ItemRow<Endpoint> | string>;
  const row = rows[key]!;
  return typeof row === 'string' ? undefined : row;
}
