import type { LedgerPayment, LedgerSource } from '../../shared/contract/ledger.ts';
import { type DepthTotals, depthOf, type Micrometres } from '../../shared/depth/depth.ts';
import { BYTES_PER_MB } from '../../shared/depth/limits.ts';
import { count } from '../platform/metrics.ts';
import { batchGet } from './batch-get.ts';
import { tableName } from './client.ts';
import type { DepthPosition } from './depth-index.ts';
import { type ItemKey, sortPrefix } from './item-types.ts';
import { ledgerKey, ownerOf, profileKey } from './keys.ts';
import { readPartition } from './partition.ts';
import { getProfile, type Profile, profileDepthAttributes } from './profile.ts';
import { type TransactItem, transact } from './transaction.ts';

/** A change of depth to be made: what it is of, and by how much. */
export interface DepthChange {
  readonly userId: string;
  readonly source: LedgerSource;
  /** The source's own id. With it, the same change is made once, however often it is asked for. */
  readonly sourceId: string;
  /** Bytes contributed; negative when taken back. */
  readonly bytes: number;
  /** Centimetres bought; negative when refunded. */
  readonly purchasedCm: number;
  /** The payment that it belongs to. */
  readonly payment?: LedgerPayment;
}

/** A change of depth that was made. */
export interface LedgerEntry extends DepthChange {
  /** The profile's version that it led to: entries of one member are ordered by it. */
  readonly version: number;
  readonly depthAfter: Micrometres;
  /** ISO 8601. */
  readonly at: string;
}

/** A change of depth was asked of somebody who has no profile. */
export class ProfileMissing extends Error {
  override readonly name = 'ProfileMissing';
  constructor() {
    super('The member has no profile to credit.');
  }
}

/**
 * Changes a member's depth: the ledger entry, the profile's new totals and whatever belongs to them, in one
 * transaction (design §3). Nothing else in the product writes depth.
 *
 * @param alongside - further writes of the same transaction, made from the profile as it is before the change
 * @returns 'made', or 'already made' when the ledger has an entry of that source, or 'not made' when a condition of
 *   `alongside` did not hold; only 'made' has written anything
 * @throws ProfileMissing when the member has no profile
 * @throws Throttled when others change the same profile so often that no attempt gets through
 */
export async function changeDepth(
  change: DepthChange,
  alongside: (before: Profile) => TransactItem[] = () => [],
): Promise<'made' | 'already made' | 'not made'> {
  const cancelled = await transact(
    async () => {
      const before = await getProfile(change.userId, { consistent: true });
      if (!before) throw new ProfileMissing();
      return [...writes(change, before), ...alongside(before)];
    },
    // The profile has another version by now, and the change is still to be made.
    ({ failed: [entry, profile] }) => profile === true && entry === false,
  );
  if (!cancelled) {
    tally(change);
    return 'made';
  }
  return cancelled.failed[0] ? 'already made' : 'not made';
}

/**
 * Changes a member's depth as {@link changeDepth} does, if nothing else has changed it since their profile was read:
 * for changes that were worked out from the rest of the ledger.
 *
 * @param before - the profile, read consistently, and before the ledger
 * @returns false when something has changed it, or the ledger has an entry of that source: nothing was written
 */
export async function changeDepthFrom(before: Profile, change: DepthChange): Promise<boolean> {
  const made = (await transact(() => writes(change, before))) === undefined;
  if (made) tally(change);
  return made;
}

/** Counts how far members rise, for those who operate it. */
function tally({ bytes, purchasedCm }: DepthChange): void {
  const risen = bytes / BYTES_PER_MB + purchasedCm;
  if (risen > 0) count('centimetresRisen', risen);
}

/** Entries of a member's ledger by source, read consistently; what was never made is absent. */
export async function getLedgerEntries(
  userId: string,
  sources: readonly Pick<DepthChange, 'source' | 'sourceId'>[],
): Promise<LedgerEntry[]> {
  const keys = sources.map(({ source, sourceId }) => ledgerKey(userId, source, sourceId));
  return batchGet<LedgerEntry>(keys, { consistent: true });
}

/** Entries by key, as a list found them. */
export async function getEntriesOfList(keys: readonly ItemKey[]): Promise<Map<string, LedgerEntry>> {
  const entries = await batchGet<LedgerEntry & ItemKey>(keys);
  return new Map(entries.map((entry) => [entry.sk, entry]));
}

/** Entries that are read at once when a whole ledger is added up. */
const SUM_PAGE = 500;

/** What the whole of a member's ledger adds up to, and how many entries it has, read consistently. */
export async function sumLedger(userId: string): Promise<DepthTotals & { readonly entries: number }> {
  let totals: DepthTotals = { contributedBytes: 0, purchasedCm: 0 };
  let entries = 0;
  let from: DepthPosition | null = { progress: [] };
  while (from) {
    const page: { rows: (LedgerEntry & ItemKey)[]; next: DepthPosition | null } = await readPartition({
      pk: profileKey(userId).pk,
      prefix: sortPrefix('ledgerEntry'),
      limit: SUM_PAGE,
      consistent: true,
      from,
    });
    totals = replay([{ bytes: totals.contributedBytes, purchasedCm: totals.purchasedCm }, ...page.rows]);
    entries += page.rows.length;
    from = page.next;
  }
  return { ...totals, entries };
}

/** The totals that a member's ledger adds up to. */
export function replay(entries: Iterable<Pick<LedgerEntry, 'bytes' | 'purchasedCm'>>): DepthTotals {
  let contributedBytes = 0;
  let purchasedCm = 0;
  for (const entry of entries) {
    contributedBytes += entry.bytes;
    purchasedCm += entry.purchasedCm;
  }
  return { contributedBytes, purchasedCm };
}

function writes(change: DepthChange, before: Profile): TransactItem[] {
  const totals = replay([{ bytes: before.contributedBytes, purchasedCm: before.purchasedCm }, change]);
  const version = before.version + 1;
  const at = new Date().toISOString();
  const entry: LedgerEntry = { ...change, version, depthAfter: depthOf(totals), at };
  const placed = profileDepthAttributes({ userId: change.userId, ...totals });
  const after = { ...totals, version, ...placed, peakDepth: Math.max(before.peakDepth, placed.depth) };
  return [
    {
      Put: {
        TableName: tableName(),
        Item: {
          ...ledgerKey(change.userId, change.source, change.sourceId),
          ...entry,
          owner: ownerOf('LEDGER', change.userId),
          // Two changes of one millisecond have an order as well.
          textOrder: `${at}#${String(version).padStart(10, '0')}`,
        },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    {
      Update: {
        TableName: tableName(),
        Key: profileKey(change.userId),
        UpdateExpression: `SET ${Object.keys(after)
          .map((name) => `#${name} = :${name}`)
          .join(', ')}`,
        ConditionExpression: '#version = :before',
        ExpressionAttributeNames: Object.fromEntries(Object.keys(after).map((name) => [`#${name}`, name])),
        ExpressionAttributeValues: {
          ...Object.fromEntries(Object.entries(after).map(([name, value]) => [`:${name}`, value])),
          ':before': before.version,
        },
      },
    },
  ];
}
