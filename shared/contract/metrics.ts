/** The CloudWatch namespace of the product's metrics. */
export const METRICS_NAMESPACE = 'Fathom';

/** The metrics with their units. Functions emit them; the operations stack monitors them. */
export const METRICS = {
  /** Credited payments. */
  paymentsCredited: 'Count',
  /** Cents of credited payments. */
  centsCredited: 'None',
  /** Refunds and lost disputes. */
  paymentsReversed: 'Count',
  /** Payments that couldn't be credited. */
  paymentsUnclaimed: 'Count',
  /** Webhook events with an invalid signature. */
  webhooksRefused: 'Count',
  /** Centimetres that members have risen, by uploads and payments. */
  centimetresRisen: 'None',
  /** Profiles that don't match their ledger. */
  ledgerMismatches: 'Count',
  /** Frames and socket events that failed on our side. */
  socketFailures: 'Count',
  /** Runs that purged no orphan because the user pool looked wrong. */
  orphanPurgesRefused: 'Count',
  /** Runs of the reconciling job that deleted nothing because they would have deleted too much. */
  deletionsRefused: 'Count',
  /** Objects that the reconciling job keeps without evidence that they are in use. */
  objectsUnexplained: 'Count',
  /** Rows of views that the change feed had missed, and a job has repaired. */
  viewRowsRepaired: 'Count',
  /** Rows that a job couldn't process because of a final error. */
  rowsFailed: 'Count',
} as const;

export type MetricName = keyof typeof METRICS;
