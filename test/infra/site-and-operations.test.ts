import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { METRICS } from '../../shared/contract/metrics.ts';
import { resourcesOf, synthesise } from '../support/synthesis.ts';

const production = synthesise({ stage: 'prod' });

describe('the site', () => {
  it('lets payment providers in where payments are made, and nowhere else', () => {
    const policies = resourcesOf(production.site, 'AWS::CloudFront::ResponseHeadersPolicy');
    const [everywhere, payments] = ['PageHeaders', 'PaymentHeaders'].map((id) =>
      JSON.stringify(policies.find(([name]) => name.startsWith(id))),
    );
    expect(everywhere).toContain("script-src 'self';");
    expect(everywhere).not.toMatch(/stripe|paypal/);
    expect(payments).toContain("script-src 'self' https://js.stripe.com");
    production.site.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: {
        CacheBehaviors: Match.arrayWith([
          Match.objectLike({
            PathPattern: '/payments',
            ResponseHeadersPolicyId: { Ref: Match.stringLikeRegexp('^PaymentHeaders') },
          }),
        ]),
      },
    });
  });
});

describe('the pages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fathom-pages-'));
  mkdirSync(join(folder, 'assets'));
  for (const file of ['index.html', 'app.html', 'assets/app-1.js']) writeFileSync(join(folder, file), 'x');
  const { site, findings } = synthesise({
    stage: 'prod',
    pages: folder,
    stripePublishableKey: 'pk_live_1',
    paypalClientId: 'client',
    domainName: 'fathom.example',
    certificateArn: 'arn:aws:acm:us-east-1:111111111111:certificate/1',
  });

  it('are published where a build is given: assets for ever, the rest anew each time, with the configuration', () => {
    production.site.resourceCountIs('Custom::CDKBucketDeployment', 0);
    site.hasResourceProperties('Custom::CDKBucketDeployment', {
      Include: ['assets/*'],
      Prune: false,
      SystemMetadata: { 'cache-control': 'public, max-age=31536000, immutable' },
    });
    site.hasResourceProperties('Custom::CDKBucketDeployment', {
      Exclude: ['assets/*'],
      SystemMetadata: { 'cache-control': 'no-cache' },
      DistributionPaths: ['/*'],
    });
    expect(findings).toEqual([]);
  });

  it('have the name of their certificate, and neither without the other', () => {
    site.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: { Aliases: ['fathom.example'] },
    });
    expect(() => synthesise({ stage: 'prod', domainName: 'fathom.example' })).toThrow(/certificateArn/);
  });
});

describe('operations', () => {
  const alarms = resourcesOf(production.operations, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties);

  it('watches what must not happen, and tells one topic when it begins and when it ends', () => {
    const names = alarms.map(({ AlarmName }) => String(AlarmName).replace('fathom-prod-', ''));
    expect(names.sort()).toEqual([
      'ErrorRate',
      'FileStoredFailed',
      'PurgeFailed',
      'TableThrottled',
      'Throttled',
      'ledgerMismatches',
      'paymentsUnclaimed',
      'webhooksRefused',
    ]);
    const [[topic]] = resourcesOf(production.operations, 'AWS::SNS::Topic') as [[string, never]];
    for (const { AlarmActions, OKActions, AlarmDescription } of alarms) {
      expect([AlarmActions, OKActions]).toEqual([[{ Ref: topic }], [{ Ref: topic }]]);
      expect(JSON.stringify(AlarmDescription).length).toBeGreaterThan(20);
    }
  });

  it('has a word in docs/operating.md for each alarm', () => {
    const guide = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8');
    for (const { AlarmName } of alarms) {
      expect(guide).toContain(`\`${String(AlarmName).replace('fathom-prod-', '')}\``);
    }
  });

  it('draws every metric that the product counts', () => {
    const [[, { Properties }]] = resourcesOf(production.operations, 'AWS::CloudWatch::Dashboard') as [[string, never]];
    for (const name of Object.keys(METRICS)) expect(JSON.stringify(Properties)).toContain(name);
  });

  it('mails alarms and holds a budget where the stage says so', () => {
    const { operations } = synthesise({ stage: 'prod', alarmEmail: 'ops@fathom.example', monthlyBudgetDollars: '50' });
    operations.hasResourceProperties('AWS::SNS::Subscription', { Protocol: 'email', Endpoint: 'ops@fathom.example' });
    operations.hasResourceProperties('AWS::Budgets::Budget', {
      Budget: { BudgetLimit: { Amount: 50, Unit: 'USD' }, TimeUnit: 'MONTHLY' },
    });
    production.operations.resourceCountIs('AWS::Budgets::Budget', 0);
    expect(() => synthesise({ stage: 'prod', monthlyBudgetDollars: 'much' })).toThrow(/monthlyBudgetDollars/);
  });
});
