import type { StoredFile } from '../../../lambdas/table/file.ts';
import { ledgerKey } from '../../../lambdas/table/keys.ts';
import { type DepthChange, type LedgerEntry, ledgerIndexAttributes } from '../../../lambdas/table/ledger.ts';
import type { Profile } from '../../../lambdas/table/profile.ts';
import { computeDepth, type DepthTotals } from '../../../shared/rules/depth.ts';

/** A profile, and the ledger whose entries add up to its totals. */
interface MemberWithLedger {
  readonly profile: Profile;
  readonly entries: readonly LedgerEntry[];
}

/**
 * Builds the ledger of a generated member: an upload for each file, a test contribution for the remaining bytes, and a
 * purchase. Raises the profile's totals if the files are larger than its contribution.
 */
export function buildLedger(plannedProfile: Profile, files: readonly StoredFile[]): MemberWithLedger {
  const { userId, contributedBytes, purchasedCm } = plannedProfile;
  const uploads = files.map(
    ({ key, size }): DepthChange => ({ userId, source: 'upload', sourceId: key, bytes: size, purchasedCm: 0 }),
  );
  const storedBytes = uploads.reduce((sum, { bytes }) => sum + bytes, 0);
  const remainingBytes = contributedBytes - storedBytes;

  const changes: DepthChange[] = [...uploads];
  if (remainingBytes > 0) {
    changes.push({ userId, source: 'test', sourceId: 'generated', bytes: remainingBytes, purchasedCm: 0 });
  }
  if (purchasedCm > 0) changes.push(buildPurchase(userId, purchasedCm));

  let totals: DepthTotals = { contributedBytes: 0, purchasedCm: 0 };
  const entries = changes.map((change, index): LedgerEntry => {
    totals = {
      contributedBytes: totals.contributedBytes + change.bytes,
      purchasedCm: totals.purchasedCm + change.purchasedCm,
    };
    const at = new Date(Date.parse(plannedProfile.createdAt) + index * 1000).toISOString();
    return { ...change, version: index + 1, depthAfter: computeDepth(totals), at };
  });

  // Every change raises the member, so the last depth is also the peak.
  const depth = computeDepth(totals);
  return {
    profile: { ...plannedProfile, ...totals, storedBytes, depth, peakDepth: depth, version: entries.length },
    entries,
  };
}

/** Builds a purchase by card. */
function buildPurchase(userId: string, purchasedCm: number): DepthChange {
  const paymentId = `pi_${userId}`;
  const payment = { provider: 'stripe', paymentId, cents: Math.round(purchasedCm / 100), packageName: '' } as const;
  return { userId, source: 'stripe', sourceId: paymentId, bytes: 0, purchasedCm, payment };
}

/** Returns the item that `changeDepth` would store. */
export function toLedgerItem(entry: LedgerEntry) {
  return { ...ledgerKey(entry.userId, entry.source, entry.sourceId), ...entry, ...ledgerIndexAttributes(entry) };
}
