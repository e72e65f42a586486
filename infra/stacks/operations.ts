import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import * as budgets from 'aws-cdk-lib/aws-budgets';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as sns from 'aws-cdk-lib/aws-sns';
import * as subscriptions from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import { METRICS_NAMESPACE, type MetricName } from '../../shared/contract/metrics.ts';
import type { Stage } from '../stage.ts';

/** What is watched, by the ids that its metrics have. */
interface Watched {
  readonly httpApiId: string;
  readonly socketApiId: string;
  readonly tableName: string;
  /** Queues in which failed events end, by what failed. */
  readonly failureQueues: Readonly<Record<string, string>>;
}

interface OperationsStackProps extends StackProps {
  readonly stage: Stage;
  readonly watched: Watched;
}

const PERIOD = Duration.minutes(5);

/** One dashboard, and the alarms that matter, all told to one topic. What each means is in docs/operating.md. */
export class OperationsStack extends Stack {
  readonly #stage: Stage;
  readonly #watched: Watched;
  readonly #topic: sns.Topic;

  constructor(scope: Construct, id: string, { stage, watched, ...props }: OperationsStackProps) {
    super(scope, id, props);
    this.#stage = stage;
    this.#watched = watched;
    this.#topic = new sns.Topic(this, 'Alarms', { displayName: `Fathom ${stage.name}`, enforceSSL: true });
    this.#topic.grantPublish(new iam.ServicePrincipal('budgets.amazonaws.com'));
    if (stage.alarmEmail) this.#topic.addSubscription(new subscriptions.EmailSubscription(stage.alarmEmail));
    this.#alarms();
    this.#budget();
    this.#dashboard();
    new CfnOutput(this, 'AlarmTopicArn', { value: this.#topic.topicArn });
  }

  #alarms(): void {
    const errorRate = new cloudwatch.MathExpression({
      label: 'Answers of 500 and above, percent',
      expression: '100 * errors / MAX([calls, 1])',
      usingMetrics: { errors: this.#http('5xx', 'Sum'), calls: this.#http('Count', 'Sum') },
      period: PERIOD,
    });
    this.#alarm('ErrorRate', errorRate, { above: 1, periods: 2, means: 'The API fails for members.' });
    this.#alarm('Throttled', this.#lambda('Throttles', 'Sum'), {
      above: 0,
      periods: 2,
      means: 'Functions are called more often than the account allows at once.',
    });
    this.#alarm('TableThrottled', this.#table('ThrottledRequests', 'Sum'), {
      above: 10,
      periods: 2,
      means: 'A partition of the table is asked for more than DynamoDB gives.',
    });
    for (const [what, queueName] of Object.entries(this.#watched.failureQueues)) {
      this.#alarm(`${what}Failed`, failedEvents(queueName), {
        above: 0,
        periods: 1,
        means: `${what}: an event has failed for good. It waits in the queue ${queueName}.`,
      });
    }
    const reports: [MetricName, string][] = [
      ['ledgerMismatches', 'A profile is not what its ledger adds up to.'],
      ['paymentsUnclaimed', 'Money has arrived that nobody could be credited with.'],
      ['webhooksRefused', 'Events of payment providers bear no good signature: wrong keys, or somebody tries.'],
    ];
    for (const [name, means] of reports) {
      this.#alarm(name, this.#own(name), { above: name === 'webhooksRefused' ? 10 : 0, periods: 1, means });
    }
  }

  /** What a month may cost, where the stage says so: told at four fifths, and when it will be more. */
  #budget(): void {
    const { monthlyBudgetDollars: amount } = this.#stage;
    if (amount === undefined) return;
    const tell = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: { notificationType, threshold, comparisonOperator: 'GREATER_THAN', thresholdType: 'PERCENTAGE' },
      subscribers: [{ subscriptionType: 'SNS', address: this.#topic.topicArn }],
    });
    new budgets.CfnBudget(this, 'Budget', {
      budget: {
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount, unit: 'USD' },
        // Every resource of the stage bears this tag.
        costFilters: { TagKeyValue: [`user:fathom:stage$${this.#stage.name}`] },
      },
      notificationsWithSubscribers: [tell('ACTUAL', 80), tell('FORECASTED', 100)],
    });
  }

  #dashboard(): void {
    const graph = (title: string, left: cloudwatch.IMetric[], right: cloudwatch.IMetric[] = []) =>
      new cloudwatch.GraphWidget({ title, left, right, width: 8, height: 6, period: PERIOD });
    const latency = ['p50', 'p95', 'p99'].map((statistic) => this.#http('Latency', statistic));
    const perFunction = (metric: string, statistic: string) =>
      new cloudwatch.MathExpression({
        label: '',
        expression: `SEARCH('{AWS/Lambda,FunctionName} MetricName="${metric}" fathom ${this.#stage.name}', '${statistic}')`,
        usingMetrics: {},
        period: PERIOD,
      });
    const { failureQueues } = this.#watched;
    new cloudwatch.Dashboard(this, 'Dashboard', {
      dashboardName: `fathom-${this.#stage.name}`,
      widgets: [
        [
          graph('Traffic', [this.#http('Count', 'Sum')], [this.#http('4xx', 'Sum'), this.#http('5xx', 'Sum')]),
          graph('Latency, milliseconds', latency),
          graph('Sockets', [this.#socket('ConnectCount')], [this.#socket('MessageCount')]),
        ],
        [
          graph('Functions: errors', [perFunction('Errors', 'Sum')]),
          graph('Functions: p95, milliseconds', [perFunction('Duration', 'p95')]),
          graph(
            'Functions at once',
            [this.#lambda('ConcurrentExecutions', 'Maximum')],
            [this.#lambda('Throttles', 'Sum')],
          ),
        ],
        [
          graph('Table: units', [
            this.#table('ConsumedReadCapacityUnits', 'Sum'),
            this.#table('ConsumedWriteCapacityUnits', 'Sum'),
          ]),
          graph('Table: throttled', [this.#table('ThrottledRequests', 'Sum')]),
          graph('Failed jobs', Object.values(failureQueues).map(failedEvents)),
        ],
        [
          graph('Depth risen, centimetres', [this.#own('centimetresRisen')]),
          graph(
            'Payments',
            [this.#own('paymentsCredited'), this.#own('paymentsReversed')],
            [this.#own('centsCredited')],
          ),
          graph('Never', [this.#own('ledgerMismatches'), this.#own('paymentsUnclaimed'), this.#own('webhooksRefused')]),
        ],
      ],
    });
  }

  #alarm(id: string, metric: cloudwatch.IMetric, { above, periods, means }: AlarmSettings): void {
    const alarm = new cloudwatch.Alarm(this, `${id[0]?.toUpperCase()}${id.slice(1)}`, {
      alarmName: `fathom-${this.#stage.name}-${id}`,
      alarmDescription: means,
      metric,
      threshold: above,
      comparisonOperator: cloudwatch.ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: periods,
      treatMissingData: cloudwatch.TreatMissingData.NOT_BREACHING,
    });
    const tell = new SnsAction(this.#topic);
    alarm.addAlarmAction(tell);
    alarm.addOkAction(tell);
  }

  #own(metricName: MetricName): cloudwatch.Metric {
    return new cloudwatch.Metric({
      namespace: METRICS_NAMESPACE,
      metricName,
      dimensionsMap: { service: 'fathom', stage: this.#stage.name },
      statistic: 'Sum',
      period: PERIOD,
    });
  }

  #http(metricName: string, statistic: string): cloudwatch.Metric {
    return apiMetric(this.#watched.httpApiId, metricName, statistic);
  }

  #socket(metricName: string): cloudwatch.Metric {
    return apiMetric(this.#watched.socketApiId, metricName, 'Sum');
  }

  #table(metricName: string, statistic: string): cloudwatch.Metric {
    const dimensionsMap = { TableName: this.#watched.tableName };
    return new cloudwatch.Metric({ namespace: 'AWS/DynamoDB', metricName, dimensionsMap, statistic, period: PERIOD });
  }

  /** Of all functions of the account. */
  #lambda(metricName: string, statistic: string): cloudwatch.Metric {
    return new cloudwatch.Metric({ namespace: 'AWS/Lambda', metricName, statistic, period: PERIOD });
  }
}

interface AlarmSettings {
  readonly above: number;
  /** How many periods of five minutes in a row. */
  readonly periods: number;
  /** What it says to whoever is woken by it. */
  readonly means: string;
}

function apiMetric(ApiId: string, metricName: string, statistic: string): cloudwatch.Metric {
  const dimensionsMap = { ApiId };
  return new cloudwatch.Metric({ namespace: 'AWS/ApiGateway', metricName, dimensionsMap, statistic, period: PERIOD });
}

function failedEvents(QueueName: string): cloudwatch.Metric {
  return new cloudwatch.Metric({
    namespace: 'AWS/SQS',
    metricName: 'ApproximateNumberOfMessagesVisible',
    dimensionsMap: { QueueName },
    statistic: 'Maximum',
    period: PERIOD,
  });
}
