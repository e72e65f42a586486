/** The settings of a stage: which values they accept, and where they come from. */
import { App } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { DEFAULTS } from '../../../infra/define-stage.ts';
import { loadStage, readStage } from '../../../infra/stage.ts';
import { SETTINGS } from '../../../infra/stage-settings.ts';
import { ALL_SETTINGS, EMULATOR_SETTINGS } from '../../support/all-settings.ts';
import { readProjectFile } from '../../support/coverage-document.ts';
import { PRODUCTION, synthesize } from '../../support/synthesis.ts';

describe('loadStage', () => {
  it.each<[stage: string, overrides: Readonly<Record<string, unknown>>, message: RegExp]>([
    ['dev', { emailVerification: 'maybe' }, /emailVerification must be "none" or "required", not "maybe"/],
    ['dev', { depthIndexShards: 0 }, /depthIndexShards must be a whole number from 1 to 16, not 0/],
    ['dev', { depthIndexShards: 17 }, /depthIndexShards must be a whole number from 1 to 16, not 17/],
    ['dev', { objectRecoveryDays: 36 }, /objectRecoveryDays must be a whole number from 1 to 35, not 36/],
    ['prod', { objectRecoveryDays: 'none' }, /Production keeps deleted objects/],
    ['dev', { logRetentionDays: 8 }, /logRetentionDays must be 7 or 90/],
    ['dev', { requestsPerSecond: 0 }, /requestsPerSecond/],
    ['dev', { requestBurst: 'many' }, /requestBurst must be a whole number .* not "many"/],
    ['dev', { conductLimitPercent: 0 }, /conductLimitPercent must be a whole number from 1/],
    ['dev', { framesPerSecond: 1.5 }, /framesPerSecond/],
    ['dev', { frameBurst: '' }, /frameBurst/],
    ['dev', { memberCallsPerMinute: 0 }, /memberCallsPerMinute must be a whole number from 1/],
    ['dev', { requestsPerFiveMinutesPerAddress: 9 }, /requestsPerFiveMinutesPerAddress must be a whole number from 10/],
    ['dev', { requestsPerFiveMinutesPerAddress: 'off' }, /requestsPerFiveMinutesPerAddress/],
    ['prod', { requestsPerFiveMinutesPerAddress: 37_501 }, /at most 37500/],
    ['dev', { signInsPerFiveMinutesPerAddress: 9 }, /signInsPerFiveMinutesPerAddress must be a whole number from 10/],
    [
      'prod',
      { paymentsPerFiveMinutesPerAddress: 9 },
      /paymentsPerFiveMinutesPerAddress must be a whole number from 10/,
    ],
    ['dev', { paymentsPerFiveMinutesPerAddress: 50 }, /part of the firewall/],
    ['dev', { originCheck: 'yes' }, /originCheck must be true or false, not "yes"/],
    ['dev', { tracing: 1 }, /tracing/],
    ['dev', { reservedConcurrency: '5' }, /reservedConcurrency/],
    ['dev', { siteOrigins: 7 }, /siteOrigins must be a list/],
    ['dev', { monthlyBudgetDollars: -1 }, /monthlyBudgetDollars/],
    ['dev', { domainName: 'fathom.example' }, /certificateArn to one in us-east-1/],
    ['dev', { certificateArn: 'arn:aws:acm:us-east-1:1:certificate/1' }, /Also set domainName/],
    ['dev', { hostedZoneId: 'Z1', hostedZoneName: 'fathom.example' }, /Also set domainName/],
    ['dev', { domainName: 'fathom.example', hostedZoneId: 'Z1' }, /hostedZoneId and hostedZoneName together/],
    [
      'dev',
      { domainName: 'myfathom.example', hostedZoneId: 'Z1', hostedZoneName: 'fathom.example' },
      /in the hosted zone/,
    ],
    ['dev', { depthIndexShard: 8 }, /Unknown setting: depthIndexShard/],
    ['dev', { mailSender: 'fathom.example' }, /mailSender must be an email address .*, not "fathom.example"/],
    ['local', { canaryDeployments: true }, /canaryDeployments needs CodeDeploy/],
    ['prod', { stripeApiUrl: 'http://a.example' }, /stripeApiUrl.*Not for production/],
    ['prod', { paypalApiUrl: 'http://a.example' }, /paypalApiUrl.*Not for production/],
    ['prod', { passwordAuth: true }, /passwordAuth.*Not for production/],
    ['prod', { mailSender: undefined }, /Verify an email address in Amazon SES and set mailSender/],
    ['prod', { alarmEmail: undefined }, /set alarmEmail|Set alarmEmail/],
    ['prod', { emailVerification: 'none' }, /Set emailVerification to "required"/],
  ])('rejects on stage %s: %j', (stage, overrides, message) => {
    expect(() => loadStage(stage, { ...(stage === 'prod' && PRODUCTION), ...overrides })).toThrow(message);
  });

  it('names the file and everything that an operator must fill in before production is deployed', () => {
    expect(() => loadStage('prod')).toThrow(
      'infra/stages/prod.ts:\n' +
        '- mailSender must be an email address that is verified in Amazon SES, not "<fill in>"\n' +
        '- alarmEmail must be an email address that receives alarms, not "<fill in>"',
    );
  });

  it.each(['moon', 'preview', 'preview-', 'preview-UPPER', 'preview-a_b', `preview-${'a'.repeat(32)}`, 'constructor'])(
    'rejects the unknown stage "%s"',
    (name) => {
      expect(() => loadStage(name)).toThrow(
        `Unknown stage "${name}". Known stages: dev, local, prod, preview-<branch>.`,
      );
    },
  );

  it('uses one file for all previews, which are deleted with their data', () => {
    expect(loadStage('preview-fix-1')).toMatchObject({ name: 'preview-fix-1', kind: 'development', production: false });
  });

  it('converts texts of the command line, where "none" removes a limit', () => {
    const texts = {
      requestsPerSecond: '7',
      tracing: 'on',
      originCheck: 'off',
      siteOrigins: 'a,b',
      memberCallsPerMinute: 'none',
      emailVerification: 'none',
      originSecretVersion: '12',
    };

    expect(loadStage('local', texts)).toMatchObject({
      name: 'local',
      requestsPerSecond: 7,
      tracing: true,
      originCheck: false,
      siteOrigins: ['a', 'b'],
      memberCallsPerMinute: undefined,
      emailVerification: 'none',
      originSecretVersion: '12',
    });
  });

  it('verifies emails in production only', () => {
    expect(loadStage('prod', PRODUCTION).emailVerification).toBe('required');
    expect(loadStage('dev').emailVerification).toBe('none');
  });

  it('allows only the domain as origin of requests to the bucket, if the stage has one', () => {
    const { domainName, certificateArn } = ALL_SETTINGS;
    expect(loadStage('prod', { ...PRODUCTION, domainName, certificateArn }).siteOrigins).toEqual([
      'https://fathom.example',
    ]);
    expect(loadStage('prod', PRODUCTION).siteOrigins).toEqual(['*']);
  });
});

// "Amazon API Gateway quotas" (API Gateway developer guide): the lower quotas, of newer regions.
const SMALLEST_QUOTA = {
  requestsPerSecond: 2500,
  requestBurst: 1250,
  framesPerSecond: 2500,
  frameBurst: 1250,
} as const;

describe("API Gateway's quota in newer regions", () => {
  it('exceeds all defaults but those that docs/settings.md tells operators to lower', () => {
    const limits = Object.entries(SMALLEST_QUOTA) as [keyof typeof SMALLEST_QUOTA, number][];
    const tooHigh = limits.filter(([name, quota]) => (DEFAULTS.production[name] ?? 0) > quota);

    expect(tooHigh).toEqual([['frameBurst', SMALLEST_QUOTA.frameBurst]]);
    expect(readProjectFile('docs/settings.md')).toContain(
      `set \`frameBurst: ${SMALLEST_QUOTA.frameBurst}\` in production`,
    );
  });
});

describe('the command line of cdk', () => {
  const readFrom = (context: Record<string, string>) => readStage(new App({ context }).node);

  it('names the stage, which is dev by default', () => {
    expect(readFrom({ stage: 'preview-fix' }).name).toBe('preview-fix');
    expect(readFrom({ pages: 'web/dist' })).toMatchObject({ name: 'dev', pages: 'web/dist' });
  });

  it.each(['dev', 'prod', 'preview-fix'])('rejects settings on stage %s, and names its file', (stage) => {
    const file = `infra/stages/${stage.replace('-fix', '')}.ts`;
    expect(() => readFrom({ stage, depthIndexShards: '8', tracing: 'on' })).toThrow(
      `Set depthIndexShards, tracing in ${file}, not on the command line`,
    );
  });

  it('accepts settings on an emulator', () => {
    expect(readFrom({ stage: 'local', depthIndexShards: '8' }).depthIndexShards).toBe(8);
  });

  it("rejects unknown names, but not the CDK's own", () => {
    expect(() => readFrom({ stage: 'local', depthIndexShard: '8' })).toThrow('Unknown context: depthIndexShard.');
    const cdk = { '@aws-cdk/core:x': 'true', 'aws:cdk:bundling-stacks': '', 'acknowledged-issue-numbers': '1' };
    expect(readFrom({ stage: 'dev', ...cdk }).name).toBe('dev');
  });
});

describe('cdk-nag', () => {
  it('finds no violation without an explanation in code with all settings', () => {
    // ALL_SETTINGS has a value for each setting.
    expect(SETTINGS.filter((name) => !(name in { ...ALL_SETTINGS, ...EMULATOR_SETTINGS }))).toEqual([]);
    expect(synthesize({ stage: 'prod', ...ALL_SETTINGS }).findings).toEqual([]);
    expect(synthesize({ stage: 'local', ...EMULATOR_SETTINGS }).findings).toEqual([]);
  });
});
