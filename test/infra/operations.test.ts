/** The alarms and the dashboard of the operations stack, and docs/operating.md, which explains them. */
import { describe, expect, it } from 'vitest';
import { getPreviewStage } from '../../infra/previews.ts';
import { METRICS } from '../../shared/contract/metrics.ts';
import { readProjectFile } from '../support/coverage-document.ts';
import { synthesize } from '../support/synthesis.ts';
import { findResource, findResources } from '../support/template.ts';

const production = synthesize({ stage: 'prod' });

describe('the operations stack', () => {
  const alarms = findResources(production.operations, 'AWS::CloudWatch::Alarm').map(({ Properties }) => Properties);

  it('notifies one topic when an alarm starts and ends', () => {
    expect(alarms).not.toEqual([]);

    const topic = findResource(production.operations, 'AWS::SNS::Topic').id;
    for (const { AlarmActions, OKActions, AlarmDescription } of alarms) {
      expect([AlarmActions, OKActions]).toEqual([[{ Ref: topic }], [{ Ref: topic }]]);
      expect(JSON.stringify(AlarmDescription).length).toBeGreaterThan(20);
    }
  });

  it('docs/operating.md explains each alarm', () => {
    const guide = readProjectFile('docs/operating.md');
    const headings = guide.split('\n').filter((line) => line.startsWith('### `'));
    const explainedNames = headings.flatMap((line) => [...line.matchAll(/`(\w+)`/g)].map(([, name]) => name));

    const settings = { stage: 'prod', malwareScanning: true, canaryDeployments: true };
    const { operations, canaryDeployments } = synthesize(settings);
    const names = [operations, canaryDeployments!]
      .flatMap((template) => findResources(template, 'AWS::CloudWatch::Alarm'))
      .map(({ Properties }) => String(Properties.AlarmName).replace('fathom-prod-', ''));

    expect(explainedNames.sort()).toEqual(names.sort());
  });

  it('shows every graph and table that docs/operating.md names', () => {
    const guide = readProjectFile('docs/operating.md').replace(/\s+/g, ' ');
    const phrases = [...guide.matchAll(/\b(?:graphs?|table) ("[^"]+"(?: and "[^"]+")?)/g)].map(([, titles]) => titles!);
    const namedTitles = phrases.flatMap((titles) => [...titles.matchAll(/"([^"]+)"/g)].map(([, title]) => title));
    expect(namedTitles.length).toBeGreaterThan(10);

    const { Properties } = findResource(production.operations, 'AWS::CloudWatch::Dashboard');
    for (const title of namedTitles) expect(JSON.stringify(Properties)).toContain(`\\"title\\":\\"${title}\\"`);
  });

  it('shows every product metric on the dashboard', () => {
    const { Properties } = findResource(production.operations, 'AWS::CloudWatch::Dashboard');
    for (const name of Object.keys(METRICS)) expect(JSON.stringify(Properties)).toContain(name);
  });

  // CloudFormation cuts a long name to 25 characters of the stack, 24 of the logical ID, and 12 random ones.
  it.each([
    ['prod', ['fathom', 'prod']],
    [getPreviewStage('search'), ['fathom', ...getPreviewStage('search').split('-').slice(0, 2)]],
  ])("finds the functions of %s by whole words that CloudFormation doesn't cut from their names", (stage, words) => {
    const functionName = `${`fathom-${stage}-storage`.slice(0, 25)}-ReconcileUploadsFunction-eh76Qqbt8dDQ`;

    const { operations } = synthesize({ stage });
    const dashboard = JSON.stringify(findResource(operations, 'AWS::CloudWatch::Dashboard'));
    const searches = [...dashboard.matchAll(/SEARCH\('\{[^}]*\} MetricName=\W+\w+\W+ (fathom [^']+)'/g)];

    expect(searches.map(([, text]) => text)).toEqual([words.join(' '), words.join(' ')]);
    expect(functionName.split('-').slice(0, words.length)).toEqual(words);
  });

  it('emails alarms and creates a budget if the stage has settings for them', () => {
    const { operations } = synthesize({ stage: 'prod', alarmEmail: 'ops@fathom.example', monthlyBudgetDollars: '50' });
    operations.hasResourceProperties('AWS::SNS::Subscription', { Protocol: 'email', Endpoint: 'ops@fathom.example' });
    operations.hasResourceProperties('AWS::Budgets::Budget', {
      Budget: { BudgetLimit: { Amount: 50, Unit: 'USD' }, TimeUnit: 'MONTHLY' },
    });
    production.operations.resourceCountIs('AWS::Budgets::Budget', 0);

    expect(() => synthesize({ stage: 'prod', monthlyBudgetDollars: 'much' })).toThrow(/monthlyBudgetDollars/);
  });

  it("creates the budget after the topic's policy, which allows AWS Budgets to publish", () => {
    const { operations } = synthesize({ stage: 'prod', monthlyBudgetDollars: '50' });
    const policy = findResource(operations, 'AWS::SNS::TopicPolicy');

    expect(JSON.stringify(policy.Properties)).toContain('budgets.amazonaws.com');
    expect(findResource(operations, 'AWS::Budgets::Budget').DependsOn).toContain(policy.id);
  });
});
