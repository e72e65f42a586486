import type { Capability, Contract } from '../../shared/contract/contract.ts';
import type { BundledFunction } from '../constructs/bundled-function.ts';
import type { CallerHashKeys } from '../constructs/caller-hash-keys.ts';
import type { CursorSecret } from '../constructs/cursor-secret.ts';
import type { FileBucket } from '../constructs/file-bucket.ts';
import type { MemberPool } from '../constructs/member-pool.ts';
import type { NoticeMail } from '../constructs/notice-mail.ts';
import type { PaymentKeys } from '../constructs/payment-keys.ts';
import type { RenditionSecret } from '../constructs/rendition-secret.ts';
import type { SingleTable } from '../constructs/single-table.ts';
import type { SocketApi } from '../constructs/socket-api.ts';

/** Resources that an endpoint can get access to. */
export interface Resources {
  readonly table: SingleTable;
  readonly bucket: FileBucket;
  readonly members: MemberPool;
  readonly mail: NoticeMail;
  readonly cursorSecret: CursorSecret;
  readonly renditionSecret: RenditionSecret;
  readonly callerHashKeys: CallerHashKeys;
  readonly sockets: SocketApi;
  readonly stripeKeys: PaymentKeys;
  readonly paypalKeys: PaymentKeys;
}

/**
 * Grants one endpoint's function the permissions that it needs, and no others.
 *
 * Choose the `allow…` method by what the endpoint does:
 *
 * - reads or writes items: `table.allow`, with the partitions from `lambdas/table/item-types.ts`
 * - reads a list from an index: `table.allowQuery`
 * - returns a `cursor`: `cursorSecret.allow`
 * - returns files, with their thumbnails: `renditionSecret.allow`
 * - creates the caller's profile if it is missing (`ensureProfile`): `members.allowReadingMembers`
 * - registers members: `members.allowRegistering`
 * - checks passwords: `members.allowCredentialChecks`
 * - calls another public operation of Cognito: `members.allowServerClient`
 * - changes members in the user pool: `members.allow`, with Cognito's operations
 * - resets passwords by emailed code: also `members.allowResetCompletion`
 * - sends a notice by email: `mail.allow`
 * - signs a URL: `bucket.allow` with the S3 action that the URL performs, because the URL carries the function's role
 * - deletes all objects of a member: `bucket.allowDeletingAll`
 * - checks an uploaded object: `bucket.allowReadingScans`
 * - reads an object that may be missing: also `bucket.allowExistenceCheck`; otherwise S3 returns 403 instead of 404
 * - calls Stripe or PayPal: `stripeKeys.allow` or `paypalKeys.allow`
 * - sends frames to members: `allowSendingToMembers` from `send-to-members.ts`
 * - ends the sessions of a member: `allowEndingSessions` from `end-sessions.ts`
 * - only closes the sockets of a member: `allowClosingSockets` from `end-sessions.ts`
 *
 * `listRoutes` adds the permissions that many endpoints share, such as `callerHashKeys.allow`.
 *
 * A missing permission fails in the local cloud as on AWS, and prints the function and the action on the terminal.
 */
export type Grant = (fn: BundledFunction, resources: Resources) => void;

/** Resources that a socket route can get access to. */
export type SocketResources = Pick<Resources, 'table' | 'sockets' | 'callerHashKeys'>;

/** One grant for each endpoint of a capability. */
export type CapabilityGrants<C extends Capability> = { readonly [E in keyof Contract[C]]: Grant };
