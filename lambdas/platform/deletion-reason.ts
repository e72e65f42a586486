/**
 * The evidence that an object may be deleted. Every deletion states its evidence, because a missing item proves
 * nothing: the table can be empty or half restored (docs/adr/0053-evidence-for-deletions.md).
 *
 * - `account deleted`: the member's tombstone.
 * - `file deleted`: the entry `removal` in its owner's ledger.
 * - `post deleted`: the post's tombstone, or its mark while it is purged.
 * - `rejected`: the bytes themselves are not allowed.
 * - `replaced`: a later picture was published for the member's profile, or the picture was removed from it; or the
 *   object is a rendition of bytes that were replaced.
 * - `abandoned`: an upload that was never completed and is older than its limit.
 * - `used`: an upload from which functions have created another object.
 */
export type DeletionReason =
  | 'account deleted'
  | 'file deleted'
  | 'post deleted'
  | 'rejected'
  | 'replaced'
  | 'abandoned'
  | 'used';
