import { Aws, Duration } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { INDEXES } from '../../lambdas/table/schema.ts';
import { METRICS_NAMESPACE, type MetricName } from '../../shared/contract/metrics.ts';
import { CANARY_PERIOD } from './canary.ts';
import { type FirewallName, formatFirewallMetricName } from './rate-rule.ts';

/** Resources with metrics, by the names that CloudWatch uses. */
export interface MonitoredResources {
  readonly httpApiId: string;
  readonly socketApiId: string;
  readonly tableName: string;
  /** Names of the queues for failed events, by function. */
  readonly failureQueues: Readonly<Record<string, string>>;
  /** Names of the rules that run hourly jobs, by job. */
  readonly jobRules: Readonly<Record<string, string>>;
  /** Names of the functions that Cognito calls during a sign-up. */
  readonly signUpTriggers: Readonly<Record<'PreSignUp' | 'PostConfirmation', string>>;
  /** Name of the function that reads the table's stream. */
  readonly changeFeedFunction: string;
  /** Names of the functions of the WebSocket API's routes. */
  readonly socketFunctions: readonly string[];
  readonly userPoolId: string;
  readonly userPoolClientIds: readonly string[];
  /** Log group with one line per request of the HTTP API. */
  readonly accessLogName: string;
  /** The firewalls of the stage. */
  readonly firewalls: readonly FirewallName[];
  /** Name of the function that checks the site. Undefined if the stage has no canary. */
  readonly canaryFunction?: string | undefined;
}

/** The period of all metrics, unless an alarm sets another. */
export const PERIOD = Duration.minutes(5);

/** Builds the metrics of a stage, for its alarms and its dashboard. Each method is named after what it measures. */
export class StageMetrics {
  readonly #stageName: string;
  readonly #resources: MonitoredResources;

  constructor(stageName: string, resources: MonitoredResources) {
    this.#stageName = stageName;
    this.#resources = resources;
  }

  /** A metric that the functions count themselves, such as `paymentsCredited`. */
  productMetric(metricName: MetricName): cloudwatch.Metric {
    return new cloudwatch.Metric({
      namespace: METRICS_NAMESPACE,
      metricName,
      dimensionsMap: { service: 'fathom', stage: this.#stageName },
      statistic: 'Sum',
      period: PERIOD,
    });
  }

  /** A metric of the HTTP API. */
  http(metricName: string, statistic: string): cloudwatch.Metric {
    return buildAwsMetric('ApiGateway', metricName, statistic, { ApiId: this.#resources.httpApiId });
  }

  /** A metric of the WebSocket API. */
  socket(metricName: string): cloudwatch.Metric {
    return buildAwsMetric('ApiGateway', metricName, 'Sum', { ApiId: this.#resources.socketApiId });
  }

  /** A metric of the table, without its indexes. */
  table(metricName: string): cloudwatch.Metric {
    return buildAwsMetric('DynamoDB', metricName, 'Sum', { TableName: this.#resources.tableName });
  }

  /**
   * Throttled reads or writes, for the table and for each index.
   *
   * CloudWatch has the metric `ThrottledRequests` only per operation, so this doesn't use it. See "DynamoDB metrics and
   * dimensions" in the DynamoDB developer guide.
   */
  throttlesByResource(kind: 'Read' | 'Write'): Record<string, cloudwatch.Metric> {
    const metricName = `${kind}ThrottleEvents`;
    const { tableName: TableName } = this.#resources;
    const indexMetrics = Object.keys(INDEXES).map((index) => [
      `index${index}`,
      buildAwsMetric('DynamoDB', metricName, 'Sum', { TableName, GlobalSecondaryIndexName: index }),
    ]);
    return { table: this.table(metricName), ...Object.fromEntries(indexMetrics) };
  }

  /**
   * Failures of sockets: those that functions report, and calls of routes that crash or time out. At most ten metrics.
   */
  socketFailures(): Record<string, cloudwatch.Metric> {
    const crashes = this.#resources.socketFunctions.map((name, index) => [`route${index}`, this.functionErrors(name)]);
    return { reported: this.productMetric('socketFailures'), ...Object.fromEntries(crashes) };
  }

  /** Requests that Cognito rejects because of its quotas. See "User pool metrics" in the Cognito developer guide. */
  cognitoThrottles(): Record<string, cloudwatch.Metric> {
    const { userPoolId: UserPool, userPoolClientIds } = this.#resources;
    const metrics = userPoolClientIds.flatMap((UserPoolClient, client) =>
      ['SignIn', 'SignUp', 'TokenRefresh'].map((kind) => [
        `client${client}${kind}`,
        buildAwsMetric('Cognito', `${kind}Throttles`, 'Sum', { UserPool, UserPoolClient }),
      ]),
    );
    return Object.fromEntries(metrics);
  }

  /**
   * Requests that were rejected with 429, counted by a filter of the access log.
   *
   * API Gateway may leave out lines of excessive 429 responses. See "Monitor HTTP APIs" in the API Gateway developer
   * guide.
   */
  tooManyRequests(): cloudwatch.Metric {
    return new cloudwatch.Metric({
      namespace: METRICS_NAMESPACE,
      metricName: formatTooManyRequestsName(this.#stageName),
      statistic: 'Sum',
      period: PERIOD,
    });
  }

  /**
   * Requests that the firewalls blocked, before a function or the access log saw them; undefined without a firewall.
   *
   * See "AWS WAF metrics and dimensions" in the AWS WAF developer guide: a firewall of CloudFront has no dimension
   * Region.
   */
  blockedRequests(): cloudwatch.MathExpression | undefined {
    const { firewalls } = this.#resources;
    if (firewalls.length === 0) return undefined;

    const metrics = firewalls.map((firewall) => {
      const dimensions = { WebACL: formatFirewallMetricName(this.#stageName, firewall), Rule: 'ALL' };
      const regionDimension = firewall === 'members' && { Region: Aws.REGION };
      return [firewall, buildAwsMetric('WAFV2', 'BlockedRequests', 'Sum', { ...dimensions, ...regionDimension })];
    });
    return sumMetrics('Blocked by firewalls', Object.fromEntries(metrics));
  }

  /** The age of the record that the change feed read last, in milliseconds. */
  changeFeedAge(): cloudwatch.Metric {
    return buildAwsMetric('Lambda', 'IteratorAge', 'Maximum', { FunctionName: this.#resources.changeFeedFunction });
  }

  /** Runs of a job, counted by EventBridge. 0 if the rule is disabled or deleted. */
  jobRuns(job: string, RuleName: string): cloudwatch.MathExpression {
    const id = `runs${job}`;
    return new cloudwatch.MathExpression({
      label: job,
      expression: `FILL(${id}, 0)`,
      usingMetrics: { [id]: buildAwsMetric('Events', 'Invocations', 'Sum', { RuleName }) },
      period: Duration.hours(1),
    });
  }

  /** Checks of the site that passed. 0 if the canary fails or doesn't run; undefined if the stage has no canary. */
  passedChecks(): cloudwatch.MathExpression | undefined {
    const { canaryFunction: FunctionName } = this.#resources;
    if (FunctionName === undefined) return undefined;

    return new cloudwatch.MathExpression({
      label: 'Passed checks of the site',
      expression: 'FILL(checks, 0) - FILL(failures, 0)',
      usingMetrics: {
        checks: buildAwsMetric('Lambda', 'Invocations', 'Sum', { FunctionName }),
        failures: buildAwsMetric('Lambda', 'Errors', 'Sum', { FunctionName }),
      },
      period: CANARY_PERIOD,
    });
  }

  /** Invocations of a function that failed: an error, a crash, or a timeout. */
  functionErrors(functionName: string): cloudwatch.Metric {
    return buildAwsMetric('Lambda', 'Errors', 'Sum', { FunctionName: functionName });
  }

  /** Events that wait in a failure queue. */
  failedEvents(queue: string): cloudwatch.Metric {
    return buildAwsMetric('SQS', 'ApproximateNumberOfMessagesVisible', 'Maximum', { QueueName: queue });
  }

  /** A metric over all functions of the account. */
  allFunctions(metricName: string, statistic: string): cloudwatch.Metric {
    return buildAwsMetric('Lambda', metricName, statistic);
  }

  /** One line for each function of the stage. For graphs only: alarms can't search. */
  eachFunction(metricName: string, statistic: string): cloudwatch.MathExpression {
    const words = listFunctionNameWords(this.#stageName);
    return new cloudwatch.MathExpression({
      label: '',
      expression: `SEARCH('{AWS/Lambda,FunctionName} MetricName="${metricName}" ${words}', '${statistic}')`,
      usingMetrics: {},
      period: PERIOD,
    });
  }
}

/**
 * Characters of a stack's name that are always in the names of its functions.
 *
 * CloudFormation generates the names from the stack, the logical ID, and a suffix. A function's name has at most 64
 * characters, so it cuts the stack to 24 or 25 of them if the logical ID is long. AWS doesn't document that.
 */
const KEPT_CHARACTERS = 24;

/**
 * Returns the words with which the names of a stage's functions start, such as `fathom prod`. A search finds only whole
 * words.
 *
 * The digest of a preview comes early enough to be among them (`infra/previews.ts`). If an operator chose a long name
 * for a preview, other previews can have the same words.
 */
function listFunctionNameWords(stageName: string): string {
  const start = `fathom-${stageName}-`.slice(0, KEPT_CHARACTERS);
  return start.slice(0, start.lastIndexOf('-')).replaceAll('-', ' ');
}

/**
 * Returns the name of the metric of rejected requests. The name contains the stage, because metrics of log filters have
 * no dimension.
 */
export function formatTooManyRequestsName(stageName: string): string {
  return `tooManyRequests-${stageName}`;
}

/**
 * Builds the sum of metrics, in which missing values count as 0.
 *
 * Services publish some metrics only when they have something to count, and a sum with a missing value has no value.
 *
 * @param metrics at most ten, the limit of an alarm
 */
export function sumMetrics(
  label: string,
  metrics: Readonly<Record<string, cloudwatch.IMetric>>,
): cloudwatch.MathExpression {
  const terms = Object.keys(metrics).map((name) => `FILL(${name}, 0)`);
  return new cloudwatch.MathExpression({
    label,
    expression: `SUM([${terms.join(', ')}])`,
    usingMetrics: metrics,
    period: PERIOD,
  });
}

/** Builds a metric that an AWS service publishes. */
function buildAwsMetric(
  service: string,
  metricName: string,
  statistic: string,
  dimensionsMap?: Record<string, string>,
): cloudwatch.Metric {
  return new cloudwatch.Metric({ namespace: `AWS/${service}`, metricName, dimensionsMap, statistic, period: PERIOD });
}
