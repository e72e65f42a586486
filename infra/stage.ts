import type { Node } from 'constructs';

/** Everything in which one stage may differ from another. */
export interface Stage {
  readonly name: string;
  /** Production keeps its data when a stack is deleted, and has no test endpoints. */
  readonly production: boolean;
  /** 'required' makes a new member type the code that was mailed to them (design §5). */
  readonly emailVerification: 'none' | 'required';
  /** Lets a client send the password itself: for emulators, which have no Secure Remote Password (SRP) protocol. */
  readonly passwordAuth: boolean;
  /** Partitions per depth band (design §3 "Depth index"), at most 16: a cursor holds a position in each, in an address. */
  readonly depthIndexShards: number;
  readonly logRetentionDays: 7 | 90;
  /** Origins whose pages may PUT to and GET from the file bucket. A presigned URL is needed besides. */
  readonly siteOrigins: readonly string[];
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
};

const STAGES: Readonly<Record<string, Partial<Stage>>> = {
  local: { passwordAuth: true },
  dev: {},
  prod: { production: true, logRetentionDays: 90 },
};

/** Settings that are taken as they are. */
const TEXT_SETTINGS = [
  'alarmEmail',
  'pages',
  'stripePublishableKey',
  'paypalClientId',
  'domainName',
  'certificateArn',
  'stripeApiUrl',
  'paypalApiUrl',
] as const;

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
  const stage = { ...DEVELOPMENT, ...settings, name };
  const emailVerification = node.tryGetContext('emailVerification') ?? stage.emailVerification;
  if (emailVerification !== 'none' && emailVerification !== 'required') {
    throw new Error(`emailVerification must be "none" or "required", not "${emailVerification}".`);
  }
  const depthIndexShards = Number(node.tryGetContext('depthIndexShards') ?? stage.depthIndexShards);
  if (!Number.isInteger(depthIndexShards) || depthIndexShards < 1 || depthIndexShards > 16) {
    throw new Error(`depthIndexShards must be a whole number from 1 to 16, not "${depthIndexShards}".`);
  }
  const siteOrigins: readonly string[] =
    (node.tryGetContext('siteOrigins') as string | undefined)?.split(',') ?? stage.siteOrigins;
  const texts = Object.fromEntries(
    TEXT_SETTINGS.map((setting) => [setting, node.tryGetContext(setting) as string | undefined]),
  );
  if ((texts.domainName === undefined) !== (texts.certificateArn === undefined)) {
    throw new Error('domainName and certificateArn go together: the certificate must be of that name, in us-east-1.');
  }
  const budget: string | undefined = node.tryGetContext('monthlyBudgetDollars');
  const monthlyBudgetDollars = budget === undefined ? undefined : Number(budget);
  if (monthlyBudgetDollars !== undefined && !(monthlyBudgetDollars > 0)) {
    throw new Error(`monthlyBudgetDollars must be a number of dollars above 0, not "${budget}".`);
  }
  return {
    ...stage,
    emailVerification,
    depthIndexShards,
    siteOrigins,
    monthlyBudgetDollars,
    ...texts,
  };
}
