import { z } from 'zod';
import { OMITTABLE_INDEXES } from '../lambdas/table/schema.ts';

/**
 * The settings of a stage: types, ranges, and single values that are never valid. `infra/stage.ts` checks combinations.
 *
 * docs/settings.md explains each. An optional setting without a value switches its feature off.
 */
export const stageSettingsSchema = z.strictObject({
  /** With 'required', new members enter an emailed code. See docs/product.md#accounts. */
  emailVerification: choice('none', 'required'),
  /**
   * Email address that sends mails to members, verified in Amazon SES. Undefined: Cognito's own sender, and no notices.
   */
  mailSender: email('that is verified in Amazon SES').optional(),
  /** Allows clients to send the plain password. For emulators, which don't implement Secure Remote Password (SRP). */
  passwordAuth: z.boolean('must be true or false'),
  /**
   * Shards of each list partition, and of each depth band (docs/adr/0002-depth-bands.md). At most 16, because each page
   * queries every shard.
   */
  depthIndexShards: integer(1, 16),
  /**
   * Indexes that the table doesn't have yet. Only while they are added to a deployed stage:
   * docs/deploying.md#new-indexes.
   */
  omitIndexes: z.array(z.enum(OMITTABLE_INDEXES)).readonly(),
  /**
   * Days for which deleted and replaced objects can be recovered. At most as long as the table. 'none': the bucket
   * keeps no versions.
   */
  objectRecoveryDays: orNone(integer(1, 35), 'must be a whole number from 1 to 35, or "none"'),
  logRetentionDays: z.literal([7, 90], 'must be 7 or 90'),
  /** Origins whose pages may PUT to and GET from the file bucket, with a presigned URL. Default: the domain, if any. */
  siteOrigins: z.array(z.string(), 'must be a list of origins').readonly().optional(),
  /** Rate and burst limit of the HTTP API, for all members together. */
  requestsPerSecond: rate(),
  requestBurst: rate(),
  /** Rate and burst limit of frames to the WebSocket API, for all members together. */
  framesPerSecond: rate(),
  frameBurst: rate(),
  /** Rate limit of the HTTP API for one member. 'none': only the limits for all members apply. */
  memberCallsPerMinute: orNone(rate(), 'must be a whole number from 1 to 100000, or "none"'),
  /** Scales the limits by standing (`shared/rules/conduct-limits.ts`), in percent. */
  conductLimitPercent: integer(1, 100_000),
  /** Rate limit of the site's firewall for one IP address. 'none': the site has no firewall. */
  requestsPerFiveMinutesPerAddress: orNone(firewallRate(), 'must be a whole number from 10, or "none"'),
  /** Lower rate limit for sign-ins, and for endpoints that anyone may call. 'none': the user pool has no firewall. */
  signInsPerFiveMinutesPerAddress: orNone(firewallRate(), 'must be a whole number from 10, or "none"'),
  /** Lower rate limit for endpoints that call a payment provider. Needs the site's firewall. */
  paymentsPerFiveMinutesPerAddress: firewallRate(),
  /** Functions reject requests that bypass CloudFront (`lambdas/http/origin.ts`). Emulators have no CloudFront. */
  originCheck: z.boolean('must be true or false'),
  /** Version of the origin secret, while it is rotated. Undefined: the version that is current at deployment. */
  originSecretVersion: text().optional(),
  /** Version of the key that CloudFront checks URLs of renditions with. Undefined: as for the origin secret. */
  renditionSecretVersion: text().optional(),
  /** Functions send traces to X-Ray. */
  tracing: z.boolean('must be true or false'),
  /** Applies the limits in `constructs/reserved-concurrency.ts`. */
  reservedConcurrency: z.boolean('must be true or false'),
  /**
   * GuardDuty scans uploads for malware, and members can open them only after the scan (`constructs/malware-scan.ts`).
   */
  malwareScanning: z.boolean('must be true or false'),
  /** A function uses the site every half hour, and its failure raises an alarm (`constructs/canary.ts`). */
  canary: z.boolean('must be true or false'),
  /** CodeDeploy shifts the traffic of some functions to new code in two steps (`constructs/canary-deployments.ts`). */
  canaryDeployments: z.boolean('must be true or false'),
  /** Receives alarms. Undefined: alarms only change state in CloudWatch. */
  alarmEmail: email('that receives alarms').optional(),
  /** US dollars. Undefined: the stage has no budget alarm. */
  monthlyBudgetDollars: z
    .number('must be an amount in dollars above 0')
    .positive('must be an amount above 0')
    .optional(),
  /** Public keys of the payment providers. The page shows a method without a key as unavailable. */
  stripePublishableKey: text().optional(),
  paypalClientId: text().optional(),
  /** Custom domain. Undefined: the site uses CloudFront's domain name. */
  domainName: text().optional(),
  /** Certificate for the domain, in us-east-1. Undefined: the site stack creates one, which needs the hosted zone. */
  certificateArn: text().optional(),
  /** Hosted zone of the domain in Route 53, for its DNS records. Undefined: the operator creates them. */
  hostedZoneId: text().optional(),
  /** The zone's domain, such as `fathom.example` for `www.fathom.example`. */
  hostedZoneName: text().optional(),
  /** Base URLs of the local Stripe and the local PayPal, for a stage on an emulator. */
  stripeApiUrl: text().optional(),
  paypalApiUrl: text().optional(),
});

/** Names of all settings. */
export const SETTINGS = Object.keys(stageSettingsSchema.shape) as readonly SettingName[];

export type SettingName = keyof typeof stageSettingsSchema.shape;

/** Settings as a stage's file writes them. */
export type SettingsInput = z.input<typeof stageSettingsSchema>;

// Functions that build the schema of one setting.

function text() {
  return z.string('must be a text').min(1, 'must not be empty');
}

function choice<const C extends string>(...choices: readonly C[]) {
  return z.enum(choices, `must be ${choices.map((value) => `"${value}"`).join(' or ')}`);
}

function email(purpose: string) {
  return z.string().regex(/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/, `must be an email address ${purpose}`);
}

function integer(from: number, to: number) {
  const message = `must be a whole number from ${from} to ${to}`;
  return z.int(message).min(from, message).max(to, message);
}

/** API Gateway's default quota is 10,000 a second per account. Ten times that is a typing error. */
function rate() {
  return integer(1, 100_000);
}

/** Limits of AWS WAF for a rate-based rule. */
function firewallRate() {
  return integer(10, 2_000_000_000);
}

/** A limit, or 'none', which becomes undefined. */
function orNone<S extends z.ZodType>(limit: S, message: string) {
  return z.union([limit, z.literal('none').transform(() => undefined)], message).optional();
}
