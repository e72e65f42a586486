import type { LedgerSource } from '../../../../../shared/contract/ledger.ts';

/** Builds the title of an entry. The name is quoted, or empty if the entry belongs to no file. */
type TitleBuilder = (quotedName: string) => string;

/** Texts of the dive log. */
export const texts = {
  lead: 'Every change of your depth, newest first.',
  loading: 'Loading your dive log...',
  entryTitles: {
    upload: (name) => `Upload ${name}`,
    correction: (name) => `Upload replaced ${name}`,
    removal: (name) => `File deleted ${name}`,
    test: () => 'Test contribution',
    stripe: () => 'Bought with card',
    paypal: () => 'Bought with PayPal',
    refund: () => 'Refund',
    dispute: () => 'Dispute lost',
    reinstatement: () => 'Refund reversed',
  } satisfies Record<LedgerSource, TitleBuilder>,
  quoted: (name: string) => `“${name}”`,
  after: (depth: string) => `then at ${depth}`,
  empty: 'Your dive log is empty. Upload a file to add the first entry.',
  uploadFirst: 'Upload Files',
  failed: (message: string) => `Your dive log couldn't be loaded. ${message}`,
  loadMore: 'Load More Entries',
  loadingMore: 'Loading more entries...',
  receipt: 'Receipt',
  receiptOf: (title: string, date: string) => `Receipt for ${title}, ${date}`,
};
