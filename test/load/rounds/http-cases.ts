import { ulid } from 'ulid';
import { digestRecoveryCode } from '../../../lambdas/credentials/recovery-codes.ts';
import { publicUrlFor } from '../../../lambdas/storage/storage-key.ts';
import { editCredentials } from '../../../lambdas/table/credentials.ts';
import type { Capability, Contract } from '../../../shared/contract/contract.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { findRow, type Target } from '../../acceptance/access-rows.ts';
import { signEvent } from '../../support/fake-paypal.ts';
import { UNKNOWN_WORD } from '../scale/population.ts';
import {
  buildUploadKey,
  createCaller,
  createComment,
  createConversation,
  createLikedFile,
  createLikedPost,
  createPayPalOrder,
  OTHER_ID,
  openSocketFor,
  reserveUpload,
  storeNewestFilesInOneBand,
  VIEWER,
} from './community.ts';
import { buildMemberCase, buildViewerCase, type CasesOfCapability, type HttpCase } from './http-case.ts';
import { MULTIPART_BYTES, PICTURE } from './services.ts';

/** The password of all members. */
const PASSWORD = 'coral-reef-7';

/** SHA-256 of no bytes, in Base64. */
const CHECKSUM = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';

/** ID of the multipart upload that the fake bucket has. */
const UPLOAD_ID = 'upload';

/** Requests whose rounds are counted. Without an entry, `findCases` uses the request of the access matrix. */
const HTTP_CASES: { readonly [C in Capability]: CasesOfCapability<Contract[C]> } = {
  account: {
    updateProfile: buildMemberCase(() => ({ username: 'Ada', bio: 'Hello' })),
    updatePhoto: [
      {
        prepare: async ({ bucket }) => {
          const { userId } = await createCaller();
          const key = buildUploadKey('photo', userId, 'me.png');
          bucket.put(key, PICTURE, 'image/png');
          return { caller: userId, input: { photoUrl: publicUrlFor(key) } };
        },
      },
    ],
    testContribution: buildMemberCase(() => ({})),
    depthLog: buildMemberCase(() => ({})),
    deleteAccount: buildMemberCase(() => ({})),
  },
  credentials: {
    register: buildViewerCase({ email: 'new@fathom.example', password: PASSWORD, username: 'New' }),
    confirmRegistration: [
      ...buildViewerCase({ email: 'new@fathom.example', code: '123456', password: PASSWORD, username: 'New' }),
      {
        label: 'with another password',
        prepare: async ({ userPool }) => {
          const { userId, email } = await createCaller();
          await openSocketFor(userId);
          userPool.rejectsPasswords = true;
          return { input: { email, code: '123456', password: PASSWORD, username: 'New' } };
        },
      },
    ],
    resendCode: buildViewerCase({ email: 'new@fathom.example' }),
    resetPassword: buildViewerCase({ email: 'new@fathom.example', code: '123456', password: PASSWORD }),
    recover: buildMemberCase(async (userId, email) => {
      const recoveryCode = 'aaaa-bbbb-cccc-dddd';
      await editCredentials(userId, { recoveryCodes: [digestRecoveryCode(recoveryCode)] });
      return { email, password: PASSWORD, recoveryCode };
    }),
    signInSettings: buildMemberCase(() => ({})),
    changePassword: buildMemberCase(() => ({ currentPassword: PASSWORD, newPassword: 'kelp-forest-9' })),
    signOutEverywhere: buildMemberCase(() => ({})),
    forgetDevice: buildMemberCase(() => ({ deviceId: 'us-east-1_none' })),
    changeEmail: buildMemberCase(() => ({ email: 'other@fathom.example', password: PASSWORD })),
    confirmEmail: [
      {
        prepare: async ({ userPool }) => {
          const { userId } = await createCaller();
          userPool.changedEmail = 'other@fathom.example';
          return { caller: userId, input: { code: '123456' } };
        },
      },
    ],
    setUpTotp: buildMemberCase(() => ({ password: PASSWORD })),
    enableTotp: buildMemberCase(() => ({ password: PASSWORD, code: '123456' })),
    disableTotp: buildMemberCase(() => ({ password: PASSWORD })),
  },
  users: {
    list: [
      ...buildViewerCase({}),
      { label: 'by name', prepare: () => ({ input: { sort: 'username' } }) },
      { label: 'by contributions', prepare: () => ({ input: { sort: 'contributions' } }) },
      { label: 'a search without a result', prepare: () => ({ input: { q: UNKNOWN_WORD } }) },
    ],
    nearby: buildMemberCase(() => ({})),
    follow: buildMemberCase(async () => ({ userId: (await createCaller(1)).userId })),
    unfollow: buildViewerCase({ userId: OTHER_ID }),
    following: buildViewerCase({ userId: VIEWER.userId }),
  },
  files: {
    upload: buildMemberCase(() => ({ fileName: 'a.txt', fileType: 'text/plain', fileSize: 4, checksum: CHECKSUM })),
    findCopy: buildViewerCase({ checksum: CHECKSUM }),
    saveMetadata: [
      {
        prepare: async ({ bucket }) => {
          const { userId } = await createCaller();
          const fileId = buildUploadKey('file', userId, 'a.txt');
          bucket.put(fileId, 'text');
          return { caller: userId, input: { fileId, description: 'A text' } };
        },
      },
      {
        label: 'after the bucket event, with a description',
        prepare: async ({ bucket }) => {
          const { userId } = await createCaller();
          const fileId = await createLikedFile(userId);
          bucket.put(fileId, 'text');
          return { caller: userId, input: { fileId, description: 'A text' } };
        },
      },
    ],
    list: [
      ...buildViewerCase({}),
      { label: 'largest first', prepare: () => ({ input: { sortBy: 'size' } }) },
      { label: 'with a type filter', prepare: () => ({ input: { fileType: 'application/pdf' } }) },
      {
        label: 'with a type filter, largest first',
        prepare: () => ({ input: { fileType: 'text/', sortBy: 'size' } }),
      },
      { label: 'a search without a result', prepare: () => ({ input: { q: UNKNOWN_WORD } }) },
      {
        label: 'the newest in one band',
        prepare: async () => {
          await storeNewestFilesInOneBand();
          return { input: {} };
        },
      },
    ],
    edit: buildMemberCase(async (userId) => ({ fileId: await createLikedFile(userId), description: 'A text' })),
    delete: buildMemberCase(async (userId) => ({ fileId: await createLikedFile(userId) })),
    startMultipart: buildMemberCase(() => ({ fileName: 'a.txt', fileType: 'text/plain', fileSize: MULTIPART_BYTES })),
    signParts: buildMemberCase(async (userId) => ({
      fileId: await reserveUpload(userId),
      uploadId: UPLOAD_ID,
      parts: [{ partNumber: 1, size: 1, checksum: CHECKSUM }],
    })),
    listParts: buildMemberCase(async (userId) => ({ fileId: await reserveUpload(userId), uploadId: UPLOAD_ID })),
    completeMultipart: buildMemberCase(async (userId) => ({
      fileId: await reserveUpload(userId),
      uploadId: UPLOAD_ID,
      fileSize: MULTIPART_BYTES,
    })),
    abortMultipart: buildMemberCase(async (userId) => ({ fileId: await reserveUpload(userId), uploadId: UPLOAD_ID })),
  },
  posts: {
    create: [
      ...buildMemberCase(() => ({ content: 'Ahoy', idempotencyKey: ulid() })),
      {
        label: 'with a picture',
        prepare: async ({ bucket }) => {
          const { userId } = await createCaller();
          const imageId = buildUploadKey('post', userId, 'reef.png');
          bucket.put(imageId, PICTURE, 'image/png');
          return { caller: userId, input: { content: 'Ahoy', imageId } };
        },
      },
    ],
    delete: [
      ...buildMemberCase(async (userId) => ({ postId: await createLikedPost(userId) })),
      {
        label: 'with a picture',
        prepare: async () => {
          const { userId } = await createCaller();
          return { caller: userId, input: { postId: await createLikedPost(userId, 1000) } };
        },
      },
    ],
    unlike: [{ prepare: async () => ({ input: { postId: await createLikedPost(OTHER_ID) } }) }],
    addComment: buildMemberCase(async () => ({
      postId: await createLikedPost(OTHER_ID),
      text: 'Hello',
      idempotencyKey: ulid(),
    })),
    deleteComment: buildMemberCase(async (userId) => {
      const postId = await createLikedPost(OTHER_ID);
      return { postId, commentId: await createComment(postId, userId) };
    }),
  },
  sockets: { ticket: buildViewerCase({}) },
  messages: {
    conversations: buildMemberCase(async (userId) => {
      await createConversation(userId, OTHER_ID);
      return {};
    }),
    conversation: buildMemberCase(async (userId) => {
      await createConversation(userId, OTHER_ID);
      return { userId: OTHER_ID };
    }),
  },
  payments: {
    createPaymentIntent: buildMemberCase(() => ({ amount: 100, depth: 100, packageName: '100m Depth Package' })),
    stripeWebhook: [
      {
        prepare: async ({ payByCard, signStripeEvent }) => {
          const { userId } = await createCaller();
          await openSocketFor(userId);
          const input = JSON.stringify(payByCard(userId));
          return { input, headers: signStripeEvent(input) };
        },
      },
    ],
    createOrder: buildMemberCase(() => ({ amount: '1.00', depth: 100, packageName: '100m Depth Package' })),
    processPurchase: [
      {
        prepare: async ({ approveOrder }) => {
          const { userId, orderId } = await createPayPalOrder();
          approveOrder(userId, orderId);
          return { caller: userId, input: { orderId, amount: '1.00', depth: 100, packageName: 'x' } };
        },
      },
    ],
    paypalWebhook: [
      {
        label: 'an approved order',
        prepare: async ({ approveOrder }) => {
          const { userId, orderId } = await createPayPalOrder();
          approveOrder(userId, orderId);
          const input = JSON.stringify({ event_type: 'CHECKOUT.ORDER.APPROVED', resource: { id: orderId } });
          return { input, headers: signEvent(input) };
        },
      },
    ],
  },
};

/**
 * Returns the requests of an endpoint whose rounds are counted: those in `HTTP_CASES`, or that of the access matrix.
 *
 * The viewer sends a GET. A new member with an open socket sends any other request.
 */
export function findCases(endpoint: Endpoint): readonly HttpCase[] {
  const { capability, key, method } = endpoint;
  const cases = (HTTP_CASES[capability as Capability] as Record<string, readonly HttpCase[] | undefined>)[key];
  if (cases) return cases;

  const { input } = findRow(endpoint)!;
  const build = async (userId: string) => input(await createTarget(userId, findUsedFields(input)));

  if (method !== 'GET') return buildMemberCase(build);
  return [{ prepare: async () => ({ input: await build(VIEWER.userId) }) }];
}

/** Returns the fields of a target that a request reads. Records them while it builds the request. */
function findUsedFields(input: (target: Target) => object): ReadonlySet<string> {
  const usedFields = new Set<string>();
  const comment = { postId: '', commentId: '' };
  const observedTarget = new Proxy({} as Target, {
    get: (_, name) => {
      usedFields.add(String(name));
      return name === 'comment' ? comment : '';
    },
  });

  input(observedTarget);
  return usedFields;
}

/**
 * Creates the items that a request names: another member's file and post, and a comment by the caller.
 *
 * Creates no other items, because they would change the lists of later cases.
 */
async function createTarget(userId: string, usedFields: ReadonlySet<string>): Promise<Target> {
  const fileId = usedFields.has('fileId') ? await createLikedFile(OTHER_ID) : '';
  const postId = usedFields.has('postId') || usedFields.has('comment') ? await createLikedPost(OTHER_ID) : '';
  const commentId = usedFields.has('comment') ? await createComment(postId, userId) : '';

  return { userId: OTHER_ID, fileId, postId, comment: { postId, commentId } };
}
