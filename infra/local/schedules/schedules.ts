import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Outcome } from '../lambda/sandbox.ts';
import { JsonFile } from '../state/json-file.ts';
import { ACCOUNT_ID, REGION } from '../template/identities.ts';
import type { ResolvedResource } from '../template/template.ts';

/** The supported properties of a rule. Strict, so that an unsupported property fails at startup. */
const ruleProperties = z.strictObject({
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
        // The next two apply to undelivered events. The local cloud delivers every event.
        RetryPolicy: z.unknown().optional(),
        DeadLetterConfig: z.unknown().optional(),
      }),
    )
    .default([]),
  Tags: z.unknown().optional(),
});

interface Schedule {
  /** The construct path without the stack: `Sweeper/Schedule`. */
  readonly name: string;
  readonly logicalId: string;
  readonly arn: string;
  readonly enabled: boolean;
  readonly everyMs: number;
  readonly targets: readonly { readonly arn: string; readonly input: string | undefined }[];
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
const UNIT_MS: Readonly<Record<string, number>> = { minute: MINUTE_MS, hour: 60 * MINUTE_MS, day: 24 * 60 * MINUTE_MS };

/** Runs the template's scheduled rules. As on AWS, the shortest interval is a minute. */
export class Schedules {
  readonly #settings: SchedulesSettings;
  readonly #schedules: readonly Schedule[];
  readonly #lastRuns: JsonFile<Record<string, number>>;
  #timer: NodeJS.Timeout | undefined;

  /** @throws Error naming a rule that the local cloud does not support. */
  constructor(settings: SchedulesSettings) {
    this.#settings = settings;
    this.#schedules = settings.rules.map(parseRule);
    this.#lastRuns = new JsonFile(settings.file, {});
  }

  get names(): string[] {
    return this.#schedules.map(({ name }) => name);
  }

  /** Starts running rules at their rates. Overdue rules run within a minute. */
  start(): void {
    const now = Date.now();
    for (const { logicalId } of this.#schedules) this.#lastRuns.value[logicalId] ??= now;
    this.#lastRuns.save();
    if (this.#schedules.length > 0) this.#timer = setInterval(() => this.#runDue(), MINUTE_MS).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#lastRuns.flush();
  }

  /**
   * Runs a rule now, even if it is disabled, and waits for its functions. For tests.
   *
   * @param name the construct path without the stack, or the logical ID.
   * @param event replaces the rule's event, like an operator's invocation.
   * @returns the result of each function.
   * @throws Error if the rule does not exist or a function fails.
   */
  async run(name: string, event?: object): Promise<unknown[]> {
    const schedule = this.#schedules.find((candidate) => candidate.name === name || candidate.logicalId === name);
    if (!schedule) throw new Error(`Unknown schedule ${name}. Known: ${this.names.join(', ') || 'none'}.`);

    return Promise.all(
      schedule.targets.map(async (target) => {
        const outcome = await this.#settings.invoke(target.arn, event ?? buildEvent(schedule, target.input));
        if (outcome.ok) return JSON.parse(outcome.payload);
        throw new Error(`The schedule ${name} failed: ${outcome.error.errorType}: ${outcome.error.errorMessage}`);
      }),
    );
  }

  #runDue(): void {
    const now = Date.now();

    for (const schedule of this.#schedules) {
      // Timers can fire slightly early. Without the tolerance of half a minute, the rule would run a minute late.
      const dueAt = (this.#lastRuns.value[schedule.logicalId] ?? 0) + schedule.everyMs - MINUTE_MS / 2;
      if (!schedule.enabled || now < dueAt) continue;

      this.#lastRuns.value[schedule.logicalId] = now;
      this.#lastRuns.save();
      for (const { arn, input } of schedule.targets) this.#settings.invokeAsync(arn, buildEvent(schedule, input));
    }
  }
}

function parseRule({ stack, logicalId, properties, metadata, attributes, ref }: ResolvedResource): Schedule {
  const { success, data, error } = ruleProperties.safeParse(properties);
  if (!success) {
    const reasons = error.issues.map(({ path, message }) => [...path, message].join('.')).join('; ');
    throw new Error(
      `The local cloud cannot run the rule ${logicalId} of ${stack}. It runs schedules of functions only. ${reasons}`,
    );
  }

  const { ScheduleExpression, State, Targets } = data;
  const [, count, unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(ScheduleExpression) ?? [];
  const everyMs = Number(count) * (UNIT_MS[unit] ?? Number.NaN);
  if (!(everyMs > 0)) {
    throw new Error(
      `The local cloud cannot run the rule ${logicalId} of ${stack} at ${ScheduleExpression}. Use rate(…).`,
    );
  }

  const otherTarget = Targets.find(({ Arn }) => !Arn.startsWith('arn:aws:lambda:'));
  if (otherTarget) {
    throw new Error(
      `The local cloud cannot run the rule ${logicalId} of ${stack}: ${otherTarget.Arn} is not a function.`,
    );
  }

  const path = String(metadata['aws:cdk:path'] ?? logicalId);
  return {
    name: path.split('/').slice(1, -1).join('/') || logicalId,
    logicalId,
    arn: attributes.Arn ?? ref,
    enabled: State === 'ENABLED',
    everyMs,
    targets: Targets.map(({ Arn, Input }) => ({ arn: Arn, input: Input })),
  };
}

/** Builds the event that EventBridge sends, or returns the rule's own input. */
function buildEvent({ arn }: Schedule, input: string | undefined): unknown {
  if (input !== undefined) return JSON.parse(input);

  return {
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account: ACCOUNT_ID,
    time: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
    region: REGION,
    resources: [arn],
    detail: {},
  };
}
