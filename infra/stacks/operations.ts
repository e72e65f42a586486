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

/** Resources with metrics, by the names that CloudWatch uses. */
interface MonitoredResources {
  readonly httpApiId: string;
  readonly socketApiId: string;
  readonly tableName: string;
  /** Names of the queues for failed events, by function. */
  readonly failureQueues: Readonly<Record<string, string>>;
}

interface OperationsStackProps extends StackProps {
  readonly stage: Stage;
  readonly monitored: MonitoredResources;
}

const PERIOD = Duration.minutes(5);

/** A dashboard, and alarms that notify one topic. docs/operating.md explains each alarm. */
export class OperationsStack extends Stack {
  readonly #stage: Stage;
  readonly #monitored: MonitoredResources;
  readonly #topic: sns.Topic;

  constructor(scope: Construct, id: string, { stage, monitored, ...props }: OperationsStackProps) {
    super(scope, id, props);
    this.#stage = stage;
    this.#monitored = monitored;
    this.#topic = new sns.Topic(this, 'Alarms', { displayName: `Fathom ${stage.name}`, enforceSSL: true });
    this.#topic.grantPublish(new iam.ServicePrincipal('budgets.amazonaws.com'));
    if (stage.alarmEmail) this.#topic.addSubscription(new subscriptions.EmailSubscription(stage.alarmEmail));
    this.#createAlarms();
    this.#createBudget();
    this.#createDashboard();
    new CfnOutput(this, 'AlarmTopicArn', { value: this.#topic.topicArn });
  }

  #createAlarms(): void {
    const errorRate = new cloudwatch.MathExpression({
      label: 'Responses of 500 and above, percent',
      expression: '100 * errors / MAX([calls, 1])',
      usingMetrics: { errors: this.#httpMetric('5xx', 'Sum'), calls: this.#httpMetric('Count', 'Sum') },
      period: PERIOD,
    });
    this.#createAlarm('ErrorRate', errorRate, {
      threshold: 1,
      periods: 2,
      description: 'More than 1% of API requests fail.',
    });
    this.#createAlarm('Throttled', this.#lambdaMetric('Throttles', 'Sum'), {
      threshold: 0,
      periods: 2,
      description: "The account's concurrency quota throttles functions.",
    });
    this.#createAlarm('TableThrottled', this.#tableMetric('ThrottledRequests', 'Sum'), {
      threshold: 10,
      periods: 2,
      description: 'A partition of the table exceeds the throughput that DynamoDB allows.',
    });
    for (const [name, queueName] of Object.entries(this.#monitored.failureQueues)) {
      this.#createAlarm(`${name}Failed`, failedEventsMetric(queueName), {
        threshold: 0,
        periods: 1,
        description: `${name} failed for an event after all retries. The event is in the queue ${queueName}.`,
      });
    }
    const reports: [MetricName, string][] = [
      ['ledgerMismatches', "A profile's depth differs from the sum of its ledger entries."],
      ['paymentsUnclaimed', "A payment couldn't be credited to a member."],
      ['webhooksRefused', 'Webhook events have invalid signatures: wrong keys, or forged events.'],
    ];
    for (const [name, means] of reports) {
      this.#createAlarm(name, this.#productMetric(name), {
        threshold: name === 'webhooksRefused' ? 10 : 0,
        periods: 1,
        description: means,
      });
    }
  }

  /** Notifies the topic at 80% of the monthly budget, and when the forecast exceeds it. */
  #createBudget(): void {
    const { monthlyBudgetDollars: amount } = this.#stage;
    if (amount === undefined) return;
    const notification = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: { notificationType, threshold, comparisonOperator: 'GREATER_THAN', thresholdType: 'PERCENTAGE' },
      subscribers: [{ subscriptionType: 'SNS', address: this.#topic.topicArn }],
    });
    new budgets.CfnBudget(this, 'Budget', {
      budget: {
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount, unit: 'USD' },
        // All resources of the stage have this tag.
        costFilters: { TagKeyValue: [`user:fathom:stage$${this.#stage.name}`] },
      },
      notificationsWithSubscribers: [notification('ACTUAL', 80), notification('FORECASTED', 100)],
    });
  }

  #createDashboard(): void {
    const graph = (title: string, left: cloudwatch.IMetric[], right: cloudwatch.IMetric[] = []) =>
      new cloudwatch.GraphWidget({ title, left, right, width: 8, height: 6, period: PERIOD });
    const latency = ['p50', 'p95', 'p99'].map((statistic) => this.#httpMetric('Latency', statistic));
    const perFunction = (metric: string, statistic: string) =>
      new cloudwatch.MathExpression({
        label: '',
        expression: `SEARCH('{AWS/Lambda,FunctionName} MetricName="${metric}" fathom ${this.#stage.name}', '${statistic}')`,
        usingMetrics: {},
        period: PERIOD,
      });
    const { failureQueues } = this.#monitored;
    new cloudwatch.Dashboard(this, 'Dashboard', {
      dashboardName: `fathom-${this.#stage.name}`,
      widgets: [
        [
          graph(
            'Traffic',
            [this.#httpMetric('Count', 'Sum')],
            [this.#httpMetric('4xx', 'Sum'), this.#httpMetric('5xx', 'Sum')],
          ),
          graph('Latency, milliseconds', latency),
          graph('Sockets', [this.#socketMetric('ConnectCount')], [this.#socketMetric('MessageCount')]),
        ],
        [
          graph('Functions: errors', [perFunction('Errors', 'Sum')]),
          graph('Functions: p95, milliseconds', [perFunction('Duration', 'p95')]),
          graph(
            'Functions: concurrency',
            [this.#lambdaMetric('ConcurrentExecutions', 'Maximum')],
            [this.#lambdaMetric('Throttles', 'Sum')],
          ),
        ],
        [
          graph('Table: units', [
            this.#tableMetric('ConsumedReadCapacityUnits', 'Sum'),
            this.#tableMetric('ConsumedWriteCapacityUnits', 'Sum'),
          ]),
          graph('Table: throttled', [this.#tableMetric('ThrottledRequests', 'Sum')]),
          graph('Failed events', Object.values(failureQueues).map(failedEventsMetric)),
        ],
        [
          graph('Depth gained, centimetres', [this.#productMetric('centimetresRisen')]),
          graph(
            'Payments',
            [this.#productMetric('paymentsCredited'), this.#productMetric('paymentsReversed')],
            [this.#productMetric('centsCredited')],
          ),
          graph('Must stay at 0', [
            this.#productMetric('ledgerMismatches'),
            this.#productMetric('paymentsUnclaimed'),
            this.#productMetric('webhooksRefused'),
          ]),
        ],
      ],
    });
  }

  #createAlarm(id: string, metric: cloudwatch.IMetric, { threshold, periods, description }: AlarmSettings): void {
    const alarm = new cloudwatch.Alarm(this, `${id[0]?.toUpperCase()}${id.slice(1)}`, {
      alarmName: `fathom-${this.#stage.name}-${id}`,
      alarmDescription: description,
      metric,
      threshold,
      comparisonOperator: cloudwatch.ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: periods,
      treatMissingData: cloudwatch.TreatMissingData.NOT_BREACHING,
    });
    const notifyTopic = new SnsAction(this.#topic);
    alarm.addAlarmAction(notifyTopic);
    alarm.addOkAction(notifyTopic);
  }

  #productMetric(metricName: MetricName): cloudwatch.Metric {
    return new cloudwatch.Metric({
      namespace: METRICS_NAMESPACE,
      metricName,
      dimensionsMap: { service: 'fathom', stage: this.#stage.name },
      statistic: 'Sum',
      period: PERIOD,
    });
  }

  #httpMetric(metricName: string, statistic: string): cloudwatch.Metric {
    return apiMetric(this.#monitored.httpApiId, metricName, statistic);
  }

  #socketMetric(metricName: string): cloudwatch.Metric {
    return apiMetric(this.#monitored.socketApiId, metricName, 'Sum');
  }

  #tableMetric(metricName: string, statistic: string): cloudwatch.Metric {
    const dimensionsMap = { TableName: this.#monitored.tableName };
    return new cloudwatch.Metric({ namespace: 'AWS/DynamoDB', metricName, dimensionsMap, statistic, period: PERIOD });
  }

  /** A metric over all functions of the account. */
  #lambdaMetric(metricName: string, statistic: string): cloudwatch.Metric {
    return new cloudwatch.Metric({ namespace: 'AWS/Lambda', metricName, statistic, period: PERIOD });
  }
}

interface AlarmSettings {
  /** The alarm fires when the metric is greater. */
  readonly threshold: number;
  /** Consecutive periods of five minutes. */
  readonly periods: number;
  /** Explains the problem in the alarm's email. */
  readonly description: string;
}

function apiMetric(ApiId: string, metricName: string, statistic: string): cloudwatch.Metric {
  const dimensionsMap = { ApiId };
  return new cloudwatch.Metric({ namespace: 'AWS/ApiGateway', metricName, dimensionsMap, statistic, period: PERIOD });
}

function failedEventsMetric(QueueName: string): cloudwatch.Metric {
  return new cloudwatch.Metric({
    namespace: 'AWS/SQS',
    metricName: 'ApproximateNumberOfMessagesVisible',
    dimensionsMap: { QueueName },
    statistic: 'Maximum',
    period: PERIOD,
  });
}
