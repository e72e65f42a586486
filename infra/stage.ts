import type { Node } from 'constructs';
import { type IntegerRange, readChoice, readInteger, readSwitch } from './context-settings.ts';

/** All settings in which stages can differ. docs/operating.md ("Stages") explains each. */
export interface Stage {
  readonly name: string;
  /** Production keeps its data when a stack is deleted, and has no test endpoints. */
  readonly production: boolean;
  /** With 'required', new members enter an emailed code. See docs/product.md#accounts. */
  readonly emailVerification: 'none' | 'required';
  /** Allows clients to send the plain password. For emulators, which don't implement Secure Remote Password (SRP). */
  readonly passwordAuth: boolean;
  /**
   * Shards of each list partition, and of each depth band (docs/adr/0002-depth-bands.md). At most 16, because a cursor
   * holds a position in each shard and must fit a URL.
   */
  readonly depthIndexShards: number;
  readonly logRetentionDays: 7 | 90;
  /** Origins whose pages may PUT to and GET from the file bucket, with a presigned URL. */
  readonly siteOrigins: readonly string[];
  /** Rate and burst limit of the HTTP API, for all members together. */
  readonly requestsPerSecond: number;
  readonly requestBurst: number;
  /** Rate and burst limit of frames to the WebSocket API, for all members together. */
  readonly framesPerSecond: number;
  readonly frameBurst: number;
  /** Rate limit of the HTTP API for one member. Undefined: only the limits for all members apply. */
  readonly memberCallsPerMinute?: number | undefined;
  /** Rate limit of the firewall for one IP address. Undefined: the stage has no firewall. */
  readonly requestsPerFiveMinutesPerAddress?: number | undefined;
  /** Lower rate limit for endpoints that call a payment provider. Needs the firewall. */
  readonly paymentsPerFiveMinutesPerAddress: number;
  /** Functions reject requests that bypass CloudFront (`lambdas/http/origin.ts`). Emulators have no CloudFront. */
  readonly originCheck: boolean;
  /** Version of the origin secret. Undefined: the version that is current at deployment. */
  readonly originSecretVersion?: string | undefined;
  /** Functions send traces to X-Ray. */
  readonly tracing: boolean;
  /** Applies the limits in `constructs/reserved-concurrency.ts`. */
  readonly reservedConcurrency: boolean;
  /** Receives alarms. Undefined: alarms only change state in CloudWatch. */
  readonly alarmEmail?: string | undefined;
  /** US dollars. Undefined: the stage has no budget alarm. */
  readonly monthlyBudgetDollars?: number | undefined;
  /** Folder of the built web application. Undefined: the site stack publishes no pages. */
  readonly pages?: string | undefined;
  /** Public keys of the payment providers. The page shows a method without a key as unavailable. */
  readonly stripePublishableKey?: string | undefined;
  readonly paypalClientId?: string | undefined;
  /** Custom domain, with its certificate in us-east-1. Undefined: the site uses CloudFront's domain name. */
  readonly domainName?: string | undefined;
  readonly certificateArn?: string | undefined;
  /** Base URLs of the local Stripe and the local PayPal, for a stage on an emulator. */
  readonly stripeApiUrl?: string | undefined;
  readonly paypalApiUrl?: string | undefined;
}

const DEVELOPMENT: Omit<Stage, 'name'> = {
  production: false,
  emailVerification: 'none',
  passwordAuth: false,
  depthIndexShards: 1,
  logRetentionDays: 7,
  siteOrigins: ['*'],
  // Enough for a team, and low enough that a forgotten loop costs little.
  requestsPerSecond: 100,
  requestBurst: 200,
  framesPerSecond: 200,
  frameBurst: 400,
  memberCallsPerMinute: 600,
  paymentsPerFiveMinutesPerAddress: 100,
  originCheck: true,
  tracing: false,
  reservedConcurrency: false,
};

const STAGES: Readonly<Record<string, Partial<Stage>>> = {
  // Tests and benchmarks send the load of a thousand members as one member.
  local: { passwordAuth: true, originCheck: false, memberCallsPerMinute: undefined },
  dev: {},
  prod: {
    production: true,
    logRetentionDays: 90,
    requestsPerSecond: 500,
    requestBurst: 1000,
    framesPerSecond: 1000,
    frameBurst: 2000,
  },
};

/** Settings without validation. */
const STRING_SETTINGS = [
  'originSecretVersion',
  'alarmEmail',
  'pages',
  'stripePublishableKey',
  'paypalClientId',
  'domainName',
  'certificateArn',
  'stripeApiUrl',
  'paypalApiUrl',
] as const;

/** API Gateway's default quota is 10,000 a second per account. Ten times that is a typing error. */
const RATE_RANGE: IntegerRange = { from: 1, to: 100_000 };
/** Limits of AWS WAF for a rate-based rule. */
const FIREWALL_RATE_RANGE: IntegerRange = { from: 10, to: 2_000_000_000 };

const NUMBER_SETTINGS = {
  depthIndexShards: { from: 1, to: 16 },
  requestsPerSecond: RATE_RANGE,
  requestBurst: RATE_RANGE,
  framesPerSecond: RATE_RANGE,
  frameBurst: RATE_RANGE,
  paymentsPerFiveMinutesPerAddress: FIREWALL_RATE_RANGE,
} as const satisfies Partial<Record<keyof Stage, IntegerRange>>;

/** Settings that are `on` or `off`. */
const SWITCH_SETTINGS = ['originCheck', 'tracing', 'reservedConcurrency'] as const;

/** Names of all settings, for `-c <name>=…`. */
export const SETTINGS: readonly string[] = [
  'emailVerification',
  'siteOrigins',
  'monthlyBudgetDollars',
  ...STRING_SETTINGS,
  'requestsPerFiveMinutesPerAddress',
  'memberCallsPerMinute',
  ...Object.keys(NUMBER_SETTINGS),
  ...SWITCH_SETTINGS,
];

/**
 * Reads the stage from the context: `-c stage=<name>`, dev by default. Further context overrides single settings:
 * `-c emailVerification=required -c depthIndexShards=8 -c siteOrigins=https://a.example,https://b.example`.
 *
 * @throws Error with the setting's name, if a value is invalid.
 */
export function readStage(node: Node): Stage {
  const name: string = node.tryGetContext('stage') ?? 'dev';
  const settings = STAGES[name];
  if (!settings) throw new Error(`Unknown stage "${name}". Known stages: ${Object.keys(STAGES).join(', ')}.`);
  const stage: Stage = { ...DEVELOPMENT, ...settings, name };
  const siteOrigins: readonly string[] =
    (node.tryGetContext('siteOrigins') as string | undefined)?.split(',') ?? stage.siteOrigins;
  const texts = collectValues(STRING_SETTINGS, (setting) => node.tryGetContext(setting) as string | undefined);
  if ((texts.domainName === undefined) !== (texts.certificateArn === undefined)) {
    throw new Error(
      'Set domainName and certificateArn together. The certificate must cover the domain and be in us-east-1.',
    );
  }
  const requestsPerFiveMinutesPerAddress = readInteger(
    node,
    'requestsPerFiveMinutesPerAddress',
    FIREWALL_RATE_RANGE,
    undefined,
  );
  const numberNames = Object.keys(NUMBER_SETTINGS) as (keyof typeof NUMBER_SETTINGS)[];
  const numbers = collectValues(numberNames, (setting) =>
    readInteger(node, setting, NUMBER_SETTINGS[setting], stage[setting]),
  );
  if (requestsPerFiveMinutesPerAddress === undefined && node.tryGetContext('paymentsPerFiveMinutesPerAddress')) {
    throw new Error(
      'paymentsPerFiveMinutesPerAddress is part of the firewall. Also set requestsPerFiveMinutesPerAddress.',
    );
  }
  const budget: string | undefined = node.tryGetContext('monthlyBudgetDollars');
  const monthlyBudgetDollars = budget === undefined ? undefined : Number(budget);
  if (monthlyBudgetDollars !== undefined && !(monthlyBudgetDollars > 0)) {
    throw new Error(`monthlyBudgetDollars must be an amount in dollars above 0, not "${budget}".`);
  }
  return {
    ...stage,
    emailVerification: readChoice(node, 'emailVerification', ['none', 'required'], stage.emailVerification),
    siteOrigins,
    monthlyBudgetDollars,
    memberCallsPerMinute: readInteger(node, 'memberCallsPerMinute', RATE_RANGE, stage.memberCallsPerMinute),
    requestsPerFiveMinutesPerAddress,
    ...texts,
    ...numbers,
    ...collectValues(SWITCH_SETTINGS, (setting) => readSwitch(node, setting, stage[setting])),
  };
}

function collectValues<N extends string, V>(names: readonly N[], read: (name: N) => V): Record<N, V> {
  return Object.fromEntries(names.map((name) => [name, read(name)])) as Record<N, V>;
}
