import { beforeEach, describe, expect, it } from 'vitest';
import { startFaultCloud } from './fault-cloud.ts';
import { type DatabaseCall, type Fault, LOSING_FAULTS, startFaultyDatabase } from './faulty-database.ts';
import { expectSuccessOrTransientError } from './write.ts';
import { prepareWrites } from './writes.ts';

/** More database calls than any write makes. Stops an endless test. */
const MAX_CALLS = 40;

const database = await startFaultyDatabase();
const { cloud } = await startFaultCloud({ context: { conductLimitPercent: '1000' } });
const writes = await prepareWrites(cloud);

beforeEach(() => {
  database.recover();
  cloud.faults.dropNotifications = false;
});

/** Refusals after which the SDK waits only milliseconds. Throttling is tested in database-outage.test.ts. */
const FAST_REFUSALS: readonly Fault[] = ['InternalServerError', 'ServiceUnavailable', 'reset'];

const anyCall = () => true;
const isWrite = ({ writes: effective }: DatabaseCall) => effective;

describe.each(writes)('$name', ({ prepare, canBeGone = false }) => {
  it.each([
    { title: 'refuses all calls from one on', faults: FAST_REFUSALS, concerns: anyCall },
    { title: 'executes all writes from one on, and loses the responses', faults: LOSING_FAULTS, concerns: isWrite },
  ])('takes effect once if it is repeated after DynamoDB $title', async ({ faults, concerns }) => {
    for (let first = 0; first < MAX_CALLS; first++) {
      const { send, readEffect, effect } = await prepare();
      const [fault, injected] = [faults[first % faults.length], { calls: 0 }];
      let concerned = 0;
      database.follow((call) => {
        if (!concerns(call) || concerned++ < first) return undefined;
        injected.calls++;
        return fault;
      });
      const failed = await send();
      database.recover();
      const step = `${fault} from call ${first}`;
      expectSuccessOrTransientError(failed, step);
      const { status } = await send();
      expect(canBeGone ? [200, 404] : [200], step).toContain(status);
      expect(await readEffect(), step).toEqual(effect);
      // The write makes no further calls, so every position has been tested.
      if (injected.calls === 0) return expect(first).toBeGreaterThan(0);
    }

    throw new Error(`The write made more than ${MAX_CALLS} calls.`);
  });

  it.each(LOSING_FAULTS)('succeeds at once if one write has the fault "%s"', async (fault) => {
    for (let lost = 0; lost < MAX_CALLS; lost++) {
      const { send, readEffect, effect } = await prepare();
      let count = 0;
      database.follow((call) => (isWrite(call) && count++ === lost ? fault : undefined));
      const response = await send();
      database.recover();
      expect(response.status, `write ${lost}`).toBe(200);
      expect(await readEffect(), `write ${lost}`).toEqual(effect);
      if (count <= lost) return expect(lost).toBeGreaterThan(0);
    }
    throw new Error(`The write made more than ${MAX_CALLS} calls.`);
  });
});
