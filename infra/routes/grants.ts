import type { Capability, Contract } from '../../shared/contract/contract.ts';
import type { BundledFunction } from '../constructs/bundled-function.ts';
import type { CursorSecret } from '../constructs/cursor-secret.ts';
import type { FileBucket } from '../constructs/file-bucket.ts';
import type { MemberPool } from '../constructs/member-pool.ts';
import type { PaymentKeys } from '../constructs/payment-keys.ts';
import type { PurgeJob } from '../constructs/purge-job.ts';
import type { SingleTable } from '../constructs/single-table.ts';
import type { SocketApi } from '../constructs/socket-api.ts';

/** What an endpoint can be given access to. */
export interface Resources {
  readonly table: SingleTable;
  readonly bucket: FileBucket;
  readonly members: MemberPool;
  readonly cursorSecret: CursorSecret;
  readonly purgeJob: PurgeJob;
  readonly sockets: SocketApi;
  readonly stripe: PaymentKeys;
  readonly paypal: PaymentKeys;
}

/** Gives one endpoint's function exactly what it needs. */
export type Grant = (fn: BundledFunction, resources: Resources) => void;

/** What the routes of the WebSocket API can be given access to. */
export type SocketResources = Pick<Resources, 'table' | 'sockets'>;

/** The grants of one capability: every endpoint of the contract, no other. */
export type CapabilityGrants<C extends Capability> = { readonly [E in keyof Contract[C]]: Grant };
