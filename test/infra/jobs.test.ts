/** Scheduled jobs: how often they run, what happens to their failed events, and what they may access. */
import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { collectPermissions } from '../../infra/permissions.ts';
import { SEGMENTS } from '../../lambdas/account/audit-ledgers.ts';
import { synthesize } from '../support/synthesis.ts';
import { findResources, type IdentifiedResource, readReferencedId, readTemplate } from '../support/template.ts';

const { storage, sockets, api, operations } = synthesize({ stage: 'prod' });
const permissions = collectPermissions([storage, sockets, api].map(readTemplate));

/** Expects a rule that runs a function at this rate. */
function expectRule(functionName: RegExp, rate: string): void {
  storage.hasResourceProperties('AWS::Events::Rule', {
    ScheduleExpression: `rate(${rate})`,
    Targets: [
      Match.objectLike({
        Arn: { 'Fn::GetAtt': [Match.stringLikeRegexp(functionName.source), 'Arn'] },
        DeadLetterConfig: { Arn: Match.anyValue() },
      }),
    ],
  });
}

/** A target of a rule. */
interface Target {
  readonly Arn: unknown;
  readonly DeadLetterConfig?: { readonly Arn: unknown };
}

const readTargets = ({ Properties }: IdentifiedResource) => Properties.Targets as readonly Target[];

describe('every rule of EventBridge', () => {
  it("keeps events that it can't deliver, except the canary's", () => {
    const { stacks } = synthesize({ stage: 'prod', malwareScanning: true });
    const rules = stacks.flatMap(([, template]) => findResources(template, 'AWS::Events::Rule'));
    expect(rules.length).toBeGreaterThan(5);

    // The canary's alarm counts a missing check as a failed one.
    const rulesWithoutQueue = rules.filter((rule) =>
      readTargets(rule).some(({ DeadLetterConfig }) => DeadLetterConfig === undefined),
    );
    expect(rulesWithoutQueue.map(({ id }) => id.replace(/[0-9A-F]{8}$/, ''))).toEqual(['CanarySchedule']);
  });
});

describe('every scheduled job', () => {
  /** The rules of the templates. The canary's rule is in the operations stack, and has its own alarm. */
  const jobs = findResources(storage, 'AWS::Events::Rule')
    .filter(({ Properties }) => Properties.ScheduleExpression)
    .map((rule) => ({
      ruleId: rule.id,
      functionId: readReferencedId(readTargets(rule)[0]!.Arn)!,
      rate: String(rule.Properties.ScheduleExpression),
    }));

  it('the templates have scheduled jobs', () => {
    expect(jobs).not.toEqual([]);
  });

  it.each(jobs)('keeps the failed and the undelivered events of $functionId', (job) => {
    storage.hasResourceProperties('AWS::Events::Rule', {
      Targets: [{ Arn: { 'Fn::GetAtt': [job.functionId, 'Arn'] }, DeadLetterConfig: { Arn: Match.anyValue() } }],
    });
    storage.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
      FunctionName: { Ref: job.functionId },
      MaximumRetryAttempts: 2,
      DestinationConfig: { OnFailure: { Destination: Match.anyValue() } },
    });
  });

  // "Monitoring Amazon EventBridge" (EventBridge user guide): a disabled rule publishes no metric.
  it.each(jobs)('raises an alarm when $functionId has not run for three hours', ({ ruleId, rate }) => {
    operations.hasResourceProperties('AWS::CloudWatch::Alarm', {
      AlarmName: Match.stringLikeRegexp('Stopped$'),
      ComparisonOperator: 'LessThanThreshold',
      Threshold: 1,
      EvaluationPeriods: 3,
      TreatMissingData: 'breaching',
      Metrics: Match.arrayWith([
        Match.objectLike({
          MetricStat: Match.objectLike({
            Metric: Match.objectLike({
              MetricName: 'Invocations',
              Dimensions: [{ Name: 'RuleName', Value: { 'Fn::ImportValue': Match.stringLikeRegexp(ruleId) } }],
            }),
            Period: 3600,
          }),
        }),
      ]),
    });

    // A job that runs less often would raise the alarm.
    expect(rate).toMatch(/^rate\((1 hour|[1-5]?\d minutes)\)$/);
  });
});

describe('the purge job', () => {
  it('runs every hour, is retried twice, and reports failures', () => {
    expectRule(/^PurgeJob/, '1 hour');

    storage.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
      FunctionName: { Ref: Match.stringLikeRegexp('^PurgeJob') },
      MaximumRetryAttempts: 2,
      DestinationConfig: { OnFailure: { Destination: Match.anyValue() } },
    });
  });

  it('only the change feed can start the purge job', () => {
    const starters = [...permissions].filter(([, lines]) =>
      lines.some((line) => line.startsWith('lambda:') && line.includes('PurgeJob')),
    );
    expect(starters.map(([name]) => name)).toEqual(['ChangeFeedApply']);
  });
});

describe('the audit', () => {
  it('the audit has three concurrent workers, and at least one segment for each (ADR 34)', () => {
    const timeoutSeconds = 900;
    const periodSeconds = 300;
    const target = Match.objectLike({ Arn: { 'Fn::GetAtt': [Match.stringLikeRegexp('^AuditLedgers'), 'Arn'] } });

    storage.hasResourceProperties('AWS::Events::Rule', {
      Targets: [target],
      ScheduleExpression: `rate(${periodSeconds / 60} minutes)`,
    });

    const description = 'Compares ledgers with profiles';
    storage.hasResourceProperties('AWS::Lambda::Function', { Description: description, Timeout: timeoutSeconds });

    // Each run may take three periods, so three runs overlap. Each of them audits its own segment.
    expect(timeoutSeconds / periodSeconds).toBeLessThanOrEqual(SEGMENTS);
  });

  it('reads only job positions, profiles, and ledgers, and writes only its positions and the histogram', () => {
    expect(permissions.get('AuditLedgers')!.filter((line) => line.startsWith('dynamodb:'))).toEqual([
      'dynamodb:UpdateItem: Table (HISTOGRAM, JOB)',
      'dynamodb:PutItem: Table (JOB, MARKER)',
      'dynamodb:BatchGetItem, dynamodb:GetItem: Table (JOB, MARKER, USER)',
      'dynamodb:ConditionCheckItem, dynamodb:Query: Table (USER)',
      'dynamodb:Query: Table/index/ByDepth (USER)',
    ]);
  });
});

describe('the job for orphans', () => {
  it('runs every hour, and only looks up members in the user pool', () => {
    expectRule(/^PurgeOrphans/, '1 hour');

    const lines = permissions.get('PurgeOrphans')!.filter((line) => line.startsWith('cognito-idp:'));
    expect(lines).toEqual(['cognito-idp:AdminGetUser: MembersPool']);
  });

  it('raises an alarm when it refuses to purge', () => {
    operations.hasResourceProperties('AWS::CloudWatch::Alarm', {
      MetricName: 'orphanPurgesRefused',
      Threshold: 0,
      ComparisonOperator: 'GreaterThanThreshold',
      AlarmActions: Match.anyValue(),
    });
  });
});
