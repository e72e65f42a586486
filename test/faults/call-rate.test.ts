import { describe, expect, it } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import { type Answer, Member } from '../support/member.ts';
import { startFaultCloud } from './fault-cloud.ts';

const LIMIT = 40;
/** More than the limit by what the instances of one function may let through beyond it, and then some. */
const FLOOD = 300;

await startFaultCloud({ context: { memberCallsPerMinute: String(LIMIT) } });

/** Calls until the member is refused; a minute may end meanwhile, and then it begins anew. */
async function flood(member: Member): Promise<Answer> {
  for (let call = 0; call < FLOOD; call += 1) {
    const answer = await member.call(contract.users.batch, { userIds: member.userId });
    if (answer.status !== 200) return answer;
  }
  throw new Error(`${FLOOD} calls were let through.`);
}

const minuteNow = () => Math.floor(Date.now() / 60_000);

describe('a member who calls without end', () => {
  it('is told to wait, for how long, and with which code', async () => {
    const refused = await flood(await Member.register());
    expect(refused).toMatchObject({ status: 429, body: { success: false, code: 'TooManyCalls' } });
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(refused.body.error).toMatch(/Please wait (a second|\d+ seconds), then try again\.$/);
  });

  it('takes nothing from anybody else', async () => {
    const [busy, calm] = [await Member.register(), await Member.register()];
    await flood(busy);
    expect((await calm.call(contract.users.batch, { userIds: busy.userId })).status).toBe(200);
  });

  it('is limited over all functions, not in each', async () => {
    const member = await Member.register();
    const withinOneMinute = async (): Promise<number[]> => {
      const minute = minuteNow();
      await flood(member);
      // Other functions have counted nothing yet: they learn of it with the tenth call that they see.
      const others: number[] = [];
      for (let call = 0; call < 10; call += 1) others.push((await member.call(contract.account.me, {})).status);
      return minuteNow() === minute ? others : withinOneMinute();
    };
    expect(await withinOneMinute()).toContain(429);
  });
});
