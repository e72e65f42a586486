import { z } from 'zod';
import { fileKeyOf } from '../../../lambdas/table/held-copy.ts';
import { itemKey, partitionIdOf, sortIdOf } from '../../../lambdas/table/item-types.ts';
import { fileKey, ledgerKey } from '../../../lambdas/table/keys.ts';
import { type LedgerEntry, ledgerIndexAttributes } from '../../../lambdas/table/ledger.ts';
import { ledgerEntrySchema } from '../../../shared/contract/ledger.ts';
import type { Facts } from './facts.ts';
import { createItemCheck, createOwnerCollector, type ItemCheck } from './item-checks.ts';
import { IN_MEMBER_PARTITION, type ItemDefinition, MEMBER_ITEM_INVARIANTS } from './item-definition.ts';
import { isoTimeSchema, memberIdSchema, primaryKeyShape, type ShapeOf, textSchema } from './item-schemas.ts';
import { maskKey } from './masked-key.ts';

const entryShape = {
  userId: memberIdSchema,
  source: ledgerEntrySchema.shape.source,
  sourceId: textSchema,
  fileName: textSchema.optional(),
  bytes: z.int(),
  purchasedCm: z.int(),
  payment: ledgerEntrySchema.shape.payment.unwrap().optional(),
  version: z.int().positive(),
  depthAfter: z.int(),
  at: isoTimeSchema,
} satisfies ShapeOf<Omit<LedgerEntry, 'storedBytes'>>;

const entrySchema = z.object({ ...primaryKeyShape, ...entryShape });

type StoredEntry = z.output<typeof entrySchema>;

/** A ledger entry. Version and depth are missing in reversals after an account's deletion. */
type LedgerItem = Omit<StoredEntry, 'version' | 'depthAfter'> & Partial<Pick<StoredEntry, 'version' | 'depthAfter'>>;

/** Stores the facts of a ledger entry. */
function collectEntry(entry: LedgerItem, facts: Facts): void {
  const { userId, source, sourceId, payment } = entry;
  const storageKey = storageKeyOf(source, sourceId);

  facts.add('ledger', {
    user: userId,
    entry: maskKey('ledgerEntry', entry),
    source,
    // The digest in `file` identifies uploads, because the source ID contains the file name.
    sourceId: storageKey === undefined ? sourceId : null,
    file: storageKey === undefined ? null : fileKey(storageKey).pk,
    bytes: entry.bytes,
    cm: entry.purchasedCm,
    version: entry.version ?? null,
    depthAfter: entry.depthAfter ?? null,
    provider: payment?.provider ?? null,
    payment: payment?.paymentId ?? null,
    cents: payment?.cents ?? null,
  });
}

const checkVersionedEntry = createItemCheck({
  schema: entrySchema,
  key: ({ userId, source, sourceId }) => ledgerKey(userId, source, sourceId),
  indexes: (entry) => ledgerIndexAttributes(entry),
  collect: collectEntry,
});

/** Checks a reversal that was recorded after its member's deletion. No profile counts it, so it has no version. */
const checkDeletedMemberReversal = createItemCheck({
  schema: entrySchema.omit({ version: true, depthAfter: true }).extend({
    source: ledgerEntrySchema.shape.source.extract(['refund', 'dispute', 'reinstatement']),
  }),
  key: ({ userId, source, sourceId }) => ledgerKey(userId, source, sourceId),
  collect: collectEntry,
});

/** Checks a ledger entry. Only reversals after their member's deletion have no version. */
const checkLedgerEntry: ItemCheck = (type, item, context) => {
  const check = 'version' in item ? checkVersionedEntry : checkDeletedMemberReversal;
  check(type, item, context);
};

/** Checks a copy item, whose sort key ends with the checksum and the ID of a file. */
const checkHeldCopy = createItemCheck({
  schema: z.object({ ...primaryKeyShape, checksum: textSchema }),
  key: ({ checksum, ...item }) => {
    const fileId = sortIdOf('heldCopy', item).split('#').at(-1);
    return itemKey('heldCopy', partitionIdOf(item), `${checksum}#${fileId}`);
  },
  collect: ({ checksum, ...item }, facts) => {
    facts.add('copy', { user: partitionIdOf(item), checksum, item: fileKeyOf(item).pk });
    createOwnerCollector('heldCopy')(item, facts);
  },
});

/**
 * The item types of the ledger: its entries, and the copy items. A copy item leads from a checksum to a file of the
 * member, so that the same bytes are credited once.
 */
export const ledgerItems = {
  ledgerEntry: {
    description: 'One change of depth. Entries of payments stay',
    export: IN_MEMBER_PARTITION,
    check: checkLedgerEntry,
    invariants: [
      'profile-ledger',
      'ledger-sequence',
      'ledger-sources',
      'file-ledger',
      'payments',
      'payment-metres',
      'reinstatements',
      'unique-sources',
      'unclaimed-payments',
      ...MEMBER_ITEM_INVARIANTS,
    ],
  },

  heldCopy: {
    description:
      'A file of the member by its checksum, or by that before its bytes were replaced. Another file with these bytes earns nothing',
    export: IN_MEMBER_PARTITION,
    check: checkHeldCopy,
    invariants: ['held-copies', 'stored-bytes', ...MEMBER_ITEM_INVARIANTS],
  },
} as const satisfies Record<string, ItemDefinition>;

/**
 * Returns the storage key in the source ID of a ledger entry, or undefined if the source is not a file. The source ID
 * of a correction ends with `#` and a number.
 */
function storageKeyOf(source: string, sourceId: string): string | undefined {
  if (source === 'correction') return sourceId.replace(/#\d+$/, '');
  return source === 'upload' || source === 'removal' ? sourceId : undefined;
}
