import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';

/** Everything that is counted. The operations stack draws and watches these names. */
export const METRICS = {
  /** Payments that were credited, and their cents; refunds and lost disputes. */
  paymentsCredited: MetricUnit.Count,
  centsCredited: MetricUnit.NoUnit,
  paymentsReversed: MetricUnit.Count,
  /** Money that nobody could be credited with. */
  paymentsUnclaimed: MetricUnit.Count,
  /** Events of providers that bore no good signature. */
  webhooksRefused: MetricUnit.Count,
  /** Centimetres that members have risen, by whatever. */
  centimetresRisen: MetricUnit.NoUnit,
  /** Profiles that are not what their ledger adds up to. */
  ledgerMismatches: MetricUnit.Count,
} as const;

export type MetricName = keyof typeof METRICS;

/** The namespace of the product's own metrics. */
export const METRICS_NAMESPACE = 'Fathom';

const metrics = new Metrics({
  namespace: METRICS_NAMESPACE,
  // One series for the product: which function counts is of no interest.
  serviceName: 'fathom',
  defaultDimensions: { stage: process.env.STAGE ?? 'none' },
});

/** Counts something: a line of the log, from which CloudWatch makes the metric. No call is made. */
export function count(name: MetricName, amount = 1): void {
  const single = metrics.singleMetric();
  single.addMetric(name, METRICS[name], amount);
}
