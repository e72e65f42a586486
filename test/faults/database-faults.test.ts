/** Fails calls to DynamoDB at each step of every kind of write, and repeats the write: it must take effect once. */
import { beforeEach, describe, expect, it } from 'vitest';
import { startFaultCloud } from './fault-cloud.ts';
import { type DatabaseCall, FAST_REFUSALS, LOSING_FAULTS, startFaultyDatabase } from './faulty-database.ts';
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

const anyCall = () => true;
const isWrite = (call: DatabaseCall) => call.isWrite;

// Throttling, after which the SDK waits longer, is tested in database-outage.test.ts.
describe.each(writes)('$name', ({ prepare, canBeGone = false }) => {
  it.each([
    { title: 'refuses a call and all later calls', faults: FAST_REFUSALS, isAffected: anyCall },
    { title: 'loses the responses of a write and all later writes', faults: LOSING_FAULTS, isAffected: isWrite },
  ])('takes effect once if it is repeated after DynamoDB $title', async ({ faults, isAffected }) => {
    for (let firstFailure = 0; firstFailure < MAX_CALLS; firstFailure++) {
      const { send, readEffect, effect } = await prepare();
      const fault = faults[firstFailure % faults.length];
      let affectedCalls = 0;
      let failedCalls = 0;

      database.follow((call) => {
        if (!isAffected(call) || affectedCalls++ < firstFailure) return undefined;
        failedCalls++;
        return fault;
      });

      const failedResponse = await send();
      database.recover();

      const step = `${fault} from call ${firstFailure}`;
      expectSuccessOrTransientError(failedResponse, step);

      const { status } = await send();
      expect(canBeGone ? [200, 404] : [200], step).toContain(status);
      expect(await readEffect(), step).toEqual(effect);

      // The write makes fewer calls, so the test has failed every one of them.
      if (failedCalls === 0) return expect(firstFailure).toBeGreaterThan(0);
    }

    throw new Error(`The write made more than ${MAX_CALLS} calls.`);
  });

  it.each(LOSING_FAULTS)('succeeds on the first attempt if one write has the fault "%s"', async (fault) => {
    for (let lostWrite = 0; lostWrite < MAX_CALLS; lostWrite++) {
      const { send, readEffect, effect } = await prepare();
      let databaseWrites = 0;

      database.follow((call) => (isWrite(call) && databaseWrites++ === lostWrite ? fault : undefined));
      const response = await send();
      database.recover();

      // The purge can end before the client's next attempt.
      expect(canBeGone ? [200, 404] : [200], `write ${lostWrite}`).toContain(response.status);
      expect(await readEffect(), `write ${lostWrite}`).toEqual(effect);

      if (databaseWrites <= lostWrite) return expect(lostWrite).toBeGreaterThan(0);
    }

    throw new Error(`The write made more than ${MAX_CALLS} calls.`);
  });
});
