import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Duration, Stack } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import * as targets from 'aws-cdk-lib/aws-events-targets';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Outcome } from '../lambda/sandbox.ts';
import { identifier, PSEUDO_PARAMETERS } from '../template/identities.ts';
import { assertAllKnown } from '../template/resource-types.ts';
import { parseStack, Resolver } from '../template/template.ts';
import { Schedules } from './schedules.ts';

const HOUR = 3600_000;
const RATE = events.Schedule.rate;

let directory: string;
let open: Schedules[];
beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime('2030-01-01T12:00:00Z');
  directory = mkdtempSync(join(tmpdir(), 'fathom-schedules-'));
  open = [];
});
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(open.map((schedules) => schedules.close()));
  rmSync(directory, { recursive: true, force: true });
});

/** What the CDK makes of a rule whose target is a function. */
function resolverOf(rule: events.RuleProps, target: targets.LambdaFunctionProps = {}): Resolver {
  const app = new App({ outdir: join(directory, 'cdk'), context: { 'aws:cdk:enable-path-metadata': true } });
  const stack = new Stack(app, 'App');
  const fn = new lambda.Function(stack, 'Sweeper', {
    runtime: lambda.Runtime.NODEJS_24_X,
    handler: 'index.handler',
    code: lambda.Code.fromInline('exports.handler = async () => {}'),
  });
  new events.Rule(stack, 'Nightly', { ...rule, targets: [new targets.LambdaFunction(fn, target)] });
  const template = app.synth().getStackByName('App').template;
  return new Resolver([parseStack('App', template)], {
    pseudoParameters: PSEUDO_PARAMETERS,
    identify: identifier('http://127.0.0.1:1'),
  });
}

function schedulesOf(resolver: Resolver, outcome: Outcome = { ok: true, payload: '{"removed":2}' }) {
  const sent: { arn: string; event: unknown }[] = [];
  const schedules = new Schedules({
    rules: resolver.ofType('AWS::Events::Rule'),
    file: join(directory, 'schedules.json'),
    invoke: async (arn, event) => {
      sent.push({ arn, event });
      return outcome;
    },
    invokeAsync: (arn, event) => sent.push({ arn, event }),
  });
  open.push(schedules);
  return { schedules, sent };
}

describe('a schedule', () => {
  it('invokes its function at its rate, with an event as EventBridge sends it', () => {
    const resolver = resolverOf({ schedule: RATE(Duration.hours(1)) });
    assertAllKnown(resolver);
    const { schedules, sent } = schedulesOf(resolver);
    schedules.start();
    vi.advanceTimersByTime(HOUR - 60_000);
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(60_000);
    const [fn] = resolver.ofType('AWS::Lambda::Function');
    const [rule] = resolver.ofType('AWS::Events::Rule');
    expect(sent).toEqual([
      {
        arn: fn?.attributes.Arn,
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
    vi.advanceTimersByTime(2 * HOUR);
    expect(sent).toHaveLength(3);
  });

  it('knows rates that are longer than a timer can wait', () => {
    const { schedules, sent } = schedulesOf(resolverOf({ schedule: RATE(Duration.days(30)) }));
    schedules.start();
    vi.advanceTimersByTime(29 * 24 * HOUR);
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(24 * HOUR);
    expect(sent).toHaveLength(1);
  });

  it('makes up for what came due while nothing ran, once', async () => {
    const resolver = resolverOf({ schedule: RATE(Duration.days(1)) });
    const first = schedulesOf(resolver);
    first.schedules.start();
    await first.schedules.close();
    vi.setSystemTime('2030-01-04T12:00:00Z');
    const { schedules, sent } = schedulesOf(resolver);
    schedules.start();
    vi.advanceTimersByTime(HOUR);
    expect(sent).toHaveLength(1);
  });

  it('hands on the input that the rule gives, and rests while it is disabled', async () => {
    const input = events.RuleTargetInput.fromObject({ deep: true });
    const rule = { schedule: RATE(Duration.minutes(1)), enabled: false };
    const { schedules, sent } = schedulesOf(resolverOf(rule, { event: input, retryAttempts: 1 }));
    schedules.start();
    vi.advanceTimersByTime(HOUR);
    expect(sent).toEqual([]);
    await schedules.run('Nightly');
    expect(sent).toMatchObject([{ event: { deep: true } }]);
  });

  it('can be run now, by the name of its construct or its logical id', async () => {
    const resolver = resolverOf({ schedule: RATE(Duration.days(1)) });
    const { schedules } = schedulesOf(resolver);
    expect(schedules.names).toEqual(['Nightly']);
    expect(await schedules.run('Nightly')).toEqual([{ removed: 2 }]);
    expect(await schedules.run(resolver.ofType('AWS::Events::Rule')[0]!.logicalId)).toEqual([{ removed: 2 }]);
    await expect(schedules.run('Yearly')).rejects.toThrow('There are: Nightly');
  });

  it('that is run now tells of a function that fails', async () => {
    const error = { errorType: 'TypeError', errorMessage: 'not yet' };
    const rule = { schedule: RATE(Duration.days(1)) };
    const { schedules } = schedulesOf(resolverOf(rule), { ok: false, timedOut: false, error });
    await expect(schedules.run('Nightly')).rejects.toThrow('TypeError: not yet');
  });

  it.each<[string, events.RuleProps, targets.LambdaFunctionProps, RegExp]>([
    ['a cron expression', { schedule: events.Schedule.cron({ hour: '3' }) }, {}, /Nightly.* cron\(/],
    ['a pattern of events', { eventPattern: { source: ['aws.s3'] } }, {}, /Nightly.*EventPattern/],
    [
      'an input made of the event',
      { schedule: RATE(Duration.days(1)) },
      { event: events.RuleTargetInput.fromText(`at ${events.EventField.time}`) },
      /Nightly.*InputTransformer/,
    ],
  ])('is refused with %s', (_, rule, target, message) => {
    expect(() => schedulesOf(resolverOf(rule, target))).toThrow(message);
  });
});
