import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { Stage } from '../stage.ts';
import { type MonitoredResources, PERIOD, type StageMetrics, sum } from './stage-metrics.ts';

interface OperationsDashboardProps {
  readonly stage: Stage;
  readonly monitored: MonitoredResources;
  readonly metrics: StageMetrics;
}

/** The dashboard `fathom-<stage>`. docs/operating.md refers to its graphs by their titles. */
export class OperationsDashboard extends Construct {
  constructor(scope: Construct, id: string, { stage, monitored, metrics }: OperationsDashboardProps) {
    super(scope, id);
    // A row has 24 columns, so it has room for three graphs. `left` and `right` are the axes.
    const graph = (title: string, left: cloudwatch.IMetric[], right: cloudwatch.IMetric[] = []) =>
      new cloudwatch.GraphWidget({ title, left, right, width: 8, height: 6, period: PERIOD });

    // Undefined on stages without a canary or a firewall.
    const passedChecks = metrics.passedChecks();
    const blockedRequests = metrics.blockedRequests();

    new cloudwatch.Dashboard(this, 'Dashboard', {
      dashboardName: `fathom-${stage.name}`,
      widgets: [
        [
          graph('Traffic', [metrics.http('Count', 'Sum')], [metrics.http('4xx', 'Sum'), metrics.http('5xx', 'Sum')]),
          graph(
            'Latency, milliseconds',
            ['p50', 'p95', 'p99'].map((statistic) => metrics.http('Latency', statistic)),
          ),
          graph(
            'Sockets',
            [metrics.socket('ConnectCount'), metrics.socket('MessageCount')],
            [sum('Failures', metrics.socketFailures())],
          ),
        ],
        [
          new cloudwatch.LogQueryWidget({
            title: 'Rejected and failed requests by route and status',
            logGroupNames: [monitored.accessLogName],
            queryLines: [
              'filter status like /^[45]/',
              'stats count(*) as responses by status, route',
              'sort status desc, responses desc',
              'limit 50',
            ],
            view: cloudwatch.LogQueryVisualizationType.TABLE,
            width: 16,
            height: 6,
          }),
          graph(
            'Rejected by limits',
            [metrics.tooManyRequests(), ...(blockedRequests ? [blockedRequests] : [])],
            [sum('Throttled by Cognito', metrics.cognitoThrottles())],
          ),
        ],
        [
          graph('Functions: errors', [metrics.eachFunction('Errors', 'Sum')]),
          graph('Functions: p95, milliseconds', [metrics.eachFunction('Duration', 'p95')]),
          graph(
            'Functions: concurrency',
            [metrics.allFunctions('ConcurrentExecutions', 'Maximum')],
            [metrics.allFunctions('Throttles', 'Sum')],
          ),
        ],
        [
          graph('Table: units', [
            metrics.table('ConsumedReadCapacityUnits'),
            metrics.table('ConsumedWriteCapacityUnits'),
          ]),
          graph(
            'Table: throttled',
            Object.values(metrics.throttlesByResource('Read')),
            Object.values(metrics.throttlesByResource('Write')),
          ),
          graph(
            'Failed events',
            Object.values(monitored.failureQueues).map((queue) => metrics.failedEvents(queue)),
          ),
        ],
        [
          graph(
            'Runs of jobs',
            Object.entries(monitored.jobRules).map(([job, rule]) => metrics.jobRuns(job, rule)),
          ),
          graph(
            'Triggers of sign-ups: errors',
            Object.values(monitored.signUpTriggers).map((name) => metrics.functionErrors(name)),
          ),
          ...(passedChecks ? [graph('Canary: passed checks', [passedChecks])] : []),
        ],
        [
          graph('Depth gained, centimetres', [metrics.productMetric('centimetresRisen')]),
          graph(
            'Payments',
            [metrics.productMetric('paymentsCredited'), metrics.productMetric('paymentsReversed')],
            [metrics.productMetric('centsCredited')],
          ),
          graph('Must stay at 0', [
            metrics.productMetric('ledgerMismatches'),
            metrics.productMetric('orphanPurgesRefused'),
            metrics.productMetric('deletionsRefused'),
            metrics.productMetric('objectsUnexplained'),
            metrics.productMetric('viewRowsRepaired'),
            metrics.productMetric('rowsFailed'),
            metrics.productMetric('paymentsUnclaimed'),
            metrics.productMetric('webhooksRefused'),
          ]),
        ],
      ],
    });
  }
}
