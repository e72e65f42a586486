/** The namespace of the product's own metrics. */
export const METRICS_NAMESPACE = 'Fathom';

/** Everything that is counted, with its unit. Functions count by these names; the operations stack watches them. */
export const METRICS = {
  /** Payments that were credited, and their cents; refunds and lost disputes. */
  paymentsCredited: 'Count',
  centsCredited: 'None',
  paymentsReversed: 'Count',
  /** Money that nobody could be credited with. */
  paymentsUnclaimed: 'Count',
  /** Events of providers that bore no good signature. */
  webhooksRefused: 'Count',
  /** Centimetres that members have risen, by whatever. */
  centimetresRisen: 'None',
  /** Profiles that are not what their ledger adds up to. */
  ledgerMismatches: 'Count',
} as const;

export type MetricName = keyof typeof METRICS;
