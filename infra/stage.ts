import type { Node } from 'constructs';
import type { z } from 'zod';
import { DEFAULTS, type StageKind } from './define-stage.ts';
import { SETTINGS, type SettingName, stageSettingsSchema } from './stage-settings.ts';
import { PREVIEW, STAGES } from './stages/index.ts';

type Settings = z.output<typeof stageSettingsSchema>;

/** A stage with its validated settings (`infra/stage-settings.ts`). */
export interface Stage extends Readonly<Settings> {
  readonly name: string;
  readonly kind: StageKind;
  /** Production keeps its data when a stack is deleted, and has no test endpoints. */
  readonly production: boolean;
  readonly siteOrigins: readonly string[];
  /** Folder of the built web application. Undefined: the site stack publishes no pages. */
  readonly pages?: string | undefined;
}

/** The period of the limits per address, in seconds. */
const FIVE_MINUTES_SECONDS = 300;

/** Minimum number of addresses at their limit that the stage's request rate must serve. */
const MIN_ADDRESSES = 4;

/**
 * Matches the name of a preview. Limits its characters and length, so that the names of stacks and resources are valid.
 */
const PREVIEW_NAME = /^preview-[a-z0-9](?:[a-z0-9-]{0,29}[a-z0-9])?$/;

/** The context that `npm run deploy` sets, to show that it checks the changes before it deploys them. */
export const CHECKED_CONTEXT = 'checked';

/**
 * Context that isn't a setting. `npm run deploy` sets the first three values; tests and the local cloud set `bundles`.
 */
const CONTEXT_NAMES = ['stage', 'pages', CHECKED_CONTEXT, 'bundles'];

/**
 * Reads the stage that `-c stage=<name>` names, `dev` by default, with the settings in its file.
 *
 * Only stages of the kind `local` accept settings on the command line, such as `-c depthIndexShards=8`.
 *
 * @throws Error if the command line has an unknown name or a setting that belongs in the file, or a setting is invalid.
 */
export function readStage(node: Node): Stage {
  const context: Record<string, unknown> = node.getAllContext();
  const name = String(context.stage ?? 'dev');
  const { settings, file } = findStage(name);
  const overriddenNames = SETTINGS.filter((setting) => setting in context);
  const overrides = Object.fromEntries(overriddenNames.map((setting) => [setting, context[setting]]));

  // Names of the CDK's own context contain a colon, a hyphen, or a slash.
  const isUnknown = (key: string) => /^\w+$/.test(key) && !CONTEXT_NAMES.includes(key) && !(key in overrides);
  const unknownNames = Object.keys(context).filter(isUnknown);
  if (unknownNames.length > 0) {
    throw new Error(`Unknown context: ${unknownNames.join(', ')}. docs/settings.md lists the settings.`);
  }
  if (overriddenNames.length > 0 && settings.kind !== 'local') {
    throw new Error(
      `Set ${overriddenNames.join(', ')} in ${file}, not on the command line: the next deployment without ` +
        'the option would return to the earlier value.',
    );
  }

  return loadStage(name, overrides, context.pages as string | undefined);
}

/**
 * Returns a stage with the settings in its file (`infra/stages`).
 *
 * @param overrides - settings that replace those of the file, for tests and local clouds. Texts are converted:
 *   `on` and `off`, numbers, and lists with commas.
 * @throws Error naming the file and every invalid setting.
 */
export function loadStage(name: string, overrides: Readonly<Record<string, unknown>> = {}, pages?: string): Stage {
  const {
    settings: { kind, ...settings },
    file,
  } = findStage(name);

  const convertedOverrides = Object.entries(overrides).map(([setting, value]) => [
    setting,
    convertText(setting, value),
  ]);
  const input: Record<string, unknown> = { ...DEFAULTS[kind], ...settings, ...Object.fromEntries(convertedOverrides) };

  // Stages without a firewall also have the default, so only an explicit limit can be a conflict.
  const isPaymentLimitSet = 'paymentsPerFiveMinutesPerAddress' in { ...settings, ...overrides };
  const validation = stageSettingsSchema.safeParse(input);
  const problems = validation.success
    ? findConflicts(validation.data, kind, isPaymentLimitSet)
    : validation.error.issues.map((issue) => describeIssue(issue, input));
  if (!validation.success || problems.length > 0) throw new Error([`${file}:`, ...problems].join('\n- '));

  const { domainName } = validation.data;
  const siteOrigins = validation.data.siteOrigins ?? [domainName === undefined ? '*' : `https://${domainName}`];

  return { ...validation.data, name, kind, production: kind === 'production', siteOrigins, pages };
}

/**
 * Returns the settings of a stage, and the path of its file.
 *
 * @throws Error if the stage is unknown
 */
function findStage(name: string) {
  // A map has no inherited names, such as `constructor`.
  const settings = PREVIEW_NAME.test(name) ? PREVIEW : new Map(Object.entries(STAGES)).get(name);
  if (settings === undefined) {
    throw new Error(`Unknown stage "${name}". Known stages: ${Object.keys(STAGES).join(', ')}, preview-<branch>.`);
  }
  return { settings, file: `infra/stages/${settings === PREVIEW ? 'preview' : name}.ts` };
}

/**
 * Converts a text of the command line to the first value that the setting allows. Returns the text if it allows none.
 */
function convertText(setting: string, value: unknown): unknown {
  const schema: z.ZodType | undefined = stageSettingsSchema.shape[setting as SettingName];
  if (typeof value !== 'string' || schema === undefined) return value;

  const flag = { on: true, off: false }[value];
  const number = value.trim() === '' ? undefined : Number(value);
  const candidates = [value, flag, number, value.split(',')];
  return candidates.find((candidate) => candidate !== undefined && schema.safeParse(candidate).success) ?? value;
}

/** Describes an invalid setting for the operator. */
function describeIssue({ code, path, message, ...issue }: z.core.$ZodIssue, input: Readonly<Record<string, unknown>>) {
  if (code === 'unrecognized_keys') return `Unknown setting: ${(issue as { keys: string[] }).keys.join(', ')}`;
  const [setting] = path;
  return `${String(setting)} ${message}, not ${JSON.stringify(input[String(setting)])}`;
}

/** A rule about the combination of settings. */
type Rule = readonly [isBroken: boolean, message: string];

/** Returns the rules about the domain, its certificate, and its hosted zone. */
function buildDomainRules({ domainName, certificateArn, hostedZoneId, hostedZoneName }: Settings): Rule[] {
  return [
    [
      domainName !== undefined && (certificateArn ?? hostedZoneId) === undefined,
      'domainName needs a certificate: set certificateArn to one in us-east-1 that covers the domain, or name its hosted ' +
        'zone in Route 53 with hostedZoneId and hostedZoneName.',
    ],
    [
      domainName === undefined && (certificateArn ?? hostedZoneId ?? hostedZoneName) !== undefined,
      'certificateArn, hostedZoneId, and hostedZoneName belong to a domain. Also set domainName.',
    ],
    [(hostedZoneId === undefined) !== (hostedZoneName === undefined), 'Set hostedZoneId and hostedZoneName together.'],
    [
      hostedZoneName !== undefined && !`.${domainName}`.endsWith(`.${hostedZoneName}`),
      `domainName must be in the hosted zone ${hostedZoneName}.`,
    ],
  ];
}

/** Returns the rules about the firewall's limits per address. */
function buildFirewallRules(
  { requestsPerFiveMinutesPerAddress: addressLimit, requestsPerSecond }: Settings,
  isPaymentLimitSet: boolean,
): Rule[] {
  const maxAddressLimit = (requestsPerSecond * FIVE_MINUTES_SECONDS) / MIN_ADDRESSES;

  return [
    [
      addressLimit === undefined && isPaymentLimitSet,
      'paymentsPerFiveMinutesPerAddress is part of the firewall. Also set requestsPerFiveMinutesPerAddress.',
    ],
    [
      (addressLimit ?? 0) > maxAddressLimit,
      `requestsPerFiveMinutesPerAddress must be at most ${maxAddressLimit}, so that one address uses at most a ` +
        'quarter of requestsPerSecond.',
    ],
  ];
}

/** Returns the rules that only production has. */
function buildProductionRules(settings: Settings): Rule[] {
  return [
    [
      settings.emailVerification !== 'required',
      'Production verifies the email of new members. Set emailVerification to "required", or leave it out.',
    ],
    [
      settings.mailSender === undefined,
      'Production sends mails to members. Verify an email address in Amazon SES and set mailSender to it.',
    ],
    [
      settings.objectRecoveryDays === undefined,
      'Production keeps deleted objects. Set objectRecoveryDays to a number of days, or leave it out.',
    ],
    [settings.alarmEmail === undefined, 'Production sends alarms. Set alarmEmail to the address of those on call.'],
    [settings.passwordAuth, 'passwordAuth lets browsers send plain passwords. Not for production.'],
    [
      (settings.stripeApiUrl ?? settings.paypalApiUrl) !== undefined,
      'stripeApiUrl and paypalApiUrl point to test doubles, whose events anyone can sign. Not for production.',
    ],
  ];
}

/** Returns the messages of the rules that a combination of valid settings breaks. */
function findConflicts(settings: Settings, kind: StageKind, isPaymentLimitSet: boolean): string[] {
  const rules: Rule[] = [
    ...buildDomainRules(settings),
    ...buildFirewallRules(settings, isPaymentLimitSet),
    ...(kind === 'production' ? buildProductionRules(settings) : []),
    [
      kind === 'local' && settings.canaryDeployments,
      'canaryDeployments needs CodeDeploy, which the local cloud and emulators do not have. Not for local stages.',
    ],
  ];

  return rules.filter(([isBroken]) => isBroken).map(([, message]) => message);
}
