import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { METRICS } from '../../shared/contract/metrics.ts';
import { findResources, synthesise } from '../support/synthesis.ts';

const production = synthesise({ stage: 'prod' });

describe('the content security policy', () => {
  it('allows payment providers on the payment page only', () => {
    const policies = findResources(production.site, 'AWS::CloudFront::ResponseHeadersPolicy');
    const [pages, payments] = ['PageHeaders', 'PaymentHeaders'].map((id) =>
      JSON.stringify(policies.find(([name]) => name.startsWith(id))),
    );
    expect(pages).toContain("script-src 'self';");
    expect(pages).not.toMatch(/stripe|paypal/);
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

describe('the published pages', () => {
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

  it('cache assets for a year and other files not at all; without a build, nothing is published', () => {
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

  it('use the custom domain, which needs a certificate', () => {
    site.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: { Aliases: ['fathom.example'] },
    });
    expect(() => synthesise({ stage: 'prod', domainName: 'fathom.example' })).toThrow(/certificateArn/);
  });
});

describe('the operations stack', () => {
  const alarms = findResources(production.operations, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties);

  it('notifies one topic when an alarm starts and ends', () => {
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
    const [[topic]] = findResources(production.operations, 'AWS::SNS::Topic') as [[string, never]];
    for (const { AlarmActions, OKActions, AlarmDescription } of alarms) {
      expect([AlarmActions, OKActions]).toEqual([[{ Ref: topic }], [{ Ref: topic }]]);
      expect(JSON.stringify(AlarmDescription).length).toBeGreaterThan(20);
    }
  });

  it('has each alarm explained in docs/operating.md', () => {
    const guide = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8');
    for (const { AlarmName } of alarms) {
      expect(guide).toContain(`\`${String(AlarmName).replace('fathom-prod-', '')}\``);
    }
  });

  it('shows every product metric on the dashboard', () => {
    const [[, { Properties }]] = findResources(production.operations, 'AWS::CloudWatch::Dashboard') as [
      [string, never],
    ];
    for (const name of Object.keys(METRICS)) expect(JSON.stringify(Properties)).toContain(name);
  });

  it('emails alarms and creates a budget if the stage sets them', () => {
    const { operations } = synthesise({ stage: 'prod', alarmEmail: 'ops@fathom.example', monthlyBudgetDollars: '50' });
    operations.hasResourceProperties('AWS::SNS::Subscription', { Protocol: 'email', Endpoint: 'ops@fathom.example' });
    operations.hasResourceProperties('AWS::Budgets::Budget', {
      Budget: { BudgetLimit: { Amount: 50, Unit: 'USD' }, TimeUnit: 'MONTHLY' },
    });
    production.operations.resourceCountIs('AWS::Budgets::Budget', 0);
    expect(() => synthesise({ stage: 'prod', monthlyBudgetDollars: 'much' })).toThrow(/monthlyBudgetDollars/);
  });
});
