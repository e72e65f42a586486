import type { LedgerSource } from '../../../../../shared/contract/ledger.ts';

type What = (name: string) => string;

/** What the dive log says. */
export const texts = {
  lead: 'Everything that has ever moved you, newest first.',
  loading: 'Loading your dive log...',
  what: {
    upload: (name) => `Upload ${name}`,
    correction: (name) => `Upload replaced ${name}`,
    removal: (name) => `File deleted ${name}`,
    test: () => 'Test contribution',
    stripe: () => 'Bought with card',
    paypal: () => 'Bought with PayPal',
    refund: () => 'Refund',
    dispute: () => 'Dispute lost',
    reinstatement: () => 'Refund reversed',
  } satisfies Record<LedgerSource, What>,
  quoted: (name: string) => `“${name}”`,
  after: (depth: string) => `then at ${depth}`,
  empty: 'Your log is still empty. Your first upload writes its first line.',
  uploadFirst: 'Upload Files',
  failed: (message: string) => `Your dive log could not be loaded. ${message}`,
  retry: 'Retry',
  loadMore: 'Load More Entries',
  loadingMore: 'Loading more entries...',
  receipt: 'Receipt',
  receiptOf: (what: string, date: string) => `Receipt for ${what}, ${date}`,
  // The receipt
  product: 'Fathom',
  title: 'Receipt',
  date: 'Date',
  number: 'Receipt number',
  item: 'Item',
  depth: 'Depth',
  method: 'Paid with',
  methods: { stripe: 'Credit Card', paypal: 'PayPal' },
  name: 'Member',
  email: 'Email',
  amount: 'Amount',
  currency: (price: string) => `$${price} USD`,
  thanks: 'Thank you for rising with us.',
  print: 'Print',
  close: 'Close',
};
