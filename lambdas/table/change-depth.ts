/*
 * The changes of a member's depth. A change writes the ledger entry and the profile's new totals in one transaction.
 * No other code writes a depth. See docs/product.md#depth.
 */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { BYTES_PER_MB } from '../../shared/rules/limits.ts';
import { AccountDeleted } from '../platform/errors.ts';
import { countMetric } from '../platform/metrics.ts';
import { table, tableName } from './client.ts';
import { isWritten } from './conditional-write.ts';
import { ledgerKey, profileKey } from './keys.ts';
import { type DepthChange, type LedgerEntry, ledgerIndexAttributes, sumEntries } from './ledger.ts';
import { getProfile, type Profile, profileDepthAttributes } from './profile.ts';
import { unseal } from './sealed.ts';
import { setAttributes } from './set-attributes.ts';
import { HAS_ROOM, STORED_BYTES } from './stored-bytes.ts';
import { type TransactItem, transact } from './transaction.ts';

/**
 * Thrown when the member whose depth should change has no profile. A caller had a profile when their session was
 * checked, so they have deleted their account since.
 */
export class ProfileMissing extends AccountDeleted {
  override readonly name = 'ProfileMissing';
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
 * Changes a member's depth: writes the ledger entry, the profile's new totals and the additional items in one
 * transaction.
 *
 * @param buildFurtherWrites - receives the profile before the change, and builds further items of the same transaction
 * @returns 'applied' with the profile as it was written, 'duplicate' if the ledger already has this source, or
 *   'condition-failed' if a condition of these writes failed; only 'applied' has written anything
 * @throws ProfileMissing if the member has no profile
 * @throws Throttled if concurrent changes of the same profile defeat every attempt
 */
export function changeDepth(
  change: DepthChange,
  buildFurtherWrites: (profileBefore: Profile) => TransactItem[] = () => [],
): Promise<ChangeResult> {
  return changeDepthBy(change.userId, async (profileBefore) => ({
    change,
    furtherWrites: buildFurtherWrites(profileBefore),
  }));
}

/**
 * Changes a member's depth like {@link changeDepth}, by an amount that depends on further items.
 *
 * @param plan - builds the change; called for each attempt, after the profile was read. Items that it reads are current
 *   when the transaction commits, if every write of these items also changes the profile's version.
 */
export async function changeDepthBy(
  userId: string,
  plan: (profileBefore: Profile) => Promise<PlannedChange>,
): Promise<ChangeResult> {
  let plannedResult: { readonly change: DepthChange; readonly profile: ProfileAfterChange } | undefined;
  const cancellation = await transact(
    async () => {
      const profileBefore = unseal(await getProfile(userId, { consistent: true }));
      if (!profileBefore) throw new ProfileMissing();

      const { change, maxStoredBytes, furtherWrites } = await plan(profileBefore);
      plannedResult = { change, profile: buildProfileAfter(change, profileBefore) };

      return [...buildWrites(change, profileBefore, maxStoredBytes), ...furtherWrites];
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
  countRise(change);
  return { outcome: 'applied', profile };
}

/**
 * Changes a member's depth like {@link changeDepth}, but only if the profile's version is still the one that was read.
 * For changes that are computed from other ledger entries.
 *
 * @param profileBefore - the profile, read with strong consistency before those ledger entries
 * @returns false if the version has changed or the ledger already has this source; nothing was written then
 */
export async function changeDepthIfUnchanged(profileBefore: Profile, change: DepthChange): Promise<boolean> {
  const cancellation = await transact(() => buildWrites(change, profileBefore));
  if (cancellation) return false;

  countRise(change);
  return true;
}

/**
 * Adds a reversal to the retained ledger of a member who has deleted their account. The member has no profile, so the
 * entry has no version and no depth.
 *
 * @returns false if the ledger already has this source; nothing was written then
 */
export async function recordDeletedMemberReversal(change: DepthChange, now = new Date()): Promise<boolean> {
  return isWritten(
    table.send(
      new PutCommand({
        TableName: tableName(),
        Item: { ...ledgerKey(change.userId, change.source, change.sourceId), ...change, at: now.toISOString() },
        ConditionExpression: 'attribute_not_exists(sk)',
      }),
    ),
  );
}

/** Counts the centimetres of a rise in the metric `centimetresRisen`. */
function countRise({ bytes, purchasedCm }: DepthChange): void {
  // One shared megabyte lifts a member by one centimetre.
  const centimetres = bytes / BYTES_PER_MB + purchasedCm;
  if (centimetres > 0) countMetric('centimetresRisen', centimetres);
}

function buildProfileAfter(change: DepthChange, { storedBytes: _, ...profileBefore }: Profile): ProfileAfterChange {
  return { ...profileBefore, ...buildAttributesAfter(change, profileBefore) };
}

/** Returns the attributes of a profile that a change of depth sets. */
function buildAttributesAfter(change: DepthChange, profileBefore: Profile) {
  const totals = sumEntries([
    { bytes: profileBefore.contributedBytes, purchasedCm: profileBefore.purchasedCm },
    change,
  ]);
  const depthAttributes = profileDepthAttributes({ userId: change.userId, ...totals });

  return {
    ...totals,
    ...depthAttributes,
    peakDepth: Math.max(profileBefore.peakDepth, depthAttributes.depth),
    version: profileBefore.version + 1,
  };
}

/**
 * Builds the two items of a change. The first fails if the ledger already has this source. The second fails if the
 * profile has another version, or if the member would store too much.
 */
function buildWrites(
  { storedBytes = 0, ...change }: DepthChange,
  profileBefore: Profile,
  maxStoredBytes?: number,
): TransactItem[] {
  const attributesAfter = buildAttributesAfter(change, profileBefore);
  const at = new Date().toISOString();
  const entry: LedgerEntry = { ...change, version: attributesAfter.version, depthAfter: attributesAfter.depth, at };

  return [
    buildEntryPut(entry),
    buildProfileUpdate({ userId: change.userId, profileBefore, attributesAfter, storedBytes, maxStoredBytes }),
  ];
}

function buildEntryPut(entry: LedgerEntry): TransactItem {
  return {
    Put: {
      TableName: tableName(),
      Item: {
        ...ledgerKey(entry.userId, entry.source, entry.sourceId),
        ...entry,
        ...ledgerIndexAttributes(entry),
      },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
}

/** The parts of a profile's update. */
interface ProfileUpdate {
  readonly userId: string;
  readonly profileBefore: Profile;
  readonly attributesAfter: ReturnType<typeof buildAttributesAfter>;
  /** Bytes that the change stores; negative if it deletes a file. */
  readonly storedBytes: number;
  readonly maxStoredBytes: number | undefined;
}

function buildProfileUpdate({
  userId,
  profileBefore,
  attributesAfter,
  storedBytes,
  maxStoredBytes,
}: ProfileUpdate): TransactItem {
  const update = setAttributes(attributesAfter);

  return {
    Update: {
      TableName: tableName(),
      Key: profileKey(userId),
      // Pictures of posts change the stored bytes without changing the version, so this adds to the stored count.
      UpdateExpression: `${update.UpdateExpression}, storedBytes = ${STORED_BYTES} + :bytes`,
      ConditionExpression: maxStoredBytes === undefined ? '#version = :before' : `#version = :before AND ${HAS_ROOM}`,
      ExpressionAttributeNames: update.ExpressionAttributeNames,
      ExpressionAttributeValues: {
        ...update.ExpressionAttributeValues,
        ':before': profileBefore.version,
        ':bytes': storedBytes,
        ...(maxStoredBytes !== undefined && { ':room': maxStoredBytes - storedBytes }),
      },
    },
  };
}
