import { Metrics } from '@aws-lambda-powertools/metrics';
import { METRICS, METRICS_NAMESPACE, type MetricName } from '../../shared/contract/metrics.ts';

const metrics = new Metrics({
  namespace: METRICS_NAMESPACE,
  // One series for the product: which function counts is of no interest.
  serviceName: 'fathom',
  defaultDimensions: { stage: process.env.STAGE ?? 'none' },
});

/** Counts something: a line of the log, from which CloudWatch makes the metric. No call is made. */
export function count(name: MetricName, amount = 1): void {
  metrics.singleMetric().addMetric(name, METRICS[name], amount);
}
