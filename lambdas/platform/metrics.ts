import { Metrics } from '@aws-lambda-powertools/metrics';
import { METRICS, METRICS_NAMESPACE, type MetricName } from '../../shared/contract/metrics.ts';

const metrics = new Metrics({
  namespace: METRICS_NAMESPACE,
  // With a fixed name, the whole product has one time series per metric, instead of one per function.
  serviceName: 'fathom',
  defaultDimensions: { stage: process.env.STAGE ?? 'none' },
});

/** Adds to a metric. Writes a log line (EMF) that CloudWatch turns into the metric, so it needs no network call. */
export function countMetric(name: MetricName, amount = 1): void {
  metrics.singleMetric().addMetric(name, METRICS[name], amount);
}
