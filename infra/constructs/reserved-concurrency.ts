/**
 * Reserved concurrency by function name: both the maximum and the guaranteed number of instances.
 *
 * Reserve instances only for functions that could starve the others, or that must never wait for them. All other
 * functions share the rest of the account's quota.
 */
export const RESERVED_CONCURRENCY: Readonly<Record<string, number>> = {
  // EventBridge delivers at least once. A second instance would read the same rows again.
  'triggers-reconcile-uploads': 1,
  'triggers-purge-orphans': 1,
  // Three workers run concurrently (ADR 34), and an operator can start a fourth.
  'triggers-audit-ledgers': 4,
  // Each instance deletes as fast as the table allows, for up to five minutes. Lambda retries waiting events for 6
  // hours.
  'triggers-purge': 5,
  // An invocation takes about 300 ms, so 20 instances handle 60 uploads a second. During a burst, S3's events wait in
  // Lambda's queue, instead of taking the quota of the API.
  'triggers-file-stored': 20,
  // Decoding takes a second of a whole CPU and up to 2 GB. Events wait in Lambda's queue for up to 6 hours.
  'triggers-process-media': 10,
  // With the reservation, payments are credited even if members use up the quota. It also limits a flood of requests to
  // these public endpoints to 10 instances each. The provider retries throttled events.
  'payments-stripe-webhook': 10,
  'payments-paypal-webhook': 10,
};
