import { NotAuthorizedException } from '@aws-sdk/client-cognito-identity-provider';
import { S3Client } from '@aws-sdk/client-s3';
import Stripe from 'stripe';
import { MULTIPART_PART_BYTES, MULTIPART_THRESHOLD_BYTES } from '../../../shared/rules/limits.ts';
import { FakeBucket } from '../../support/fake-bucket.ts';
import { FakeSockets, fakeCognito, fakeMail, fakePurgeFunction, fakeSecrets } from '../../support/fake-clients.ts';
import { buildPayPalOrder, FakePayPal } from '../../support/fake-paypal.ts';
import { FakeStripe } from '../../support/fake-stripe.ts';
import { encodePng } from '../../support/png.ts';
import { memberId } from '../capacity/small-community.ts';

/** Size in bytes of the smallest file that is uploaded in parts. */
export const MULTIPART_BYTES = MULTIPART_THRESHOLD_BYTES + 1;

/** Highest zlib level. */
const COMPRESSION_LEVEL = 9;

/** A PNG picture of one pixel. */
export const PICTURE = encodePng({
  width: 1,
  height: 1,
  pixels: new Uint8ClampedArray([0, 80, 120, 255]),
  deflateLevel: COMPRESSION_LEVEL,
});

/** The keys of the fake providers, which the functions read as secrets. */
const STRIPE_KEYS = { secretKey: 'sk_test_rounds', webhookSecret: 'whsec_rounds' };
const PAYPAL_KEYS = { clientId: 'rounds', clientSecret: 'rounds', webhookId: 'WH' };

/** Settings of the fake user pool that a case may change. */
interface UserPool {
  /** Whether every sign-in fails. */
  rejectsPasswords: boolean;
  /** Email of every member, or undefined for the email of `createMember`. */
  changedEmail: string | undefined;
}

/** The settings before each case. */
const DEFAULT_USER_POOL: UserPool = { rejectsPasswords: false, changedEmail: undefined };

/** Operations of Cognito to which the fake responds with an empty object. */
const OPERATIONS_WITHOUT_RESPONSE = [
  'AdminDeleteUser',
  'AdminForgetDevice',
  'AdminListDevices',
  'AdminSetUserMFAPreference',
  'AdminSetUserPassword',
  'AdminUpdateUserAttributes',
  'AdminUserGlobalSignOut',
  'ChangePassword',
  'ConfirmForgotPassword',
  'ConfirmSignUp',
  'ResendConfirmationCode',
  'SignUp',
  'VerifyUserAttribute',
];

/** Fakes of all services except the table. They respond immediately, so only requests to the table make rounds. */
export interface Services {
  readonly bucket: FakeBucket;
  readonly sockets: FakeSockets;
  readonly paypal: FakePayPal;
  readonly stripe: FakeStripe;
  readonly userPool: UserPool;
  /** Stores a paid PaymentIntent of 100 m at Stripe, and returns the event about it. */
  payByCard(userId: string): object;
  /** Stores an approved order of 100 m at PayPal. */
  approveOrder(userId: string, orderId: string): void;
  /** Returns the headers of a Stripe event with this body. */
  signStripeEvent(body: string): Record<string, string>;
  /** Deletes the counts of requests, and restores the user pool's settings. */
  reset(): void;
  /** Returns the requests since the last reset, such as `S3 2, Cognito 1`. Excludes secrets, which are cached. */
  describeRequests(): string;
  stop(): Promise<void>;
}

/** Starts the fakes. The user pool contains every member that `createMember` can create. */
export async function startServices(): Promise<Services> {
  Object.assign(process.env, { EMAIL_VERIFICATION: 'required', CALLS_PER_MINUTE: '600' });
  fakeSecrets({
    CURSOR_SECRET_ARN: 'cursor',
    RENDITION_SECRET_ARN: 'rendition',
    REGISTRATION_SECRET_ARN: 'registration',
    STRIPE_SECRET_ARN: JSON.stringify(STRIPE_KEYS),
    PAYPAL_SECRET_ARN: JSON.stringify(PAYPAL_KEYS),
  });

  const userPool: UserPool = { ...DEFAULT_USER_POOL };
  const bucket = new FakeBucket();
  const sockets = new FakeSockets();
  const paypal = new FakePayPal();
  const stripe = new FakeStripe();
  await stripe.start();

  const mails = fakeMail();
  const invocations = fakePurgeFunction();
  const cognitoCalls = installFakeCognito(userPool);
  const s3Requests = { count: 0 };
  installFakeMultipartUploads(s3Requests);

  installProviderResponses(stripe, paypal);

  // The calls of all services, which `reset` deletes and `describeRequests` counts.
  const socketCalls = [sockets.frames, sockets.closedConnections];
  const calls = [cognitoCalls, mails, invocations, ...socketCalls, stripe.calls, paypal.calls];
  const { webhooks } = new Stripe(STRIPE_KEYS.secretKey);

  return {
    bucket,
    sockets,
    paypal,
    stripe,
    userPool,
    payByCard: (userId) => payByCard(stripe, userId),
    approveOrder: (userId, orderId) => approveOrder(paypal, userId, orderId),
    signStripeEvent: (payload) => ({
      'stripe-signature': webhooks.generateTestHeaderString({ payload, secret: STRIPE_KEYS.webhookSecret }),
    }),
    reset: () => {
      s3Requests.count = 0;
      for (const list of calls) list.splice(0);
      Object.assign(userPool, DEFAULT_USER_POOL);
    },
    describeRequests: () =>
      formatCounts({
        S3: s3Requests.count,
        Cognito: cognitoCalls.length,
        SES: mails.length,
        Lambda: invocations.length,
        'API Gateway': sockets.frames.length + sockets.closedConnections.length,
        Stripe: stripe.calls.length,
        PayPal: paypal.calls.length,
      }),
    stop: () => stripe.stop(),
  };
}

/** Formats counts that are not 0, such as `S3 2, Cognito 1`. */
function formatCounts(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .flatMap(([name, count]) => (count > 0 ? `${name} ${count}` : []))
    .join(', ');
}

/** Makes the payment providers accept new payments and orders. No payment has refunds or disputes. */
function installProviderResponses(stripe: FakeStripe, paypal: FakePayPal): void {
  stripe.on('POST /v1/payment_intents', 200, { id: 'pi_new', client_secret: 'secret' });
  for (const list of ['refunds', 'disputes']) stripe.on(`GET /v1/${list}`, 200, { object: 'list', data: [] });
  paypal.on('POST /v2/checkout/orders', { status: 201, body: buildPayPalOrder({ status: 'CREATED' }) });
}

/** Replaces Cognito by a user pool with these settings. Returns the list of its calls. */
function installFakeCognito(userPool: UserPool) {
  return fakeCognito({
    AdminGetUser: ({ Username: username }) => {
      // The ID or email of a member ends with their number.
      const [, number] = /0*(\d+)(?:@|$)/.exec(String(username)) ?? [];
      const attributes = {
        sub: memberId(Number(number)),
        email: userPool.changedEmail ?? `member${number}@fathom.example`,
      };

      return {
        UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
        UserStatus: 'CONFIRMED',
      };
    },
    AdminInitiateAuth: () => {
      if (userPool.rejectsPasswords) throw new NotAuthorizedException({ message: 'Wrong password', $metadata: {} });
    },
    AssociateSoftwareToken: () => ({ SecretCode: 'ABCDEFGH' }),
    VerifySoftwareToken: () => ({ Status: 'SUCCESS' }),
    ...Object.fromEntries(OPERATIONS_WITHOUT_RESPONSE.map((name) => [name, () => ({})])),
  });
}

/** Stores a paid PaymentIntent of 100 m at Stripe. Returns the body of its webhook event. */
function payByCard(stripe: FakeStripe, uid: string): object {
  const metadata = { uid, depth: '100', packageName: '100m Depth Package' };
  const intent = { id: `pi_${uid}`, object: 'payment_intent', metadata };
  const paidIntent = { ...intent, status: 'succeeded', amount_received: 100, currency: 'usd' };

  stripe.on(`GET /v1/payment_intents/${intent.id}`, 200, paidIntent);
  return { type: 'payment_intent.succeeded', data: { object: intent } };
}

/** Makes PayPal return the order as approved, and as captured after the request to capture it. */
function approveOrder(paypal: FakePayPal, userId: string, orderId: string): void {
  const orderPath = `/v2/checkout/orders/${orderId}`;
  const captureResponse = { status: 201, body: buildPayPalOrder({ orderId, userId, captureStatus: 'COMPLETED' }) };

  paypal.on(`GET ${orderPath}`, { status: 200, body: buildPayPalOrder({ orderId, userId, status: 'APPROVED' }) });
  paypal.on(`POST ${orderPath}/capture`, () => {
    paypal.on(`GET ${orderPath}`, { ...captureResponse, status: 200 });
    return captureResponse;
  });
}

type Send = (command: { readonly constructor: { readonly name: string } }) => Promise<unknown>;

/** Serves multipart uploads and copies, which the fake bucket doesn't support. Counts all requests to S3. */
function installFakeMultipartUploads(s3Requests: { count: number }): void {
  // The overloads of `send` don't accept a replacement.
  const prototype = S3Client.prototype as unknown as { send: Send };
  const originalSend = prototype.send;

  // The file has three whole parts and a shorter one.
  const lastPartBytes = MULTIPART_BYTES % MULTIPART_PART_BYTES;
  const sizes = [MULTIPART_PART_BYTES, MULTIPART_PART_BYTES, MULTIPART_PART_BYTES, lastPartBytes];
  const responses: Readonly<Record<string, object>> = {
    CreateMultipartUploadCommand: { UploadId: 'upload' },
    ListPartsCommand: { Parts: sizes.map((Size, index) => ({ PartNumber: index + 1, Size, ETag: `"${index}"` })) },
    CompleteMultipartUploadCommand: { ETag: '"all"' },
    AbortMultipartUploadCommand: {},
    CopyObjectCommand: {},
  };

  prototype.send = async function (command) {
    s3Requests.count++;
    return responses[command.constructor.name] ?? originalSend.call(this, command);
  };
}
