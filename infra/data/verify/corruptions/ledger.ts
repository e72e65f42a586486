import * as keys from '../../../../lambdas/table/keys.ts';
import { type DepthChange, ledgerIndexAttributes } from '../../../../lambdas/table/ledger.ts';
import { ADA, BEN, CLEO, DORA } from '../fixture.ts';
import type { Corruption } from './corruption.ts';
import type { Snapshot } from './snapshot.ts';

type Entry = Partial<DepthChange> & Pick<DepthChange, 'source'>;

const buildPayment = (cents: number, provider: 'stripe' | 'paypal' = 'stripe') =>
  ({ provider, paymentId: 'pi_2', cents, packageName: '' }) as const;

/** A payment of $1. One cent buys one metre. */
const credit = { source: 'stripe', sourceId: 'pi_2', purchasedCm: 10_000, payment: buildPayment(100) } as const;
const paypalCredit = { ...credit, source: 'paypal', payment: buildPayment(100, 'paypal') } as const;

/** The return of 40 cents of the payment. */
const refund = { source: 'refund', purchasedCm: -4000, payment: buildPayment(-40) } as const;
const dispute = { ...refund, source: 'dispute' } as const;
const reinstatement = { source: 'reinstatement', purchasedCm: 4000, payment: buildPayment(40) } as const;

/**
 * Returns a change that adds entries to Dora's ledger. The purge of her account is pending, so the invariants of live
 * ledgers skip it.
 */
const withEntries =
  (...entries: readonly Entry[]) =>
  (snapshot: Snapshot) => {
    for (const entry of entries) snapshot.addEntry({ userId: DORA, sourceId: 'x', ...entry });
  };

/** Returns a change that adds an entry about a file of Dora's, which is not in the table. */
const withFileEntry = (entry: Entry) =>
  withEntries({ sourceId: `files/${DORA}/00000000000000000000000000/reef.png`, ...entry });

/** Returns a change of Ada's totals, which also moves her profile in the lists. `change` returns the new totals. */
const withProfile = (change: (profile: Record<string, number>) => Record<string, number>) => (snapshot: Snapshot) =>
  snapshot.changeProfile(ADA, change(snapshot.get(keys.profileKey(ADA)) as never));

/** Returns a change of the newest entry of Ada's ledger, with its index attributes. */
const withNewestEntry = (attributes: Record<string, unknown>) => (snapshot: Snapshot) => {
  const entry = { ...snapshot.entriesOf(ADA).at(-1)!, ...attributes };
  snapshot.change(entry, { ...attributes, ...ledgerIndexAttributes(entry) });
};

/** Raises the versions of Ada's newest entries by one, so that one number is missing. */
function skipVersion(snapshot: Snapshot): void {
  for (const entry of snapshot.entriesOf(ADA).slice(-3)) {
    const version = entry.version + 1;
    snapshot.change(entry, { version, ...ledgerIndexAttributes({ ...entry, version }) });
  }
}

/** Adds a reversal to Ada's ledger as if she had deleted her account. */
function addReversalWithoutVersion(snapshot: Snapshot): void {
  const { sk, pk } = snapshot.addEntry({
    userId: ADA,
    source: 'refund',
    sourceId: 're_2',
    purchasedCm: -100,
    payment: { provider: 'stripe', paymentId: 'pi_1', cents: -1, packageName: '' },
  });
  snapshot.change({ pk, sk }, { version: undefined, depthAfter: undefined, owner: undefined, textOrder: undefined });
}

/** Returns the key of the entry for the upload of Ada's file. */
const uploadEntryKey = (storageKey: string) => keys.ledgerKey(ADA, 'upload', storageKey);

/** Corruptions of members' ledgers, and of profiles and files that must agree with the entries. */
export const LEDGER_CORRUPTIONS: readonly Corruption[] = [
  [
    'other contributed bytes',
    'profile-ledger',
    withProfile(({ contributedBytes }) => ({ contributedBytes: contributedBytes! + 1 })),
  ],
  ['other purchases', 'profile-ledger', withProfile(({ purchasedCm }) => ({ purchasedCm: purchasedCm! + 1 }))],
  ['another depth', 'profile-ledger', withProfile(({ depth }) => ({ depth: depth! - 1 }))],
  ['a greater peak', 'profile-ledger', withProfile(({ peakDepth }) => ({ peakDepth: peakDepth! + 1 }))],
  ['a smaller peak', 'profile-ledger', withProfile(({ peakDepth }) => ({ peakDepth: peakDepth! - 1 }))],
  [
    'a member whose depth has dropped',
    'nothing',
    (snapshot) => {
      const { payment } = snapshot.entriesOf(ADA).find(({ source }) => source === 'refund')!;
      const reversal = { userId: ADA, source: 'refund', sourceId: 're_2', purchasedCm: -100 } as const;
      snapshot.addEntry({ ...reversal, payment: { ...payment!, cents: -1 } });
      snapshot.recomputeLedger(ADA);
    },
  ],
  ['another version', 'profile-ledger', withProfile(({ version }) => ({ version: version! + 1 }))],
  ['a missing entry', 'profile-ledger', (snapshot) => snapshot.remove(keys.ledgerKey(BEN, 'test', 'one'))],
  [
    'an additional entry',
    'profile-ledger',
    (snapshot) => {
      snapshot.addEntry({ userId: BEN, source: 'test', sourceId: 'two', bytes: 1 });
      snapshot.change(keys.ledgerKey(BEN, 'test', 'two'), { depthAfter: snapshot.get(keys.profileKey(BEN)).depth });
    },
  ],

  ['another depth after an entry', 'ledger-sequence', withNewestEntry({ depthAfter: 5 })],
  ['another number of an entry', 'ledger-sequence', withNewestEntry({ version: 99 })],
  ['a missing number', 'ledger-sequence', skipVersion],
  ['an entry without a number', ['ledger-sequence', 'profile-ledger'], addReversalWithoutVersion],

  ['a payment by Stripe', 'nothing', withEntries(credit)],
  ['a payment with bytes', 'ledger-sources', withEntries({ ...credit, bytes: 1 })],
  ['a payment without metres', 'ledger-sources', withEntries({ ...credit, purchasedCm: 0, payment: buildPayment(0) })],
  [
    'a payment of the other provider',
    'ledger-sources',
    withEntries({ ...credit, payment: buildPayment(100, 'paypal') }),
  ],
  ['a payment with another ID', 'ledger-sources', withEntries({ ...credit, sourceId: 'pi_3' })],
  ['an entry of a payment without the payment', 'ledger-sources', withEntries({ ...credit, payment: undefined })],
  ['a payment by PayPal', 'nothing', withEntries(paypalCredit)],
  ['a payment by PayPal with bytes', 'ledger-sources', withEntries({ ...paypalCredit, bytes: 1 })],
  ['a refund with bytes', 'ledger-sources', withEntries(credit, { ...refund, bytes: 1 })],
  [
    'a refund that adds metres',
    'ledger-sources',
    withEntries(credit, refund, { ...refund, sourceId: 'y', purchasedCm: 1, payment: buildPayment(0) }),
  ],
  ['a refund without its payment', 'ledger-sources', withEntries({ ...refund, payment: undefined })],
  [
    'a refund that adds cents',
    'ledger-sources',
    withEntries(
      credit,
      { ...refund, sourceId: 'y' },
      { ...refund, sourceId: 'z', purchasedCm: 0, payment: buildPayment(-1) },
      { ...refund, purchasedCm: 0, payment: buildPayment(1) },
    ),
  ],
  ['a dispute with bytes', 'ledger-sources', withEntries(credit, { ...dispute, bytes: 1 })],
  [
    'a dispute that adds metres',
    'ledger-sources',
    withEntries(credit, refund, { ...dispute, sourceId: 'y', purchasedCm: 1, payment: buildPayment(0) }),
  ],
  ['a dispute without its payment', 'ledger-sources', withEntries({ ...dispute, payment: undefined })],
  ['a reinstatement with bytes', 'ledger-sources', withEntries(credit, refund, { ...reinstatement, bytes: 1 })],
  [
    'a reinstatement that takes metres',
    'ledger-sources',
    withEntries(
      credit,
      { ...refund, purchasedCm: 0, payment: buildPayment(0) },
      { ...reinstatement, purchasedCm: -1, payment: buildPayment(0) },
    ),
  ],
  ['a reinstatement without its payment', 'ledger-sources', withEntries({ ...reinstatement, payment: undefined })],
  [
    'a reinstatement that takes cents',
    ['ledger-sources', 'reinstatements'],
    withEntries(
      { ...credit, purchasedCm: 40, payment: buildPayment(0) },
      { ...reinstatement, purchasedCm: 0, payment: buildPayment(-1) },
    ),
  ],
  ['a test contribution', 'nothing', withEntries({ source: 'test', bytes: 1 })],
  ['a test contribution without bytes', 'ledger-sources', withEntries({ source: 'test', bytes: 0 })],
  ['a test contribution with metres', 'ledger-sources', withEntries({ source: 'test', bytes: 1, purchasedCm: 1 })],
  [
    'a test contribution with a payment',
    'ledger-sources',
    withEntries({ source: 'test', bytes: 1, payment: buildPayment(1) }),
  ],
  ['an upload that earns nothing', 'nothing', withFileEntry({ source: 'upload', bytes: 0 })],
  ['an upload that takes bytes', 'ledger-sources', withFileEntry({ source: 'upload', bytes: -1 })],
  ['an upload with metres', 'ledger-sources', withFileEntry({ source: 'upload', purchasedCm: 1 })],
  ['an upload with a payment', 'ledger-sources', withFileEntry({ source: 'upload', payment: buildPayment(1) })],
  ['a removal of a file that earned nothing', 'nothing', withFileEntry({ source: 'removal', bytes: 0 })],
  ['a removal that adds bytes', 'ledger-sources', withFileEntry({ source: 'removal', bytes: 1 })],
  ['a removal with metres', 'ledger-sources', withFileEntry({ source: 'removal', purchasedCm: -1 })],
  ['a removal with a payment', 'ledger-sources', withFileEntry({ source: 'removal', payment: buildPayment(1) })],
  ['a correction that adds bytes', 'nothing', withFileEntry({ source: 'correction', bytes: 1 })],
  ['a correction that takes bytes', 'nothing', withFileEntry({ source: 'correction', bytes: -1 })],
  ['a correction with metres', 'ledger-sources', withFileEntry({ source: 'correction', purchasedCm: 1 })],
  ['a correction with a payment', 'ledger-sources', withFileEntry({ source: 'correction', payment: buildPayment(1) })],

  [
    'a file credited with more bytes than it has',
    'file-ledger',
    (snapshot) => {
      const entry = snapshot.get(uploadEntryKey(snapshot.community.file));
      snapshot.change(entry, { bytes: Number(entry.bytes) + 1 });
      snapshot.recomputeLedger(ADA);
    },
  ],
  [
    'fewer corrections than entries',
    'file-ledger',
    (snapshot) => snapshot.change(keys.fileKey(snapshot.community.file), { revision: 0 }),
  ],
  [
    'more corrections than entries',
    'file-ledger',
    (snapshot) => snapshot.change(keys.fileKey(snapshot.community.file), { revision: 3 }),
  ],
  [
    'a deleted file that still counts',
    'file-ledger',
    (snapshot) => {
      snapshot.remove(snapshot.find('ledgerEntry', { source: 'removal' }));
      snapshot.recomputeLedger(ADA);
    },
  ],
  [
    'a credited file without entries',
    'file-ledger',
    (snapshot) => {
      snapshot.remove(uploadEntryKey(snapshot.community.file));
      snapshot.remove(snapshot.find('ledgerEntry', { source: 'correction' }));
      snapshot.recomputeLedger(ADA);
    },
  ],
  [
    'a corrected file without entries',
    'file-ledger',
    (snapshot) => {
      snapshot.remove(uploadEntryKey(snapshot.duplicateFile));
      snapshot.recomputeLedger(ADA);
      snapshot.change(keys.fileKey(snapshot.duplicateFile), { revision: 1 });
    },
  ],
  [
    'a file that is also credited to another member',
    'file-ledger',
    (snapshot) => {
      const key = snapshot.addFile(ADA);
      snapshot.addEntry({ userId: BEN, source: 'upload', sourceId: key, bytes: 2000 });
      snapshot.recomputeLedger(BEN);
    },
  ],
  [
    'a file that is credited to another member only',
    ['file-ledger', 'file-ledger'],
    (snapshot) => {
      const key = snapshot.addFile(ADA);
      snapshot.remove(uploadEntryKey(key));
      snapshot.recomputeLedger(ADA);
      snapshot.addEntry({ userId: BEN, source: 'upload', sourceId: key, bytes: 2000 });
      snapshot.recomputeLedger(BEN);
    },
  ],
  ['entries of a file of a member whose purge is pending', 'nothing', withFileEntry({ source: 'upload', bytes: 5 })],
  [
    'a file of a member whose purge is pending, without entries',
    'nothing',
    (snapshot) => snapshot.addFile(DORA, { isLive: false }),
  ],
  [
    'an entry of a purged member',
    'purge-complete',
    (snapshot) => snapshot.addEntry({ userId: CLEO, source: 'test', sourceId: 'x', bytes: 1 }),
  ],
];
