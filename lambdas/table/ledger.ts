/*
 * The ledger: each member's list of the changes of their depth. This module reads and sums its entries;
 * `change-depth.ts` writes them.
 */
import type { LedgerPayment, LedgerSource } from '../../shared/contract/ledger.ts';
import type { DepthTotals, Micrometres } from '../../shared/rules/depth.ts';
import { batchGet } from './batch-get.ts';
import type { DepthPosition } from './depth-query.ts';
import { type ItemKey, sortPrefix } from './item-types.ts';
import { ledgerKey, ownerPartition, profileKey } from './keys.ts';
import { readPartition } from './partition.ts';

/** A change of depth. */
export interface DepthChange {
  readonly userId: string;
  readonly source: LedgerSource;
  /** ID of the upload, payment or reversal. A change with the same source and ID is applied once. */
  readonly sourceId: string;
  /** Contributed bytes; negative after a deletion. */
  readonly bytes: number;
  /** Purchased centimetres; negative after a reversal. */
  readonly purchasedCm: number;
  /** Bytes that the change stores; negative if it deletes a file. Added to the profile's count, not to the ledger. */
  readonly storedBytes?: number;
  /** The file's name, if the source is a file whose ID doesn't contain the name. See docs/adr/0060-file-ids.md. */
  readonly fileName?: string;
  /** The payment, if the source is a payment or a reversal. */
  readonly payment?: LedgerPayment;
}

/** A stored change of depth. */
export interface LedgerEntry extends DepthChange {
  /** The profile's version after this change. Orders the entries of one member. */
  readonly version: number;
  readonly depthAfter: Micrometres;
  /** ISO 8601. */
  readonly at: string;
}

/** Returns entries of a member's ledger by source; missing entries are omitted. Strongly consistent. */
export async function getLedgerEntries(
  userId: string,
  sources: readonly Pick<DepthChange, 'source' | 'sourceId'>[],
): Promise<LedgerEntry[]> {
  const keys = sources.map(({ source, sourceId }) => ledgerKey(userId, source, sourceId));
  return batchGet<LedgerEntry>(keys, { consistent: true });
}

/** Returns ledger entries by sort key. */
export async function getEntriesByKey(keys: readonly ItemKey[]): Promise<Map<string, LedgerEntry>> {
  const entries = await batchGet<LedgerEntry & ItemKey>(keys);
  return new Map(entries.map((entry) => [entry.sk, entry]));
}

/** Number of entries per query when a whole ledger is summed. */
const SUM_PAGE_SIZE = 500;

interface SumOptions {
  /** Strongly consistent read; costs twice as much. True by default. */
  readonly consistent?: boolean;
  /** Called with the read units of each page, before the next page is read. */
  readonly onPage?: (readUnits: number) => Promise<void>;
}

/** Returns the totals and the number of entries of a member's whole ledger. */
export async function sumLedger(
  userId: string,
  { consistent = true, onPage }: SumOptions = {},
): Promise<DepthTotals & { readonly entryCount: number }> {
  let totals: DepthTotals = { contributedBytes: 0, purchasedCm: 0 };
  let entryCount = 0;
  let from: DepthPosition | null = {};

  while (from) {
    const page: Awaited<ReturnType<typeof readPartition<LedgerEntry & ItemKey>>> = await readPartition({
      pk: profileKey(userId).pk,
      prefix: sortPrefix('ledgerEntry'),
      limit: SUM_PAGE_SIZE,
      consistent,
      from,
    });
    totals = sumEntries([{ bytes: totals.contributedBytes, purchasedCm: totals.purchasedCm }, ...page.rows]);
    entryCount += page.rows.length;

    await onPage?.(page.readUnits);
    from = page.next;
  }

  return { ...totals, entryCount };
}

/** Sums ledger entries. */
export function sumEntries(entries: Iterable<Pick<LedgerEntry, 'bytes' | 'purchasedCm'>>): DepthTotals {
  let contributedBytes = 0;
  let purchasedCm = 0;
  for (const entry of entries) {
    contributedBytes += entry.bytes;
    purchasedCm += entry.purchasedCm;
  }

  return { contributedBytes, purchasedCm };
}

/** Digits of a version in a sort key, so that versions sort like numbers. */
const VERSION_DIGITS = 10;

/** Returns the attributes of an entry that the index uses. The version orders changes within the same millisecond. */
export function ledgerIndexAttributes({
  userId,
  at,
  version,
}: Pick<LedgerEntry, 'userId' | 'at' | 'version'>): Record<'owner' | 'textOrder', string> {
  return {
    owner: ownerPartition('LEDGER', userId),
    textOrder: `${at}#${String(version).padStart(VERSION_DIGITS, '0')}`,
  };
}
