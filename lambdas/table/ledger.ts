import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { LedgerPayment, LedgerSource } from '../../shared/contract/ledger.ts';
import type { DepthTotals, Micrometres } from '../../shared/rules/depth.ts';
import { BYTES_PER_MB } from '../../shared/rules/limits.ts';
import { AccountDeleted } from '../platform/errors.ts';
import { countMetric } from '../platform/metrics.ts';
import { batchGet } from './batch-get.ts';
import { table, tableName } from './client.ts';
import type { DepthPosition } from './depth-query.ts';
import { type ItemKey, sortPrefix } from './item-types.ts';
import { ledgerKey, ownerPartition, profileKey } from './keys.ts';
import { readPartition } from './partition.ts';
import { getProfile, type Profile, profileDepthAttributes } from './profile.ts';
import { unseal } from './sealed.ts';
import { setAttributes } from './set-attributes.ts';
import { HAS_ROOM, STORED_BYTES } from './stored-bytes.ts';
import { type TransactItem, transact } from './transaction.ts';

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

/**
 * Thrown when the member whose depth should change has no profile. A caller had a profile when their session was
 * checked, so they have deleted their account since.
 */
export class ProfileMissing extends AccountDeleted {
  override readonly name = 'ProfileMissing';
}

/**
 * Changes a member's depth: writes the ledger entry, the profile's new totals and the additional items in one
 * transaction. No other code writes depth. See docs/product.md#depth.
 *
 * @param buildFurtherWrites - receives the profile before the change, and builds further items of the same transaction
 * @returns 'applied' with the profile as it was written, 'duplicate' if the ledger already has this source, or
 *   'condition-failed' if a condition of these writes failed; only 'applied' has written anything
 * @throws ProfileMissing if the member has no profile
 * @throws Throttled if concurrent changes of the same profile defeat every attempt
 */
export function changeDepth(
  change: DepthChange,
  buildFurtherWrites: (before: Profile) => TransactItem[] = () => [],
): Promise<ChangeResult> {
  return changeDepthBy(change.userId, async (before) => ({ change, furtherWrites: buildFurtherWrites(before) }));
}

/**
 * A profile after a change of depth. It lacks the stored bytes, because pictures of posts can change them concurrently.
 */
export type ProfileAfterChange = Omit<Profile, 'storedBytes'>;

/** The result of a change of depth. Only 'applied' has written anything. */
export type ChangeResult =
  | { readonly outcome: 'applied'; readonly profile: ProfileAfterChange }
  | { readonly outcome: 'duplicate' | 'condition-failed' };

/** A change of depth, with its limit and further writes. */
interface PlannedChange {
  readonly change: DepthChange;
  /**
   * Maximum bytes that the member may store after the change; unlimited by default. If a concurrent write leaves no
   * room, `plan` is called again with the current profile, and must throw. Otherwise, the change fails as Throttled.
   */
  readonly maxStoredBytes?: number;
  /** Items that the same transaction also writes. */
  readonly furtherWrites: readonly TransactItem[];
}

/**
 * Changes a member's depth like {@link changeDepth}, by an amount that depends on further items.
 *
 * @param plan - builds the change; called for each attempt, after the profile was read. Items that it reads are current
 *   when the transaction commits, if every write of these items also changes the profile's version.
 */
export async function changeDepthBy(
  userId: string,
  plan: (before: Profile) => Promise<PlannedChange>,
): Promise<ChangeResult> {
  let plannedResult: { readonly change: DepthChange; readonly profile: ProfileAfterChange } | undefined;
  const cancellation = await transact(
    async () => {
      const before = unseal(await getProfile(userId, { consistent: true }));
      if (!before) throw new ProfileMissing();

      const { change, maxStoredBytes, furtherWrites } = await plan(before);
      plannedResult = { change, profile: buildProfileAfter(change, before) };

      return [...buildWrites(change, before, maxStoredBytes), ...furtherWrites];
    },
    // The profile's version or stored bytes have changed, and this source is not in the ledger yet.
    ({ failed: [isDuplicate, isProfileChanged] }) => isProfileChanged === true && isDuplicate === false,
  );
  if (cancellation) {
    const [isDuplicate] = cancellation.failed;
    return { outcome: isDuplicate ? 'duplicate' : 'condition-failed' };
  }

  // The transaction was written, so it was planned.
  const { change, profile } = plannedResult!;
  recordRise(change);
  return { outcome: 'applied', profile };
}

/**
 * Changes a member's depth like {@link changeDepth}, but only if the profile's version is still the one that was read.
 * For changes that are computed from other ledger entries.
 *
 * @param before - the profile, read with strong consistency before those ledger entries
 * @returns false if the version has changed or the ledger already has this source; nothing was written then
 */
export async function changeDepthIfUnchanged(before: Profile, change: DepthChange): Promise<boolean> {
  const wasApplied = (await transact(() => buildWrites(change, before))) === undefined;
  if (wasApplied) recordRise(change);
  return wasApplied;
}

/**
 * Adds a reversal to the retained ledger of a member who has deleted their account. The member has no profile, so the
 * entry has no version and no depth.
 *
 * @returns false if the ledger already has this source; nothing was written then
 */
export async function recordDeletedMemberReversal(change: DepthChange, now = new Date()): Promise<boolean> {
  try {
    await table.send(
      new PutCommand({
        TableName: tableName(),
        Item: { ...ledgerKey(change.userId, change.source, change.sourceId), ...change, at: now.toISOString() },
        ConditionExpression: 'attribute_not_exists(sk)',
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

/** Counts the centimetres of a rise in the metric `centimetresRisen`. */
function recordRise({ bytes, purchasedCm }: DepthChange): void {
  // One shared megabyte lifts a member by one centimetre.
  const centimetres = bytes / BYTES_PER_MB + purchasedCm;
  if (centimetres > 0) countMetric('centimetresRisen', centimetres);
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
const SUM_PAGE = 500;

interface SumOptions {
  /** Strongly consistent read; costs twice as much. True by default. */
  readonly consistent?: boolean;
  /** Called with the read units of each page, before the next page is read. */
  readonly onPage?: (readUnits: number) => Promise<void>;
}

/** Returns the totals of a member's whole ledger and its number of entries. */
export async function sumLedger(
  userId: string,
  { consistent = true, onPage }: SumOptions = {},
): Promise<DepthTotals & { readonly entries: number }> {
  let totals: DepthTotals = { contributedBytes: 0, purchasedCm: 0 };
  let entries = 0;
  let from: DepthPosition | null = {};

  while (from) {
    const page: Awaited<ReturnType<typeof readPartition<LedgerEntry & ItemKey>>> = await readPartition({
      pk: profileKey(userId).pk,
      prefix: sortPrefix('ledgerEntry'),
      limit: SUM_PAGE,
      consistent,
      from,
    });
    totals = sumEntries([{ bytes: totals.contributedBytes, purchasedCm: totals.purchasedCm }, ...page.rows]);
    entries += page.rows.length;

    await onPage?.(page.readUnits);
    from = page.next;
  }

  return { ...totals, entries };
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

/** Returns the attributes of an entry that the index uses. The version orders changes within the same millisecond. */
export function ledgerIndexAttributes(
  entry: Pick<LedgerEntry, 'userId' | 'at' | 'version'>,
): Record<'owner' | 'textOrder', string> {
  const { userId, at, version } = entry;
  return { owner: ownerPartition('LEDGER', userId), textOrder: `${at}#${String(version).padStart(10, '0')}` };
}

/** Returns the attributes of a profile that a change of depth sets. */
function buildAttributesAfter(change: DepthChange, before: Profile) {
  const totals = sumEntries([{ bytes: before.contributedBytes, purchasedCm: before.purchasedCm }, change]);
  const depthAttributes = profileDepthAttributes({ userId: change.userId, ...totals });

  return {
    ...totals,
    ...depthAttributes,
    peakDepth: Math.max(before.peakDepth, depthAttributes.depth),
    version: before.version + 1,
  };
}

function buildProfileAfter(change: DepthChange, { storedBytes: _, ...before }: Profile): ProfileAfterChange {
  return { ...before, ...buildAttributesAfter(change, before) };
}

function buildWrites(
  { storedBytes = 0, ...change }: DepthChange,
  before: Profile,
  maxStoredBytes?: number,
): TransactItem[] {
  const after = buildAttributesAfter(change, before);
  const at = new Date().toISOString();
  const entry: LedgerEntry = { ...change, version: after.version, depthAfter: after.depth, at };
  const update = setAttributes(after);

  return [
    {
      Put: {
        TableName: tableName(),
        Item: {
          ...ledgerKey(change.userId, change.source, change.sourceId),
          ...entry,
          ...ledgerIndexAttributes(entry),
        },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    {
      Update: {
        TableName: tableName(),
        Key: profileKey(change.userId),
        // Pictures of posts change the stored bytes without changing the version.
        UpdateExpression: `${update.UpdateExpression}, storedBytes = ${STORED_BYTES} + :bytes`,
        ConditionExpression: maxStoredBytes === undefined ? '#version = :before' : `#version = :before AND ${HAS_ROOM}`,
        ExpressionAttributeNames: update.ExpressionAttributeNames,
        ExpressionAttributeValues: {
          ...update.ExpressionAttributeValues,
          ':before': before.version,
          ':bytes': storedBytes,
          ...(maxStoredBytes !== undefined && { ':room': maxStoredBytes - storedBytes }),
        },
      },
    },
  ];
}
