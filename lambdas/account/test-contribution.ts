import { ulid } from 'ulid';
import type { account } from '../../shared/contract/account.ts';
import type { Input, Response } from '../../shared/contract/endpoint.ts';
import { TEST_CONTRIBUTION_BYTES } from '../../shared/depth/limits.ts';
import { ensureProfile } from '../members/ensure-profile.ts';
import type { Caller } from '../platform/identity.ts';
import { sendDepth } from '../sockets/send-to-members.ts';
import { changeDepth } from '../table/ledger.ts';
import { presentOwnProfile } from './own-profile.ts';

/** Credits 0.1 MB without a file, once per idempotency key. The production stage lacks this endpoint. */
export async function addTestContribution(
  caller: Caller,
  { idempotencyKey }: Input<typeof account.testContribution>,
): Promise<Response<typeof account.testContribution>> {
  await ensureProfile(caller);
  const sourceId = idempotencyKey ?? ulid();
  await changeDepth({
    userId: caller.userId,
    source: 'test',
    sourceId,
    bytes: TEST_CONTRIBUTION_BYTES,
    purchasedCm: 0,
  });
  const profile = presentOwnProfile(await ensureProfile(caller));
  await sendDepth(caller.userId, profile.depth);
  return { profile };
}
