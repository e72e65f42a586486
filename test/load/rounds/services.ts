import { NotAuthorizedException } from '@aws-sdk/client-cognito-identity-provider';
import { S3Client } from '@aws-sdk/client-s3';
import Stripe from 'stripe';
import { MULTIPART_PART_BYTES, MULTIPART_THRESHOLD_BYTES } from '../../../shared/rules/limits.ts';
import {
  FakeBucket,
  FakeSockets,
  fakeCognito,
  fakeMail,
  fakePurgeFunction,
  fakeSecrets,
} from '../../support/fake-clients.ts';
import { FakePayPal, paypalOrder } from '../../support/fake-paypal.ts';
import { FakeStripe } from '../../support/fake-stripe.ts';
import { encodePng } from '../../support/png.ts';
import { memberId } from '../capacity/small-community.ts';

/** The bytes of a file that is just large enough to be uploaded in parts. */
export const MULTIPART_BYTES = MULTIPART_THRESHOLD_BYTES + 1;

/** A picture of one pixel. */
export const PICTURE = encodePng(1, 1, new Uint8ClampedArray([0, 80, 120, 255]), 9);

const STRIPE_KEYS = { secretKey: 'sk_test_rounds', webhookSecret: 'whsec_rounds' };
const PAYPAL_KEYS = { clientId: 'rounds', clientSecret: 'rounds', webhookId: 'WH' };

/** What the fake user pool does differently for one case. */
interface UserPool {
  rejectsPasswords: boolean;
  /** The email of every member, if it was changed. */
  changedEmail: string | undefined;
}

/** Fakes of the services other than the table. They respond at once, so only requests to the table make rounds. */
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
  signStripeEvent(body: string): Record<string, string>;
  /** Forgets the requests so far. */
  reset(): void;
  /** Returns the requests since the last reset, as `S3 2, Cognito 1`. Secrets are cached, so they are not among them. */
  describe(): string;
  stop(): Promise<void>;
}

/** Starts the fakes. The user pool has every member of `createMember`, who sign in with the same email. */
export async function startServices(): Promise<Services> {
  Object.assign(process.env, { EMAIL_VERIFICATION: 'required', CALLS_PER_MINUTE: '600' });
  fakeSecrets({
    CURSOR_SECRET_ARN: 'cursor',
    RENDITION_SECRET_ARN: 'rendition',
    REGISTRATION_SECRET_ARN: 'registration',
    STRIPE_SECRET_ARN: JSON.stringify(STRIPE_KEYS),
    PAYPAL_SECRET_ARN: JSON.stringify(PAYPAL_KEYS),
  });

  const userPool: UserPool = { rejectsPasswords: false, changedEmail: undefined };
  const [bucket, sockets, paypal, stripe] = [new FakeBucket(), new FakeSockets(), new FakePayPal(), new FakeStripe()];

  await stripe.start();
  const [mails, invocations] = [fakeMail(), fakePurgeFunction()];
  const cognito = startCognito(userPool);
  const objects = { count: 0 };

  fakeUploadsInParts(objects);
  stripe.on('POST /v1/payment_intents', 200, { id: 'pi_new', client_secret: 'secret' });
  for (const list of ['refunds', 'disputes']) stripe.on(`GET /v1/${list}`, 200, { object: 'list', data: [] });
  paypal.on('POST /v2/checkout/orders', { status: 201, body: paypalOrder({ status: 'CREATED' }) });
  const { webhooks } = new Stripe(STRIPE_KEYS.secretKey);

  return {
    ...{ bucket, sockets, paypal, stripe, userPool },
    payByCard: (userId) => payByCard(stripe, userId),
    approveOrder: (userId, orderId) => approveOrder(paypal, userId, orderId),
    signStripeEvent: (payload) => ({
      'stripe-signature': webhooks.generateTestHeaderString({ payload, secret: STRIPE_KEYS.webhookSecret }),
    }),
    reset: () => {
      objects.count = 0;
      for (const list of [cognito, mails, invocations, sockets.frames, sockets.closed, stripe.calls, paypal.calls]) {
        list.splice(0);
      }
      Object.assign(userPool, { rejectsPasswords: false, changedEmail: undefined });
    },
    describe: () =>
      Object.entries({
        S3: objects.count,
        Cognito: cognito.length,
        SES: mails.length,
        Lambda: invocations.length,
        'API Gateway': sockets.frames.length + sockets.closed.length,
        Stripe: stripe.calls.length,
        PayPal: paypal.calls.length,
      })
        .flatMap(([name, count]) => (count > 0 ? `${name} ${count}` : []))
        .join(', '),
    stop: () => stripe.stop(),
  };
}

function startCognito(userPool: UserPool) {
  const done = () => ({});

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
    ...Object.fromEntries(
      [
        ...['AdminDeleteUser', 'AdminForgetDevice', 'AdminListDevices', 'AdminSetUserMFAPreference'],
        ...['AdminSetUserPassword', 'AdminUpdateUserAttributes', 'AdminUserGlobalSignOut', 'ChangePassword'],
        ...['ConfirmForgotPassword', 'ConfirmSignUp', 'ResendConfirmationCode', 'SignUp', 'VerifyUserAttribute'],
      ].map((name) => [name, done]),
    ),
  });
}

function payByCard(stripe: FakeStripe, uid: string): object {
  const metadata = { uid, depth: '100', packageName: '100m Depth Package' };
  const intent = { id: `pi_${uid}`, object: 'payment_intent', metadata };
  const paidIntent = { ...intent, status: 'succeeded', amount_received: 100, currency: 'usd' };
  stripe.on(`GET /v1/payment_intents/${intent.id}`, 200, paidIntent);
  return { type: 'payment_intent.succeeded', data: { object: intent } };
}

/** PayPal returns the order as approved, and as captured after the request to capture it. */
function approveOrder(paypal: FakePayPal, userId: string, orderId: string): void {
  const address = `/v2/checkout/orders/${orderId}`;
  const captureResponse = { status: 201, body: paypalOrder({ orderId, userId, captureStatus: 'COMPLETED' }) };
  paypal.on(`GET ${address}`, { status: 200, body: paypalOrder({ orderId, userId, status: 'APPROVED' }) });
  paypal.on(`POST ${address}/capture`, () => {
    paypal.on(`GET ${address}`, { ...captureResponse, status: 200 });
    return captureResponse;
  });
}

type Send = (command: { readonly constructor: { readonly name: string } }) => Promise<unknown>;

/** Serves the requests of uploads in parts, and copies, which the fake bucket lacks. Counts all requests to S3. */
function fakeUploadsInParts(objects: { count: number }): void {
  const prototype = S3Client.prototype as unknown as { send: Send };
  const original = prototype.send;
  const rest = MULTIPART_BYTES % MULTIPART_PART_BYTES;
  const sizes = [MULTIPART_PART_BYTES, MULTIPART_PART_BYTES, MULTIPART_PART_BYTES, rest];
  const responses: Readonly<Record<string, object>> = {
    CreateMultipartUploadCommand: { UploadId: 'upload' },
    ListPartsCommand: { Parts: sizes.map((Size, at) => ({ PartNumber: at + 1, Size, ETag: `"${at}"` })) },
    CompleteMultipartUploadCommand: { ETag: '"all"' },
    AbortMultipartUploadCommand: {},
    CopyObjectCommand: {},
  };

  prototype.send = async function (command) {
    objects.count++;
    return responses[command.constructor.name] ?? original.call(this, command);
  };
}
