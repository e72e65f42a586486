/** Tests of the schedules of the local cloud, which invoke functions like EventBridge rules with a rate. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Duration, Stack } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import * as targets from 'aws-cdk-lib/aws-events-targets';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../shared/rules/durations.ts';
import type { Outcome } from '../lambda/sandbox.ts';
import { deriveIdentities, PSEUDO_PARAMETERS } from '../template/identities.ts';
import { assertAllSupported } from '../template/resource-types.ts';
import { parseStack, Resolver } from '../template/template.ts';
import { Schedules } from './schedules.ts';

const rate = events.Schedule.rate;

let directory: string;
let openSchedules: Schedules[];
beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime('2030-01-01T12:00:00Z');
  directory = mkdtempSync(join(tmpdir(), 'fathom-schedules-'));
  openSchedules = [];
});
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(openSchedules.map((schedules) => schedules.close()));
  rmSync(directory, { recursive: true, force: true });
});

/** Synthesizes a rule whose target is a function. */
function synthesizeRule(rule: events.RuleProps, target: targets.LambdaFunctionProps = {}): Resolver {
  const app = new App({ outdir: join(directory, 'cdk'), context: { 'aws:cdk:enable-path-metadata': true } });
  const stack = new Stack(app, 'App');
  const sweeper = new lambda.Function(stack, 'Sweeper', {
    runtime: lambda.Runtime.NODEJS_24_X,
    handler: 'index.handler',
    code: lambda.Code.fromInline('exports.handler = async () => {}'),
  });
  new events.Rule(stack, 'Nightly', { ...rule, targets: [new targets.LambdaFunction(sweeper, target)] });

  const template = app.synth().getStackByName('App').template;
  return new Resolver([parseStack('App', template)], {
    pseudoParameters: PSEUDO_PARAMETERS,
    identify: deriveIdentities('http://127.0.0.1:1'),
  });
}

/** Creates the schedules of a template's rules. `sentEvents` collects the invocations. Each has the same outcome. */
function createSchedules(resolver: Resolver, outcome: Outcome = { ok: true, payload: '{"removed":2}' }) {
  const sentEvents: { arn: string; event: unknown }[] = [];
  const schedules = new Schedules({
    rules: resolver.ofType('AWS::Events::Rule'),
    file: join(directory, 'schedules.json'),
    invoke: async (arn, event) => {
      sentEvents.push({ arn, event });
      return outcome;
    },
    invokeAsync: (arn, event) => sentEvents.push({ arn, event }),
  });
  openSchedules.push(schedules);

  return { schedules, sentEvents };
}

describe('Schedules', () => {
  it('invokes a function at the rate of its rule', () => {
    const resolver = synthesizeRule({ schedule: rate(Duration.hours(1)) });
    assertAllSupported(resolver);

    const { schedules, sentEvents } = createSchedules(resolver);
    schedules.start();

    vi.advanceTimersByTime(HOUR_MS - MINUTE_MS);
    expect(sentEvents).toEqual([]);

    vi.advanceTimersByTime(MINUTE_MS);
    expect(sentEvents).toHaveLength(1);

    vi.advanceTimersByTime(2 * HOUR_MS);
    expect(sentEvents).toHaveLength(3);
  });

  it('sends an EventBridge event to the function', () => {
    const resolver = synthesizeRule({ schedule: rate(Duration.hours(1)) });
    const { schedules, sentEvents } = createSchedules(resolver);
    schedules.start();

    vi.advanceTimersByTime(HOUR_MS);

    const [sweeper] = resolver.ofType('AWS::Lambda::Function');
    const [rule] = resolver.ofType('AWS::Events::Rule');
    expect(sentEvents).toEqual([
      {
        arn: sweeper?.attributes.Arn,
        event: {
          version: '0',
          id: expect.any(String),
          'detail-type': 'Scheduled Event',
          source: 'aws.events',
          account: '000000000000',
          time: '2030-01-01T13:00:00Z',
          region: 'us-east-1',
          resources: [`arn:aws:events:us-east-1:000000000000:rule/${rule?.ref}`],
          detail: {},
        },
      },
    ]);
  });

  it('supports rates beyond the maximum delay of a timer', () => {
    const { schedules, sentEvents } = createSchedules(synthesizeRule({ schedule: rate(Duration.days(30)) }));
    schedules.start();

    vi.advanceTimersByTime(29 * 24 * HOUR_MS);
    expect(sentEvents).toEqual([]);

    vi.advanceTimersByTime(24 * HOUR_MS);
    expect(sentEvents).toHaveLength(1);
  });

  it('runs an overdue rule once after a restart', async () => {
    const resolver = synthesizeRule({ schedule: rate(Duration.days(1)) });
    const beforeRestart = createSchedules(resolver);
    beforeRestart.schedules.start();
    await beforeRestart.schedules.close();
    vi.setSystemTime('2030-01-04T12:00:00Z');

    const { schedules, sentEvents } = createSchedules(resolver);
    schedules.start();
    vi.advanceTimersByTime(HOUR_MS);

    expect(sentEvents).toHaveLength(1);
  });

  it("skips a disabled rule, but runs it on demand with the rule's input", async () => {
    const input = events.RuleTargetInput.fromObject({ deep: true });
    const rule = { schedule: rate(Duration.minutes(1)), enabled: false };
    const { schedules, sentEvents } = createSchedules(synthesizeRule(rule, { event: input, retryAttempts: 1 }));

    schedules.start();
    vi.advanceTimersByTime(HOUR_MS);
    expect(sentEvents).toEqual([]);

    await schedules.run('Nightly');
    expect(sentEvents).toMatchObject([{ event: { deep: true } }]);
  });

  it('runs a rule on demand by construct name or logical ID', async () => {
    const resolver = synthesizeRule({ schedule: rate(Duration.days(1)) });
    const { schedules } = createSchedules(resolver);
    const [rule] = resolver.ofType('AWS::Events::Rule');

    expect(schedules.names).toEqual(['Nightly']);
    expect(await schedules.run('Nightly')).toEqual([{ removed: 2 }]);
    expect(await schedules.run(rule!.logicalId)).toEqual([{ removed: 2 }]);
  });

  it("replaces the rule's event on demand", async () => {
    const { schedules, sentEvents } = createSchedules(synthesizeRule({ schedule: rate(Duration.days(1)) }));

    await schedules.run('Nightly', { newRound: true });

    expect(sentEvents).toMatchObject([{ event: { newRound: true } }]);
  });

  it('names the known rules when it rejects an unknown one', async () => {
    const { schedules } = createSchedules(synthesizeRule({ schedule: rate(Duration.days(1)) }));

    await expect(schedules.run('Yearly')).rejects.toThrow('Known: Nightly');
  });

  it('reports the error of a function that runs on demand', async () => {
    const error = { errorType: 'TypeError', errorMessage: 'no table' };
    const rule = { schedule: rate(Duration.days(1)) };
    const { schedules } = createSchedules(synthesizeRule(rule), { ok: false, timedOut: false, error });
    await expect(schedules.run('Nightly')).rejects.toThrow('TypeError: no table');
  });

  it.each<[string, events.RuleProps, targets.LambdaFunctionProps, RegExp]>([
    ['a cron expression', { schedule: events.Schedule.cron({ hour: '3' }) }, {}, /Nightly.* cron\(/],
    ['an event pattern', { eventPattern: { source: ['aws.s3'] } }, {}, /Nightly.*EventPattern/],
    [
      'an input transformer',
      { schedule: rate(Duration.days(1)) },
      { event: events.RuleTargetInput.fromText(`at ${events.EventField.time}`) },
      /Nightly.*InputTransformer/,
    ],
  ])('rejects a rule with %s', (_, rule, target, message) => {
    expect(() => createSchedules(synthesizeRule(rule, target))).toThrow(message);
  });
});
