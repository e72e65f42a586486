import type { Node } from 'constructs';
import { isOn, oneOf, type Range, wholeNumber } from './context-settings.ts';

/** Everything in which one stage may differ from another. What each is for: docs/operating.md, "Stages". */
export interface Stage {
  readonly name: string;
  /** Production keeps its data when a stack is deleted, and has no test endpoints. */
  readonly production: boolean;
  /** 'required' makes a new member type the code that was mailed to them (design §5). */
  readonly emailVerification: 'none' | 'required';
  /** Lets a client send the password itself: for emulators, which have no Secure Remote Password (SRP) protocol. */
  readonly passwordAuth: boolean;
  /**
   * Partitions per list, and per depth band where lists have them (design §3 "Depth index"), at most 16: a cursor holds
   * a position in each, in an address.
   */
  readonly depthIndexShards: number;
  readonly logRetentionDays: 7 | 90;
  /** Origins whose pages may PUT to and GET from the file bucket. A presigned URL is needed besides. */
  readonly siteOrigins: readonly string[];
  /** Requests of the HTTP API and frames of the WebSocket API that all members together may send: in a second, at once. */
  readonly requestsPerSecond: number;
  readonly requestBurst: number;
  readonly framesPerSecond: number;
  readonly frameBurst: number;
  /** Calls of the HTTP API that one member may make in a minute; without a number, as many as all together may. */
  readonly memberCallsPerMinute?: number | undefined;
  /** Requests in five minutes from one address, to everything and to payments; without the first there is no firewall. */
  readonly requestsPerFiveMinutesPerAddress?: number | undefined;
  readonly paymentsPerFiveMinutesPerAddress: number;
  /** Functions refuse what has not come through the site (`lambdas/http/origin.ts`). Emulators have no site. */
  readonly originCheck: boolean;
  /** Which version of the site's secret is in use: the one that is current at deployment, unless given. */
  readonly originSecretVersion?: string | undefined;
  /** Functions report to X-Ray where their time goes. */
  readonly tracing: boolean;
  /** Some functions have a share of the account's concurrency to themselves, and no more than it. */
  readonly reservedConcurrency: boolean;
  /** Who is told of alarms, and what a month may cost, in US dollars: nobody and nothing in particular, unless given. */
  readonly alarmEmail?: string | undefined;
  readonly monthlyBudgetDollars?: number | undefined;
  /** The folder of the built web application; without it the site stack publishes nothing. */
  readonly pages?: string | undefined;
  /** Public keys of the payment providers, for the browser; a method without one is said not to be available. */
  readonly stripePublishableKey?: string | undefined;
  readonly paypalClientId?: string | undefined;
  /** The site's own name, and its certificate in us-east-1; without them the site has the name that CloudFront gives. */
  readonly domainName?: string | undefined;
  readonly certificateArn?: string | undefined;
  /** Where the payment providers are, when they are somewhere else than in the world: stand-ins, beside an emulator. */
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
  // Enough for everybody who develops, and a loop that somebody has left running costs little.
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
  // One machine's tests and benchmarks ask in the name of one member what a thousand would.
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

/** Settings that are taken as they are. */
const TEXT_SETTINGS = [
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

/** What API Gateway gives an account unless asked for more is 10,000 a second; ten times that is somebody's typing error. */
const RATE: Range = { from: 1, to: 100_000 };
/** What AWS WAF takes as the limit of a rate. */
const FIREWALL_RATE: Range = { from: 10, to: 2_000_000_000 };

const NUMBER_SETTINGS = {
  depthIndexShards: { from: 1, to: 16 },
  requestsPerSecond: RATE,
  requestBurst: RATE,
  framesPerSecond: RATE,
  frameBurst: RATE,
  paymentsPerFiveMinutesPerAddress: FIREWALL_RATE,
} as const satisfies Partial<Record<keyof Stage, Range>>;

/** Settings that are `on` or `off`. */
const SWITCHES = ['originCheck', 'tracing', 'reservedConcurrency'] as const;

/** The names of all settings, as `-c <name>=…` takes them. */
export const SETTINGS: readonly string[] = [
  'emailVerification',
  'siteOrigins',
  'monthlyBudgetDollars',
  ...TEXT_SETTINGS,
  'requestsPerFiveMinutesPerAddress',
  'memberCallsPerMinute',
  ...Object.keys(NUMBER_SETTINGS),
  ...SWITCHES,
];

/**
 * The stage that `-c stage=<name>` names (dev by default), with single settings overridden by further context:
 * `-c emailVerification=required -c depthIndexShards=8 -c siteOrigins=https://a.example,https://b.example`.
 *
 * @throws Error naming the setting, when one has a value that it cannot have.
 */
export function stageFromContext(node: Node): Stage {
  const name: string = node.tryGetContext('stage') ?? 'dev';
  const settings = STAGES[name];
  if (!settings) throw new Error(`Unknown stage "${name}". Known stages: ${Object.keys(STAGES).join(', ')}.`);
  const stage: Stage = { ...DEVELOPMENT, ...settings, name };
  const siteOrigins: readonly string[] =
    (node.tryGetContext('siteOrigins') as string | undefined)?.split(',') ?? stage.siteOrigins;
  const texts = valuesOf(TEXT_SETTINGS, (setting) => node.tryGetContext(setting) as string | undefined);
  if ((texts.domainName === undefined) !== (texts.certificateArn === undefined)) {
    throw new Error('domainName and certificateArn go together: the certificate must be of that name, in us-east-1.');
  }
  const requestsPerFiveMinutesPerAddress = wholeNumber(
    node,
    'requestsPerFiveMinutesPerAddress',
    FIREWALL_RATE,
    undefined,
  );
  const numberNames = Object.keys(NUMBER_SETTINGS) as (keyof typeof NUMBER_SETTINGS)[];
  const numbers = valuesOf(numberNames, (setting) =>
    wholeNumber(node, setting, NUMBER_SETTINGS[setting], stage[setting]),
  );
  if (requestsPerFiveMinutesPerAddress === undefined && node.tryGetContext('paymentsPerFiveMinutesPerAddress')) {
    throw new Error(
      'paymentsPerFiveMinutesPerAddress is part of the firewall that requestsPerFiveMinutesPerAddress makes.',
    );
  }
  const budget: string | undefined = node.tryGetContext('monthlyBudgetDollars');
  const monthlyBudgetDollars = budget === undefined ? undefined : Number(budget);
  if (monthlyBudgetDollars !== undefined && !(monthlyBudgetDollars > 0)) {
    throw new Error(`monthlyBudgetDollars must be a number of dollars above 0, not "${budget}".`);
  }
  return {
    ...stage,
    emailVerification: oneOf(node, 'emailVerification', ['none', 'required'], stage.emailVerification),
    siteOrigins,
    monthlyBudgetDollars,
    memberCallsPerMinute: wholeNumber(node, 'memberCallsPerMinute', RATE, stage.memberCallsPerMinute),
    requestsPerFiveMinutesPerAddress,
    ...texts,
    ...numbers,
    ...valuesOf(SWITCHES, (setting) => isOn(node, setting, stage[setting])),
  };
}

function valuesOf<N extends string, V>(names: readonly N[], read: (name: N) => V): Record<N, V> {
  return Object.fromEntries(names.map((name) => [name, read(name)])) as Record<N, V>;
}
