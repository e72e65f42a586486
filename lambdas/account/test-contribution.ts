import { ulid } from 'ulid';
import type { account } from '../../shared/contract/account.ts';
import type { Input, Response } from '../../shared/contract/endpoint.ts';
import { TEST_CONTRIBUTION_BYTES } from '../../shared/rules/limits.ts';
import { ensureProfile } from '../members/ensure-profile.ts';
import type { Caller } from '../platform/identity.ts';
import { changeDepth } from '../table/change-depth.ts';
import { claim } from '../table/conduct.ts';
import { presentOwnProfile } from './own-profile.ts';

/**
 * Credits 0.1 MB without a file, once per idempotency key. The production stage lacks this endpoint.
 *
 * @throws LimitReached if the caller has made too many contributions this hour
 */
export async function addTestContribution(
  caller: Caller,
  { idempotencyKey }: Input<typeof account.testContribution>,
): Promise<Response<typeof account.testContribution>> {
  const { limitWrites, buildLimitReached } = claim(await ensureProfile(caller), { testContributions: 1 });
  const change = {
    userId: caller.userId,
    source: 'test',
    sourceId: idempotencyKey ?? ulid(),
    bytes: TEST_CONTRIBUTION_BYTES,
    purchasedCm: 0,
  } as const;

  const result = await changeDepth(change, () => [...limitWrites]);
  if (result.outcome === 'condition-failed') throw await buildLimitReached();

  const currentProfile = result.outcome === 'applied' ? result.profile : await ensureProfile(caller);
  return { profile: presentOwnProfile(currentProfile) };
}
