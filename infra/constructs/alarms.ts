import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type * as sns from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { MetricName } from '../../shared/contract/metrics.ts';
import type { Stage } from '../stage.ts';
import { type MonitoredResources, PERIOD, type StageMetrics, sumMetrics } from './stage-metrics.ts';

interface AlarmsProps {
  readonly stage: Stage;
  readonly monitored: MonitoredResources;
  readonly metrics: StageMetrics;
  readonly topic: sns.ITopic;
}

interface AlarmSettings {
  /** The alarm starts when the metric is greater than the threshold; with `below`, when it is less or missing. */
  readonly threshold: number;
  readonly below?: true;
  /** Number of consecutive periods of the metric that must break the threshold. */
  readonly periods: number;
  /** Explains the problem in the alarm's email. */
  readonly description: string;
}

/** Reports that may occur within five minutes without an alarm. All other reports start one immediately. */
const TOLERATED_COUNTS: Readonly<Partial<Record<MetricName, number>>> = {
  // A job can visit a few items before the feed has delivered their latest change.
  viewRowsRepaired: 10,
  // Strangers can send forged events, which have no effect.
  webhooksRefused: 10,
};

/** The alarms of a stage. docs/operating.md explains the meaning of each alarm, and what to do. */
export class Alarms extends Construct {
  readonly #props: AlarmsProps;

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    this.#props = props;
    this.#watchCanary();
    this.#watchRequests();
    this.#watchCapacity();
    this.#watchSockets();
    this.#watchAccounts();
    this.#watchFailedEvents();
    this.#watchChangeFeed();
    this.#watchJobs();
    this.#watchReports();
  }

  #watchCanary(): void {
    const passedChecks = this.#props.metrics.passedChecks();
    if (!passedChecks) return;
    // Needs two failures in a row, because a single check can fail by a temporary fault.
    this.#create('CanaryFailed', passedChecks, {
      threshold: 1,
      below: true,
      periods: 2,
      description: 'Signing in, uploading, reading, or deleting through the site failed twice in a row.',
    });
  }

  #watchRequests(): void {
    const { metrics } = this.#props;
    const errorRate = new cloudwatch.MathExpression({
      label: 'Responses of 500 and above, percent',
      // CloudWatch rejects MAX([calls, 1]): an array can't have metrics and numbers.
      expression: 'IF(calls > 0, 100 * errors / calls, 0)',
      usingMetrics: { errors: metrics.http('5xx', 'Sum'), calls: metrics.http('Count', 'Sum') },
      period: PERIOD,
    });

    this.#create('ErrorRate', errorRate, {
      threshold: 1,
      periods: 2,
      description: 'More than 1% of API requests fail.',
    });
    // A cold start takes about a second, and a call to a payment provider up to two. Needs three periods in a row: at
    // night, with few requests, the p99 of five minutes is the slowest request.
    this.#create('Slow', metrics.http('Latency', 'p99'), {
      threshold: 3000,
      periods: 3,
      description: 'One of a hundred API requests takes longer than 3 seconds.',
    });
    // The threshold is one rejected request a second. A member who reaches a limit by hand causes a few a minute.
    this.#create('TooManyRequests', metrics.tooManyRequests(), {
      threshold: 300,
      periods: 2,
      description:
        'Many API requests are rejected with 429: an abuser, a loop in a client, or a limit that is too low.',
    });

    const blockedRequests = metrics.blockedRequests();
    if (!blockedRequests) return;

    // A loop from one address above its limit reaches the threshold. A school that shares an address causes only a few
    // dozen blocked requests.
    this.#create('RequestsBlocked', blockedRequests, {
      threshold: 1000,
      periods: 2,
      description: 'The firewalls block many requests: an attack, a loop in a client, or a limit that is too low.',
    });
  }

  #watchCapacity(): void {
    const { metrics } = this.#props;
    this.#create('Throttled', metrics.allFunctions('Throttles', 'Sum'), {
      threshold: 0,
      periods: 2,
      description: "The account's concurrency quota throttles functions.",
    });

    for (const kind of ['Read', 'Write'] as const) {
      // A partition is throttled for seconds while DynamoDB splits it. Functions retry those requests.
      this.#create(
        `${kind}sThrottled`,
        sumMetrics(`Throttled ${kind.toLowerCase()}s`, metrics.throttlesByResource(kind)),
        {
          threshold: 10,
          periods: 2,
          description: `${kind}s of a partition of the table or an index exceed the throughput that DynamoDB allows.`,
        },
      );
    }
  }

  #watchSockets(): void {
    this.#create('SocketsFailed', sumMetrics('Failures of sockets', this.#props.metrics.socketFailures()), {
      threshold: 5,
      periods: 1,
      description: 'Opening sockets or sending frames fails on our side.',
    });
  }

  #watchAccounts(): void {
    const { metrics, monitored } = this.#props;
    const { PreSignUp, PostConfirmation } = monitored.signUpTriggers;

    // The trigger also fails on purpose: for sign-ups that bypass the API, and for invalid usernames.
    this.#create('PreSignUpFailed', metrics.functionErrors(PreSignUp), {
      threshold: 10,
      periods: 1,
      description:
        'Sign-ups are rejected before Cognito creates the account: a fault of ours, or requests that bypass the API.',
    });
    this.#create('PostConfirmationFailed', metrics.functionErrors(PostConfirmation), {
      threshold: 0,
      periods: 1,
      description: "A new member has no profile yet, or a password reset didn't sign out everywhere.",
    });
    this.#create('CognitoThrottled', sumMetrics('Throttled requests to Cognito', metrics.cognitoThrottles()), {
      threshold: 10,
      periods: 2,
      description: "Sign-ins, sign-ups, or sessions exceed Cognito's quotas.",
    });
  }

  #watchFailedEvents(): void {
    const { metrics, monitored } = this.#props;
    for (const [name, queueName] of Object.entries(monitored.failureQueues)) {
      this.#create(`${name}Failed`, metrics.failedEvents(queueName), {
        threshold: 0,
        periods: 1,
        description: `${name} failed for an event after all retries. The event is in the queue ${queueName}.`,
      });
    }
  }

  /** Watches the age of the records that the change feed reads. The stream drops records after 24 hours. */
  #watchChangeFeed(): void {
    this.#create('ChangeFeedLate', this.#props.metrics.changeFeedAge(), {
      threshold: 15 * 60_000,
      periods: 2,
      description: 'The change feed is more than 15 minutes behind, so views are out of date.',
    });
  }

  /**
   * Watches the hourly jobs. Allows three hours without a run, because a run can be late and fall into the next hour.
   */
  #watchJobs(): void {
    const { metrics, monitored } = this.#props;
    for (const [name, ruleName] of Object.entries(monitored.jobRules)) {
      this.#create(`${name}Stopped`, metrics.jobRuns(name, ruleName), {
        threshold: 1,
        below: true,
        periods: 3,
        description: `The job ${name} has not been started for three hours.`,
      });
    }
  }

  /** Watches metrics that functions count themselves. */
  #watchReports(): void {
    const reports: [name: MetricName, description: string][] = [
      ['ledgerMismatches', "A profile's depth differs from the sum of its ledger entries."],
      [
        'orphanPurgesRefused',
        'Most of the known members have no sign-in: a wrong or restored user pool. Nothing was purged.',
      ],
      ['deletionsRefused', 'Too much seems to be deleted: a lost table or bucket. Nothing was deleted.'],
      ['objectsUnexplained', 'Objects have no item, and nothing shows that they were deleted. They are kept.'],
      ['viewRowsRepaired', 'A job had to repair a view: the change feed loses changes, or its mapping is disabled.'],
      ['rowsFailed', 'A job completed without some of its members, files, or posts: processing them fails each time.'],
      ['paymentsUnclaimed', "A payment couldn't be credited to a member."],
      ['webhooksRefused', 'Webhook events have invalid signatures: wrong keys, or forged events.'],
    ];

    for (const [name, description] of reports) {
      this.#create(name, this.#props.metrics.productMetric(name), {
        threshold: TOLERATED_COUNTS[name] ?? 0,
        periods: 1,
        description,
      });
    }
  }

  #create(id: string, metric: cloudwatch.IMetric, { threshold, below, periods, description }: AlarmSettings): void {
    const { ComparisonOperator, TreatMissingData } = cloudwatch;
    const alarm = new cloudwatch.Alarm(this, `${id[0]?.toUpperCase()}${id.slice(1)}`, {
      alarmName: `fathom-${this.#props.stage.name}-${id}`,
      alarmDescription: description,
      metric,
      threshold,
      comparisonOperator: below ? ComparisonOperator.LESS_THAN_THRESHOLD : ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: periods,
      treatMissingData: below ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    const notifyTopic = new SnsAction(this.#props.topic);

    alarm.addAlarmAction(notifyTopic);
    alarm.addOkAction(notifyTopic);
  }
}
