/**
 * The evidence that an object may be deleted. Every deletion states one, because a missing item proves nothing: the table
 * can be empty or half restored (docs/adr/0053-evidence-for-deletions.md).
 *
 * - `account deleted`: the member's tombstone.
 * - `file deleted`: the entry `removal` in its owner's ledger.
 * - `post deleted`: the post's tombstone, or its mark while it is purged.
 * - `rejected`: the bytes themselves are not allowed.
 * - `replaced`: the member's profile knows the picture, and shows another one or none; or it is a rendition of bytes that
 *   were replaced.
 * - `abandoned`: an upload that was never completed and is older than its limit.
 * - `used`: an upload that functions have turned into another object.
 */
export type DeletionReason =
  | 'account deleted'
  | 'file deleted'
  | 'post deleted'
  | 'rejected'
  | 'replaced'
  | 'abandoned'
  | 'used';
