import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { RESERVED_CONCURRENCY } from '../../../infra/constructs/reserved-concurrency.ts';
import { readStage, SETTINGS } from '../../../infra/stage.ts';
import { findResources, synthesise } from '../../support/synthesis.ts';

const production = synthesise({ stage: 'prod' });

const pages = mkdtempSync(join(tmpdir(), 'fathom-pages-'));
mkdirSync(join(pages, 'assets'));
for (const file of ['index.html', 'app.html', 'assets/app-1.js']) writeFileSync(join(pages, file), 'x');

/** Every setting, with a value that differs from the default where possible. */
const ALL_SETTINGS = {
  emailVerification: 'required',
  siteOrigins: 'https://fathom.example',
  depthIndexShards: '8',
  requestsPerSecond: '50',
  requestBurst: '100',
  framesPerSecond: '150',
  frameBurst: '200',
  memberCallsPerMinute: '100',
  requestsPerFiveMinutesPerAddress: '2000',
  paymentsPerFiveMinutesPerAddress: '50',
  originCheck: 'on',
  originSecretVersion: 'f3b1',
  tracing: 'on',
  reservedConcurrency: 'on',
  alarmEmail: 'ops@fathom.example',
  monthlyBudgetDollars: '50',
  pages,
  stripePublishableKey: 'pk_live_1',
  paypalClientId: 'client',
  domainName: 'fathom.example',
  certificateArn: 'arn:aws:acm:us-east-1:111111111111:certificate/1',
  stripeApiUrl: 'https://stripe.example',
  paypalApiUrl: 'https://paypal.example',
};
const allSettings = synthesise({ stage: 'prod', ...ALL_SETTINGS });

interface Statement {
  readonly Action: readonly string[];
  readonly Resource: unknown;
}

const readStageFrom = (context: Record<string, unknown>) => readStage(new App({ context }).node);

describe('readStage', () => {
  it.each([
    [{ stage: 'moon' }, /Unknown stage "moon"/],
    [{ emailVerification: 'maybe' }, /emailVerification must be "none" or "required", not "maybe"/],
    [{ depthIndexShards: 0 }, /depthIndexShards must be a whole number from 1 to 16, not "0"/],
    [{ requestsPerSecond: '0' }, /requestsPerSecond/],
    [{ requestBurst: 'many' }, /requestBurst/],
    [{ framesPerSecond: '1.5' }, /framesPerSecond/],
    [{ frameBurst: '' }, /frameBurst/],
    [{ requestsPerFiveMinutesPerAddress: '9' }, /requestsPerFiveMinutesPerAddress must be a whole number from 10/],
    [{ paymentsPerFiveMinutesPerAddress: '9' }, /paymentsPerFiveMinutesPerAddress must be a whole number from 10/],
    [{ paymentsPerFiveMinutesPerAddress: '50' }, /part of the firewall/],
    [{ originCheck: 'yes' }, /originCheck must be "on" or "off", not "yes"/],
    [{ tracing: 'true' }, /tracing/],
    [{ reservedConcurrency: '5' }, /reservedConcurrency/],
    [{ monthlyBudgetDollars: '-1' }, /monthlyBudgetDollars/],
    [{ domainName: 'fathom.example' }, /certificateArn/],
  ])('rejects %j', (context, message) => {
    expect(() => readStageFrom(context)).toThrow(message);
  });

  it('parses settings from the command line', () => {
    expect(
      readStageFrom({ requestsPerSecond: '7', tracing: 'on', originCheck: 'off', siteOrigins: 'a,b' }),
    ).toMatchObject({
      name: 'dev',
      requestsPerSecond: 7,
      tracing: true,
      originCheck: false,
      siteOrigins: ['a', 'b'],
    });
  });

  it('has a row in docs/operating.md for every setting', () => {
    const guide = readFileSync(new URL('../../../docs/operating.md', import.meta.url), 'utf8');
    const rows = guide.split('\n').filter((line) => line.startsWith('| `'));
    expect(SETTINGS.filter((name) => !rows.some((row) => row.includes(`\`${name}=`)))).toEqual([]);
  });
});

describe('throttling', () => {
  const limits = (template: Template) =>
    findResources(template, 'AWS::ApiGatewayV2::Stage').map(([, { Properties }]) => Properties.DefaultRouteSettings);

  it('uses the limits of production, of development, and of the context', () => {
    const development = synthesise({ stage: 'dev' });
    const custom = synthesise({ requestsPerSecond: '7', requestBurst: '8', framesPerSecond: '9', frameBurst: '10' });
    const rates = [production, development, custom].flatMap(({ api, sockets }) => [...limits(api), ...limits(sockets)]);
    expect(rates).toEqual([
      { ThrottlingRateLimit: 500, ThrottlingBurstLimit: 1000 },
      { ThrottlingRateLimit: 1000, ThrottlingBurstLimit: 2000 },
      { ThrottlingRateLimit: 100, ThrottlingBurstLimit: 200 },
      { ThrottlingRateLimit: 200, ThrottlingBurstLimit: 400 },
      { ThrottlingRateLimit: 7, ThrottlingBurstLimit: 8 },
      { ThrottlingRateLimit: 9, ThrottlingBurstLimit: 10 },
    ]);
  });
});

describe('tracing', () => {
  const functions = ({ storage, sockets, api }: typeof production) =>
    [storage, sockets, api]
      .flatMap((template) => findResources(template, 'AWS::Lambda::Function'))
      .filter(([id]) => !id.startsWith('BucketNotificationsHandler'));
  const modes = (synthesis: typeof production) =>
    functions(synthesis).map(([, { Properties }]) => (Properties.TracingConfig as { Mode: string } | undefined)?.Mode);

  it('is active in every function if it is on, and in none otherwise', () => {
    expect(new Set(modes(allSettings))).toEqual(new Set(['Active']));
    expect(new Set(modes(production))).toEqual(new Set([undefined]));
  });

  it('adds the only permissions without a resource: writing traces', () => {
    const { storage, sockets, api } = allSettings;
    const wildcardStatements = [storage, sockets, api]
      .flatMap((template) => findResources(template, 'AWS::IAM::Policy'))
      .filter(([id]) => !id.startsWith('BucketNotificationsHandler'))
      .flatMap(([, { Properties }]) => (Properties.PolicyDocument as { Statement: Statement[] }).Statement)
      .filter(({ Resource }) => Resource === '*');
    expect(wildcardStatements.length).toBe(functions(allSettings).length);
    for (const { Action } of wildcardStatements) {
      expect([...Action].sort()).toEqual(['xray:PutTelemetryRecords', 'xray:PutTraceSegments']);
    }
  });
});

describe('reserved concurrency', () => {
  const reserved = ({ storage, sockets, api }: typeof production) =>
    [storage, sockets, api].flatMap((template) =>
      findResources(template, 'AWS::Lambda::Function')
        .map(([, { Properties }]) => Properties)
        .filter(({ ReservedConcurrentExecutions }) => ReservedConcurrentExecutions !== undefined)
        .map(({ Environment, ReservedConcurrentExecutions }) => [
          (Environment as { Variables: Record<string, string> }).Variables.POWERTOOLS_SERVICE_NAME,
          ReservedConcurrentExecutions,
        ]),
    );

  it('applies to the listed functions if it is on, and is off by default because new accounts have a small quota', () => {
    expect(Object.fromEntries(reserved(allSettings))).toEqual(RESERVED_CONCURRENCY);
    expect(reserved(production)).toEqual([]);
  });

  it('leaves 100 unreserved instances, as AWS requires, within the quota in docs/operating.md', () => {
    const guide = readFileSync(new URL('../../../docs/operating.md', import.meta.url), 'utf8');
    const reservations = Object.values(RESERVED_CONCURRENCY).reduce((sum, each) => sum + each, 0);
    expect(/quota is at least\s+(\d+)/.exec(guide)?.[1]).toBe(String(reservations + 100));
  });
});

describe('cdk-nag', () => {
  it('finds no violation without an explanation in code with all settings', () => {
    expect(SETTINGS.filter((name) => !(name in ALL_SETTINGS))).toEqual([]);
    expect(allSettings.findings).toEqual([]);
  });
});
