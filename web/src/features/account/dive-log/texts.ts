import type { LedgerSource } from '../../../../../shared/contract/ledger.ts';

type TitleText = (fileName: string) => string;

/** Texts of the dive log. */
export const texts = {
  lead: 'Every change of your depth, newest first.',
  loading: 'Loading your dive log...',
  titles: {
    upload: (name) => `Upload ${name}`,
    correction: (name) => `Upload replaced ${name}`,
    removal: (name) => `File deleted ${name}`,
    test: () => 'Test contribution',
    stripe: () => 'Bought with card',
    paypal: () => 'Bought with PayPal',
    refund: () => 'Refund',
    dispute: () => 'Dispute lost',
    reinstatement: () => 'Refund reversed',
  } satisfies Record<LedgerSource, TitleText>,
  quoted: (name: string) => `“${name}”`,
  after: (depth: string) => `then at ${depth}`,
  empty: 'Your dive log is empty. Upload a file to add the first entry.',
  uploadFirst: 'Upload Files',
  failed: (message: string) => `Your dive log couldn't be loaded. ${message}`,
  retry: 'Retry',
  loadMore: 'Load More Entries',
  loadingMore: 'Loading more entries...',
  receipt: 'Receipt',
  receiptOf: (title: string, date: string) => `Receipt for ${title}, ${date}`,
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
