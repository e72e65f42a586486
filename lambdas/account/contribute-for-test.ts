import { ulid } from 'ulid';
import type { OwnProfile } from '../../shared/contract/account.ts';
import { TEST_CONTRIBUTION_BYTES } from '../../shared/depth/limits.ts';
import { announceDepth } from '../messages/announce.ts';
import type { Caller } from '../platform/identity.ts';
import { changeDepth } from '../table/ledger.ts';
import { ensureProfile } from './ensure-profile.ts';
import { presentOwnProfile } from './own-profile.ts';

/** Credits 0.1 MB for nothing, once for each idempotency key (decision 5). Production has no route to this. */
export async function contributeForTest(
  caller: Caller,
  idempotencyKey: string | undefined,
): Promise<{ profile: OwnProfile }> {
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
  await announceDepth(caller.userId, profile.depth);
  return { profile };
}
