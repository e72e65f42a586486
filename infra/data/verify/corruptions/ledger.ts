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
const addsEntries =
  (...entries: readonly Entry[]) =>
  (snapshot: Snapshot) => {
    for (const entry of entries) snapshot.addEntry({ userId: DORA, sourceId: 'x', ...entry });
  };

/** Returns a change that adds an entry about a file of Dora's, which is not in the table. */
const addsFileEntry = (entry: Entry) =>
  addsEntries({ sourceId: `files/${DORA}/00000000000000000000000000/reef.png`, ...entry });

/** Returns a change of Ada's profile, with its place in the lists. */
const changesProfile = (change: (profile: Record<string, number>) => Record<string, number>) => (snapshot: Snapshot) =>
  snapshot.changeProfile(ADA, change(snapshot.get(keys.profileKey(ADA)) as never));

/** Returns a change of the newest entry of Ada's ledger, with its index attributes. */
const changesNewestEntry = (attributes: Record<string, unknown>) => (snapshot: Snapshot) => {
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

const uploadKeyOf = (key: string) => keys.ledgerKey(ADA, 'upload', key);

/** Corruptions of members' ledgers, and of profiles and files that must agree with an entry. */
export const LEDGER_CORRUPTIONS: readonly Corruption[] = [
  [
    'other contributed bytes',
    'profile-ledger',
    changesProfile(({ contributedBytes }) => ({ contributedBytes: contributedBytes! + 1 })),
  ],
  ['other purchases', 'profile-ledger', changesProfile(({ purchasedCm }) => ({ purchasedCm: purchasedCm! + 1 }))],
  ['another depth', 'profile-ledger', changesProfile(({ depth }) => ({ depth: depth! - 1 }))],
  ['a greater peak', 'profile-ledger', changesProfile(({ peakDepth }) => ({ peakDepth: peakDepth! + 1 }))],
  ['a smaller peak', 'profile-ledger', changesProfile(({ peakDepth }) => ({ peakDepth: peakDepth! - 1 }))],
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
  ['another version', 'profile-ledger', changesProfile(({ version }) => ({ version: version! + 1 }))],
  ['a missing entry', 'profile-ledger', (snapshot) => snapshot.remove(keys.ledgerKey(BEN, 'test', 'one'))],
  [
    'an additional entry',
    'profile-ledger',
    (snapshot) => {
      snapshot.addEntry({ userId: BEN, source: 'test', sourceId: 'two', bytes: 1 });
      snapshot.change(keys.ledgerKey(BEN, 'test', 'two'), { depthAfter: snapshot.get(keys.profileKey(BEN)).depth });
    },
  ],

  ['another depth after an entry', 'ledger-sequence', changesNewestEntry({ depthAfter: 5 })],
  ['another number of an entry', 'ledger-sequence', changesNewestEntry({ version: 99 })],
  ['a missing number', 'ledger-sequence', skipVersion],
  ['an entry without a number', ['ledger-sequence', 'profile-ledger'], addReversalWithoutVersion],

  ['a payment by Stripe', 'nothing', addsEntries(credit)],
  ['a payment with bytes', 'ledger-sources', addsEntries({ ...credit, bytes: 1 })],
  ['a payment without metres', 'ledger-sources', addsEntries({ ...credit, purchasedCm: 0, payment: buildPayment(0) })],
  [
    'a payment of the other provider',
    'ledger-sources',
    addsEntries({ ...credit, payment: buildPayment(100, 'paypal') }),
  ],
  ['a payment with another ID', 'ledger-sources', addsEntries({ ...credit, sourceId: 'pi_3' })],
  ['an entry of a payment without the payment', 'ledger-sources', addsEntries({ ...credit, payment: undefined })],
  ['a payment by PayPal', 'nothing', addsEntries(paypalCredit)],
  ['a payment by PayPal with bytes', 'ledger-sources', addsEntries({ ...paypalCredit, bytes: 1 })],
  ['a refund with bytes', 'ledger-sources', addsEntries(credit, { ...refund, bytes: 1 })],
  [
    'a refund that adds metres',
    'ledger-sources',
    addsEntries(credit, refund, { ...refund, sourceId: 'y', purchasedCm: 1, payment: buildPayment(0) }),
  ],
  ['a refund without its payment', 'ledger-sources', addsEntries({ ...refund, payment: undefined })],
  [
    'a refund that adds cents',
    'ledger-sources',
    addsEntries(
      credit,
      { ...refund, sourceId: 'y' },
      { ...refund, sourceId: 'z', purchasedCm: 0, payment: buildPayment(-1) },
      { ...refund, purchasedCm: 0, payment: buildPayment(1) },
    ),
  ],
  ['a dispute with bytes', 'ledger-sources', addsEntries(credit, { ...dispute, bytes: 1 })],
  [
    'a dispute that adds metres',
    'ledger-sources',
    addsEntries(credit, refund, { ...dispute, sourceId: 'y', purchasedCm: 1, payment: buildPayment(0) }),
  ],
  ['a dispute without its payment', 'ledger-sources', addsEntries({ ...dispute, payment: undefined })],
  ['a reinstatement with bytes', 'ledger-sources', addsEntries(credit, refund, { ...reinstatement, bytes: 1 })],
  [
    'a reinstatement that takes metres',
    'ledger-sources',
    addsEntries(
      credit,
      { ...refund, purchasedCm: 0, payment: buildPayment(0) },
      { ...reinstatement, purchasedCm: -1, payment: buildPayment(0) },
    ),
  ],
  ['a reinstatement without its payment', 'ledger-sources', addsEntries({ ...reinstatement, payment: undefined })],
  [
    'a reinstatement that takes cents',
    ['ledger-sources', 'reinstatements'],
    addsEntries(
      { ...credit, purchasedCm: 40, payment: buildPayment(0) },
      { ...reinstatement, purchasedCm: 0, payment: buildPayment(-1) },
    ),
  ],
  ['a test contribution', 'nothing', addsEntries({ source: 'test', bytes: 1 })],
  ['a test contribution without bytes', 'ledger-sources', addsEntries({ source: 'test', bytes: 0 })],
  ['a test contribution with metres', 'ledger-sources', addsEntries({ source: 'test', bytes: 1, purchasedCm: 1 })],
  [
    'a test contribution with a payment',
    'ledger-sources',
    addsEntries({ source: 'test', bytes: 1, payment: buildPayment(1) }),
  ],
  ['an upload that earns nothing', 'nothing', addsFileEntry({ source: 'upload', bytes: 0 })],
  ['an upload that takes bytes', 'ledger-sources', addsFileEntry({ source: 'upload', bytes: -1 })],
  ['an upload with metres', 'ledger-sources', addsFileEntry({ source: 'upload', purchasedCm: 1 })],
  ['an upload with a payment', 'ledger-sources', addsFileEntry({ source: 'upload', payment: buildPayment(1) })],
  ['a removal of a file that earned nothing', 'nothing', addsFileEntry({ source: 'removal', bytes: 0 })],
  ['a removal that adds bytes', 'ledger-sources', addsFileEntry({ source: 'removal', bytes: 1 })],
  ['a removal with metres', 'ledger-sources', addsFileEntry({ source: 'removal', purchasedCm: -1 })],
  ['a removal with a payment', 'ledger-sources', addsFileEntry({ source: 'removal', payment: buildPayment(1) })],
  ['a correction that adds bytes', 'nothing', addsFileEntry({ source: 'correction', bytes: 1 })],
  ['a correction that takes bytes', 'nothing', addsFileEntry({ source: 'correction', bytes: -1 })],
  ['a correction with metres', 'ledger-sources', addsFileEntry({ source: 'correction', purchasedCm: 1 })],
  ['a correction with a payment', 'ledger-sources', addsFileEntry({ source: 'correction', payment: buildPayment(1) })],

  [
    'a file credited with more bytes than it has',
    'file-ledger',
    (snapshot) => {
      const entry = snapshot.get(uploadKeyOf(snapshot.community.file));
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
      snapshot.remove(uploadKeyOf(snapshot.community.file));
      snapshot.remove(snapshot.find('ledgerEntry', { source: 'correction' }));
      snapshot.recomputeLedger(ADA);
    },
  ],
  [
    'a corrected file without entries',
    'file-ledger',
    (snapshot) => {
      snapshot.remove(uploadKeyOf(snapshot.copy));
      snapshot.recomputeLedger(ADA);
      snapshot.change(keys.fileKey(snapshot.copy), { revision: 1 });
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
      snapshot.remove(uploadKeyOf(key));
      snapshot.recomputeLedger(ADA);
      snapshot.addEntry({ userId: BEN, source: 'upload', sourceId: key, bytes: 2000 });
      snapshot.recomputeLedger(BEN);
    },
  ],
  ['entries of a file of a member whose purge is pending', 'nothing', addsFileEntry({ source: 'upload', bytes: 5 })],
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
