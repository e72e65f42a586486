/** Tests of the limit of calls per member and minute, in a whole cloud. */
import { describe, expect, it } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import type { ApiResponse } from '../support/api-request.ts';
import { Member } from '../support/member.ts';
import { startFaultCloud } from './fault-cloud.ts';

/** How many requests a member may send per minute: fewer than usual, so that tests reach the limit in seconds. */
const LIMIT = 40;

/** More requests than the limit of two minutes. */
const MAX_REQUESTS = 100;

await startFaultCloud({ context: { memberCallsPerMinute: String(LIMIT) } });

/** Sends requests until one is rejected. The count restarts if a minute ends in between. */
async function sendUntilRejected(member: Member): Promise<ApiResponse> {
  for (let call = 0; call < MAX_REQUESTS; call += 1) {
    const response = await member.call(contract.users.batch, { userIds: member.userId });
    if (response.status !== 200) return response;
  }
  throw new Error(`None of ${MAX_REQUESTS} requests was rejected.`);
}

const currentMinute = () => Math.floor(Date.now() / 60_000);

describe('rate limit of a member', () => {
  it('returns 429 TooManyCalls with Retry-After', async () => {
    const rejection = await sendUntilRejected(await Member.register());
    expect(rejection).toMatchObject({ status: 429, body: { success: false, code: 'TooManyCalls' } });

    const retryAfterSeconds = Number(rejection.headers.get('retry-after'));
    expect(retryAfterSeconds).toBeGreaterThan(0);
    expect(retryAfterSeconds).toBeLessThanOrEqual(60);
    expect(rejection.body.error).toMatch(/Please wait (a second|a minute|\d+ seconds), then try again\.$/);
  });

  it('does not affect other members', async () => {
    const busyMember = await Member.register();
    const calmMember = await Member.register();
    await sendUntilRejected(busyMember);

    expect((await calmMember.call(contract.users.batch, { userIds: busyMember.userId })).status).toBe(200);
  });

  it('counts requests across all functions', async () => {
    const member = await Member.register();

    /** Uses up the limit with `users.batch`, and returns the statuses of `account.me`, which is another function. */
    const requestWithinOneMinute = async (): Promise<number[]> => {
      const minute = currentMinute();
      await sendUntilRejected(member);

      const statuses: number[] = [];
      for (let call = 0; call < 10; call += 1) statuses.push((await member.call(contract.account.me, {})).status);
      // The count restarts with each minute.
      return currentMinute() === minute ? statuses : requestWithinOneMinute();
    };

    expect(new Set(await requestWithinOneMinute())).toEqual(new Set([429]));
  });
});
