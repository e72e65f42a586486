/**
 * How many instances of a function there may be at once, and are always room for, by the function's name. Only where a
 * runaway would hurt, or where waiting for others would; all other functions share what is left of the account's quota.
 */
export const RESERVED_CONCURRENCY: Readonly<Record<string, number>> = {
  // A schedule fires at least once, so sometimes twice: two at once would read the same thousand rows.
  'triggers-reconcile-uploads': 1,
  'triggers-audit-ledgers': 1,
  // Each deletes as fast as the table takes it, for up to five minutes. Those who wait are tried again for six hours.
  'triggers-purge': 5,
  // One for each stored object, some 300 ms long: sixty uploads a second. Beyond, S3's events wait with Lambda, where a
  // flood of uploads would otherwise take the whole quota away from those who look at a page.
  'triggers-file-stored': 20,
  // Money that has arrived is credited while members use up everything else; and who floods the one endpoint that asks
  // for no token gets ten. The provider sends again what finds no room.
  'payments-stripe-webhook': 10,
  'payments-paypal-webhook': 10,
};
