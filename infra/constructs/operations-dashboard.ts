import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { Stage } from '../stage.ts';
import { type MonitoredResources, PERIOD, type StageMetrics, sumMetrics } from './stage-metrics.ts';

interface OperationsDashboardProps {
  readonly stage: Stage;
  readonly monitored: MonitoredResources;
  readonly metrics: StageMetrics;
}

/** The widgets of one row. A row has 24 columns, so it has room for three graphs. */
type Row = cloudwatch.IWidget[];

/** Creates a graph. `left` and `right` are the metrics on its two axes. */
function createGraph(
  title: string,
  left: cloudwatch.IMetric[],
  right: cloudwatch.IMetric[] = [],
): cloudwatch.GraphWidget {
  return new cloudwatch.GraphWidget({ title, left, right, width: 8, height: 6, period: PERIOD });
}

function createTrafficRow(metrics: StageMetrics): Row {
  return [
    createGraph('Traffic', [metrics.http('Count', 'Sum')], [metrics.http('4xx', 'Sum'), metrics.http('5xx', 'Sum')]),
    createGraph(
      'Latency, milliseconds',
      ['p50', 'p95', 'p99'].map((statistic) => metrics.http('Latency', statistic)),
    ),
    createGraph(
      'Sockets',
      [metrics.socket('ConnectCount'), metrics.socket('MessageCount')],
      [sumMetrics('Failures', metrics.socketFailures())],
    ),
  ];
}

function createRejectionsRow(metrics: StageMetrics, { accessLogName }: MonitoredResources): Row {
  // Undefined on stages without a firewall.
  const blockedRequests = metrics.blockedRequests();

  return [
    new cloudwatch.LogQueryWidget({
      title: 'Rejected and failed requests by route and status',
      logGroupNames: [accessLogName],
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
    createGraph(
      'Rejected by limits',
      [metrics.tooManyRequests(), ...(blockedRequests ? [blockedRequests] : [])],
      [sumMetrics('Throttled by Cognito', metrics.cognitoThrottles())],
    ),
  ];
}

function createFunctionsRow(metrics: StageMetrics): Row {
  return [
    createGraph('Functions: errors', [metrics.eachFunction('Errors', 'Sum')]),
    createGraph('Functions: p95, milliseconds', [metrics.eachFunction('Duration', 'p95')]),
    createGraph(
      'Functions: concurrency',
      [metrics.allFunctions('ConcurrentExecutions', 'Maximum')],
      [metrics.allFunctions('Throttles', 'Sum')],
    ),
  ];
}

function createTableRow(metrics: StageMetrics, { failureQueues }: MonitoredResources): Row {
  return [
    createGraph('Table: units', [
      metrics.table('ConsumedReadCapacityUnits'),
      metrics.table('ConsumedWriteCapacityUnits'),
    ]),
    createGraph(
      'Table: throttled',
      Object.values(metrics.throttlesByResource('Read')),
      Object.values(metrics.throttlesByResource('Write')),
    ),
    createGraph(
      'Failed events',
      Object.values(failureQueues).map((queue) => metrics.failedEvents(queue)),
    ),
  ];
}

function createJobsRow(metrics: StageMetrics, { jobRules, signUpTriggers }: MonitoredResources): Row {
  // Undefined on stages without a canary.
  const passedChecks = metrics.passedChecks();

  return [
    createGraph(
      'Runs of jobs',
      Object.entries(jobRules).map(([job, rule]) => metrics.jobRuns(job, rule)),
    ),
    createGraph(
      'Triggers of sign-ups: errors',
      Object.values(signUpTriggers).map((name) => metrics.functionErrors(name)),
    ),
    ...(passedChecks ? [createGraph('Canary: passed checks', [passedChecks])] : []),
  ];
}

function createProductRow(metrics: StageMetrics): Row {
  return [
    createGraph('Depth gained, centimetres', [metrics.productMetric('centimetresRisen')]),
    createGraph(
      'Payments',
      [metrics.productMetric('paymentsCredited'), metrics.productMetric('paymentsReversed')],
      [metrics.productMetric('centsCredited')],
    ),
    createGraph('Must stay at 0', [
      metrics.productMetric('ledgerMismatches'),
      metrics.productMetric('orphanPurgesRefused'),
      metrics.productMetric('deletionsRefused'),
      metrics.productMetric('objectsUnexplained'),
      metrics.productMetric('viewRowsRepaired'),
      metrics.productMetric('rowsFailed'),
      metrics.productMetric('paymentsUnclaimed'),
      metrics.productMetric('webhooksRefused'),
    ]),
  ];
}

/** The dashboard `fathom-<stage>`. docs/operating.md refers to its graphs by their titles. */
export class OperationsDashboard extends Construct {
  constructor(scope: Construct, id: string, { stage, monitored, metrics }: OperationsDashboardProps) {
    super(scope, id);

    new cloudwatch.Dashboard(this, 'Dashboard', {
      dashboardName: `fathom-${stage.name}`,
      widgets: [
        createTrafficRow(metrics),
        createRejectionsRow(metrics, monitored),
        createFunctionsRow(metrics),
        createTableRow(metrics, monitored),
        createJobsRow(metrics, monitored),
        createProductRow(metrics),
      ],
    });
  }
}
