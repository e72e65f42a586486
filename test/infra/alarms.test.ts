/**
 * The metrics and thresholds of alarms, and the access log that some alarms count.
 *
 * An alarm whose metric has a wrong name or dimension never starts, and no local target shows this. So most tests quote
 * the document of AWS that defines the metric.
 */
import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { INDEXES } from '../../lambdas/table/schema.ts';
import { synthesize } from '../support/synthesis.ts';
import {
  findResource,
  findResources,
  type IdentifiedResource,
  readExpressions,
  readMetrics,
} from '../support/template.ts';

const production = synthesize({ stage: 'prod' });
const { sockets, api, operations } = production;

/** Returns the alarm with this name in production. */
function findAlarm(name: string): IdentifiedResource {
  const alarms = findResources(operations, 'AWS::CloudWatch::Alarm');
  return alarms.find(({ Properties }) => Properties.AlarmName === `fathom-prod-${name}`)!;
}

/** Returns the name under which a firewall publishes its metrics. */
function readMetricName({ Properties }: IdentifiedResource): string {
  return (Properties.VisibilityConfig as { readonly MetricName: string }).MetricName;
}

/** Returns the metrics that an alarm's expressions use. */
const findMetrics = (name: string) => readMetrics(findAlarm(name));

describe('alarms of requests', () => {
  it.each([
    // Slower than 3,000 ms.
    ['Slow', 'p99', 3000, 3],
    // One rejected request per second in a period of five minutes.
    ['TooManyRequests', 'Sum', 300, 2],
  ])('%s compares the %s with its threshold', (name, statistic, Threshold, EvaluationPeriods) => {
    const alarm = findAlarm(name).Properties;
    expect(alarm).toMatchObject({ Threshold, EvaluationPeriods, ComparisonOperator: 'GreaterThanThreshold' });
    expect(alarm.ExtendedStatistic ?? alarm.Statistic).toBe(statistic);
  });

  // "AWS WAF metrics and dimensions" (AWS WAF developer guide): CloudFront's firewall has no dimension Region, and
  // WebACL is the metric name of the visibility settings.
  it('RequestsBlocked adds the requests that the firewalls block', () => {
    const names = production.stacks
      .flatMap(([, template]) => findResources(template, 'AWS::WAFv2::WebACL'))
      .map(readMetricName);
    expect(names.sort()).toEqual(['fathom-prod-members', 'fathom-prod-site']);

    const dimensions = findMetrics('RequestsBlocked').map(({ Namespace, MetricName, Dimensions }) => {
      expect([Namespace, MetricName]).toEqual(['AWS/WAFV2', 'BlockedRequests']);
      return Object.fromEntries(Dimensions!.map(({ Name, Value }) => [Name, Value]));
    });

    expect(dimensions).toEqual([
      { WebACL: 'fathom-prod-site', Rule: 'ALL' },
      { WebACL: 'fathom-prod-members', Rule: 'ALL', Region: { Ref: 'AWS::Region' } },
    ]);
    // In each of two periods of five minutes.
    expect(findAlarm('RequestsBlocked').Properties).toMatchObject({ Threshold: 1000, EvaluationPeriods: 2 });
  });

  it('RequestsBlocked exists only with a firewall', () => {
    const { operations: unprotectedOperations } = synthesize({ stage: 'dev' });
    expect(JSON.stringify(unprotectedOperations.toJSON())).not.toContain('WAFV2');
  });

  it('ErrorRate compares the share of failed requests, in percent', () => {
    const alarm = findAlarm('ErrorRate');
    expect(alarm.Properties).toMatchObject({
      Threshold: 1,
      EvaluationPeriods: 2,
      ComparisonOperator: 'GreaterThanThreshold',
    });
    expect(readExpressions(alarm)[0]).toBe('IF(calls > 0, 100 * errors / calls, 0)');
  });
});

describe('alarms of throttling', () => {
  // "DynamoDB metrics and dimensions" (DynamoDB developer guide): ThrottledRequests has the dimension Operation.
  it.each(['Read', 'Write'])('an alarm watches throttling of the table and each index (%ss)', (kind) => {
    const metrics = findMetrics(`${kind}sThrottled`);
    expect(new Set(metrics.map(({ MetricName }) => MetricName))).toEqual(new Set([`${kind}ThrottleEvents`]));

    const indexes = metrics.map(
      ({ Dimensions }) => Dimensions!.find(({ Name }) => Name === 'GlobalSecondaryIndexName')?.Value,
    );
    // The metric of the table itself names no index.
    expect(indexes.sort()).toEqual([...Object.keys(INDEXES), undefined].sort());
    for (const { Dimensions } of metrics) expect(Dimensions!.map(({ Name }) => Name)).toContain('TableName');
  });

  it('no alarm uses ThrottledRequests, which has no value per table', () => {
    expect(JSON.stringify(operations.toJSON())).not.toContain('ThrottledRequests');
  });
});

describe('CognitoThrottled', () => {
  // "User pool metrics in CloudWatch" (Cognito developer guide): published per pool and client.
  it('an alarm watches Cognito for rejected sign-ins, sign-ups, and sessions, by pool and client', () => {
    const metrics = findMetrics('CognitoThrottled');
    for (const name of ['SignInThrottles', 'SignUpThrottles', 'TokenRefreshThrottles']) {
      const dimensions = metrics.filter(({ MetricName }) => MetricName === name).map((metric) => metric.Dimensions!);
      const names = dimensions.map((metricDimensions) => metricDimensions.map(({ Name }) => Name));
      // The client of browsers, and the client of functions.
      expect(names, name).toEqual(Array(2).fill(['UserPool', 'UserPoolClient']));
    }
  });
});

describe('SocketsFailed', () => {
  it('an alarm watches sockets for reported failures, and for crashes of each route', () => {
    const routes = findResources(sockets, 'AWS::ApiGatewayV2::Route');
    // Lambda counts the crashes of each route's function in a metric of this name.
    const crashMetrics = routes.map(() => 'Errors');
    const names = findMetrics('SocketsFailed').map(({ MetricName }) => MetricName);
    expect(names.sort()).toEqual([...crashMetrics, 'socketFailures']);
  });
});

describe('the access log', () => {
  // "Enable logging from AWS services" (CloudWatch Logs user guide): the account's log policy has 5,120 bytes.
  it("the access log is under /aws/vendedlogs/, so that it adds nothing to the account's log policy", () => {
    const groups = findResources(api, 'AWS::Logs::LogGroup').flatMap(({ Properties }) => Properties.LogGroupName);
    expect(groups.filter(Boolean)).toEqual(['/aws/vendedlogs/fathom-prod/http-api']);
    sockets.allResourcesProperties('AWS::ApiGatewayV2::Stage', { AccessLogSettings: Match.absent() });
  });

  it('counts requests that limits reject, under the name in the alarm', () => {
    api.hasResourceProperties('AWS::Logs::MetricFilter', {
      FilterPattern: '{ $.status = "429" }',
      MetricTransformations: [
        Match.objectLike({ MetricNamespace: 'Fathom', MetricName: findAlarm('TooManyRequests').Properties.MetricName }),
      ],
    });
  });

  it('the dashboard has a table of the access log by route and status', () => {
    const { Properties } = findResource(operations, 'AWS::CloudWatch::Dashboard');
    expect(JSON.stringify(Properties)).toContain('stats count(*) as responses by status, route');
  });
});

describe('expressions of alarms', () => {
  const alarms = findResources(operations, 'AWS::CloudWatch::Alarm');

  // "Using metric math" (CloudWatch user guide): a sum with a missing value has no value.
  it('alarms for several metrics count missing values as 0', () => {
    const sums = alarms.flatMap(readExpressions).filter((expression) => expression.startsWith('SUM'));
    expect(sums.length).toBeGreaterThan(1);
    // Such as SUM([FILL(m1, 0), FILL(m2, 0)]).
    for (const expression of sums) expect(expression).toMatch(/^SUM\(\[(FILL\(\w+, 0\)(, )?)+\]\)$/);
  });

  // "Create a CloudWatch alarm based on a metric math expression": at most ten metrics.
  it('alarms for several metrics use at most ten', () => {
    for (const alarm of alarms) {
      expect(readMetrics(alarm).length, String(alarm.Properties.AlarmName)).toBeLessThanOrEqual(10);
    }
  });

  // CloudWatch rejects an array of both: "Unsupported operand type(s) for MAX: '[Array[TimeSeries, Scalar]]'". Then the
  // alarm can't be created, and neither can the stack.
  it('expressions have no array with both metrics and numbers', () => {
    const expressions = alarms.flatMap(readExpressions);
    // The texts between the brackets, such as "FILL(m1, 0), FILL(m2, 0)".
    const arrays = expressions.flatMap((expression) =>
      [...expression.matchAll(/\[([^\]]*)\]/g)].map(([, list = '']) => list),
    );
    expect(arrays).not.toEqual([]);

    // Without the arguments of functions, which may be numbers.
    const elements = arrays.flatMap((list) => list.replaceAll(/\([^)]*\)/g, '').split(','));
    expect(elements.filter((element) => /^[\d.\s-]+$/.test(element))).toEqual([]);
  });
});
