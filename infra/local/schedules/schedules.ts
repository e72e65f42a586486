import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Outcome } from '../lambda/sandbox.ts';
import { JsonFile } from '../state/json-file.ts';
import { ACCOUNT_ID, REGION } from '../template/identities.ts';
import type { ResolvedResource } from '../template/template.ts';

/** The supported properties of a rule. Strict, so that an unsupported property fails at startup. */
const ruleSchema = z.strictObject({
  Name: z.string().optional(),
  Description: z.string().optional(),
  ScheduleExpression: z.string(),
  State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
  Targets: z
    .array(
      z.strictObject({
        Id: z.string(),
        Arn: z.string(),
        Input: z.string().optional(),
        // The next two are ignored: they apply to undelivered events, and the local cloud delivers every event.
        RetryPolicy: z.unknown().optional(),
        DeadLetterConfig: z.unknown().optional(),
      }),
    )
    .default([]),
  Tags: z.unknown().optional(),
});

interface ScheduledRule {
  /** The construct path without the stack: `ReconcileUploadsSchedule`. */
  readonly name: string;
  readonly logicalId: string;
  readonly ruleArn: string;
  readonly isEnabled: boolean;
  readonly everyMs: number;
  readonly targets: readonly { readonly functionArn: string; readonly input: string | undefined }[];
}

interface SchedulesSettings {
  /** The `AWS::Events::Rule` resources. */
  readonly rules: readonly ResolvedResource[];
  /** Stores each rule's last run, so that a cloud which runs an hour a day still runs daily rules. */
  readonly file: string;
  readonly invoke: (functionArn: string, event: unknown) => Promise<Outcome>;
  readonly invokeAsync: (functionArn: string, event: unknown) => void;
}

const MINUTE_MS = 60_000;
const MS_PER_UNIT = { minute: MINUTE_MS, hour: 60 * MINUTE_MS, day: 24 * 60 * MINUTE_MS };

/** Timers can fire slightly early. Without this tolerance, a rule would then run a minute late. */
const DUE_TOLERANCE_MS = MINUTE_MS / 2;

/** Runs the template's scheduled rules. As on AWS, the shortest interval is a minute. */
export class Schedules {
  readonly #settings: SchedulesSettings;
  readonly #rules: readonly ScheduledRule[];
  readonly #lastRuns: JsonFile<Record<string, number>>;
  #timer: NodeJS.Timeout | undefined;

  /** @throws Error naming a rule that the local cloud does not support. */
  constructor(settings: SchedulesSettings) {
    this.#settings = settings;
    this.#rules = settings.rules.map(parseRule);
    this.#lastRuns = new JsonFile(settings.file, {});
  }

  /** The names of all rules, for {@link run}. */
  get names(): string[] {
    return this.#rules.map(({ name }) => name);
  }

  /** Starts running rules at their rates. Overdue rules run within a minute. */
  start(): void {
    const now = Date.now();
    for (const { logicalId } of this.#rules) this.#lastRuns.value[logicalId] ??= now;
    this.#lastRuns.save();

    if (this.#rules.length === 0) return;
    this.#timer = setInterval(() => this.#runDueRules(), MINUTE_MS);
    this.#timer.unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#lastRuns.flush();
  }

  /**
   * Runs a rule now, even if it is disabled, and waits for its functions. For tests.
   *
   * @param name the construct path without the stack, or the logical ID.
   * @param event the event to send instead of the rule's own.
   * @returns the result of each function.
   * @throws Error if the rule does not exist or a function fails.
   */
  async run(name: string, event?: object): Promise<unknown[]> {
    const rule = this.#rules.find((candidate) => candidate.name === name || candidate.logicalId === name);
    if (!rule) throw new Error(`Unknown rule ${name}. Known: ${this.names.join(', ') || 'none'}.`);

    return Promise.all(
      rule.targets.map(async ({ functionArn, input }) => {
        const outcome = await this.#settings.invoke(functionArn, event ?? buildEvent(rule, input));
        if (outcome.ok) return JSON.parse(outcome.payload);
        throw new Error(`The rule ${name} failed: ${outcome.error.errorType}: ${outcome.error.errorMessage}`);
      }),
    );
  }

  #runDueRules(): void {
    const now = Date.now();

    for (const rule of this.#rules) {
      // `start` stores a first value for every rule.
      const lastRunAt = this.#lastRuns.value[rule.logicalId]!;
      const isDue = now >= lastRunAt + rule.everyMs - DUE_TOLERANCE_MS;
      if (!rule.isEnabled || !isDue) continue;

      this.#lastRuns.value[rule.logicalId] = now;
      this.#lastRuns.save();
      for (const { functionArn, input } of rule.targets) {
        this.#settings.invokeAsync(functionArn, buildEvent(rule, input));
      }
    }
  }
}

/**
 * Parses a rule of the template.
 *
 * @throws Error if the rule has an unsupported property, expression, or target
 */
function parseRule({ stack, logicalId, properties, metadata, attributes, ref }: ResolvedResource): ScheduledRule {
  const buildUnsupportedError = (reason: string) =>
    new Error(`The local cloud cannot run the rule ${logicalId} of ${stack}: ${reason}`);

  const { success, data: rule, error } = ruleSchema.safeParse(properties);
  if (!success) {
    const reasons = error.issues.map(({ path, message }) => [...path, message].join('.')).join('; ');
    throw buildUnsupportedError(`it runs schedules of functions only. ${reasons}`);
  }

  const { ScheduleExpression, State, Targets } = rule;
  const everyMs = parseRate(ScheduleExpression);
  if (!everyMs) throw buildUnsupportedError(`it supports rate(…) only, not ${ScheduleExpression}.`);

  const otherTarget = Targets.find(({ Arn }) => !Arn.startsWith('arn:aws:lambda:'));
  if (otherTarget) throw buildUnsupportedError(`${otherTarget.Arn} is not a function.`);

  // The path begins with the stack, and ends with "Resource".
  const path = String(metadata['aws:cdk:path'] ?? logicalId);
  const name = path.split('/').slice(1, -1).join('/') || logicalId;

  return {
    name,
    logicalId,
    ruleArn: attributes.Arn ?? ref,
    isEnabled: State === 'ENABLED',
    everyMs,
    targets: Targets.map(({ Arn, Input }) => ({ functionArn: Arn, input: Input })),
  };
}

/** Returns the interval of a rate expression, in milliseconds. Undefined for other expressions. */
function parseRate(expression: string): number | undefined {
  const match = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression);
  if (!match) return undefined;

  const [, count, unit] = match;
  return Number(count) * MS_PER_UNIT[unit as keyof typeof MS_PER_UNIT];
}

/** Builds the event that EventBridge sends, or returns the rule's own input. */
function buildEvent({ ruleArn }: ScheduledRule, input: string | undefined): unknown {
  if (input !== undefined) return JSON.parse(input);

  return {
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account: ACCOUNT_ID,
    time: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
    region: REGION,
    resources: [ruleArn],
    detail: {},
  };
}
