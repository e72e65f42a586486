/** Tests of sending the parts of a file: four in parallel, repeated after failures, until every byte has arrived. */
import fc, { type Scheduler } from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../platform/api/api-error.ts';
import { ConnectionLostError, StorageError } from '../../../../platform/pictures/put-file.ts';
import { FakeStore, type PutOutcome, UNLIMITED_PUTS } from './fake-store.ts';
import { MAX_ATTEMPTS } from './retry-while-transient.ts';

/** The size of a part, in bytes. */
const PART_SIZE = 7;

/** How long a URL is used, in milliseconds. */
const URL_LIFE_MS = 240_000;

/** Builds a file with the bytes that `FakeStore.storePart` stores. Its parts differ, because 251 is prime. */
const buildFile = (size: number) => new File([Uint8Array.from({ length: size }, (_, index) => index % 251)], 'big.zip');

/** A random outcome of a PUT. `stored` is twice as likely as each other outcome. */
const anyOutcome = fc.constantFrom<PutOutcome>(
  'stored',
  'stored',
  'lost',
  'responseLost',
  'expired',
  'overloaded',
  'signingFails',
);

/** Sends parts until `maxPuts` PUTs have started. Expects that no arrived part is sent again. */
async function runInterrupted(store: FakeStore, maxPuts: number, scheduler: Scheduler): Promise<void> {
  const arrivedNumbers = [...store.storedParts.keys()];
  const earlierPutCount = store.putNumbers.length;

  // A run can also fail because one part exhausts its attempts.
  await scheduler.waitFor(store.send(maxPuts).catch(() => {}));

  const sentNumbers = store.putNumbers.slice(earlierPutCount);
  const repeatedNumbers = sentNumbers.filter((partNumber) => arrivedNumbers.includes(partNumber));
  expect(repeatedNumbers).toEqual([]);
}

describe('sendParts', () => {
  it('sends four parts in parallel, and skips parts that have arrived', async () => {
    // The file has 15 parts.
    const store = new FakeStore(buildFile(100), PART_SIZE);
    store.storePart(2);

    await store.send();

    expect(store.joinStoredParts()).toEqual(await store.readFileBytes());
    expect(store.maxConcurrentPuts).toBe(4);
    expect(store.putNumbers).not.toContain(2);
    expect(store.putNumbers).toHaveLength(14);
  });

  it('uploads every byte despite random failures and interruptions', async () => {
    const anySize = fc.integer({ min: 1, max: 120 });
    const anyOutcomes = fc.array(anyOutcome, { maxLength: 60 });
    // The number of PUTs after which each run is interrupted.
    const anyLimits = fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 6 });

    await fc.assert(
      fc.asyncProperty(anySize, anyOutcomes, anyLimits, fc.scheduler(), async (size, outcomes, limits, scheduler) => {
        const store = new FakeStore(buildFile(size), PART_SIZE, outcomes, scheduler);
        for (const limit of limits) await runInterrupted(store, limit, scheduler);

        // The last run has no failures.
        store.outcomes.length = 0;
        await scheduler.waitFor(store.send());

        expect(store.joinStoredParts()).toEqual(await store.readFileBytes());
        expect(store.progressReports.at(-1)).toBe(size);
        expect(Math.max(...store.progressReports)).toBeLessThanOrEqual(size);
      }),
      { numRuns: 300 },
    );
  });

  it('requests a new URL when S3 rejects an expired URL', async () => {
    const store = new FakeStore(buildFile(PART_SIZE), PART_SIZE, ['expired']);
    await store.send();

    expect(store.signedBatches).toEqual([[1], [1]]);
  });

  it('does not use a URL that is about to expire', async () => {
    const store = new FakeStore(buildFile(5 * PART_SIZE), PART_SIZE);
    // When the fifth part starts, the URLs of the first call are too old.
    store.msPerPut = URL_LIFE_MS;
    await store.send();

    expect(store.signedBatches).toHaveLength(2);
    expect(store.signedBatches.map(([firstNumber]) => firstNumber)).toEqual([1, 5]);
  });

  it('keeps the arrived parts when one part exhausts its attempts', async () => {
    const store = new FakeStore(buildFile(3 * PART_SIZE), PART_SIZE);
    store.failingPart = 2;

    await expect(store.send()).rejects.toBeInstanceOf(ConnectionLostError);
    expect(store.putNumbers.filter((partNumber) => partNumber === 2)).toHaveLength(MAX_ATTEMPTS);
    expect([...store.storedParts.keys()].sort()).toEqual([1, 3]);
    expect(store.delaysMs).toHaveLength(MAX_ATTEMPTS - 1);
  });

  it('waits for a connection without counting failed attempts', async () => {
    const store = new FakeStore(buildFile(PART_SIZE), PART_SIZE, Array<PutOutcome>(3 * MAX_ATTEMPTS).fill('lost'));
    store.isOnline = false;
    await store.send();

    expect(store.joinStoredParts()).toEqual(await store.readFileBytes());
    expect(store.delaysMs).toEqual([]);
    expect(store.offlineChanges.slice(0, 2)).toEqual([true, false]);
  });

  it('does not repeat a PUT after a permanent error', async () => {
    const store = new FakeStore(buildFile(PART_SIZE), PART_SIZE);
    const uploadGoneError = new StorageError(404, 'Not Found', '<Code>NoSuchUpload</Code>');
    store.put = vi.fn().mockRejectedValue(uploadGoneError);

    await expect(store.send()).rejects.toBe(uploadGoneError);
    expect(store.put).toHaveBeenCalledOnce();
  });

  it('does not request URLs again after a permanent error', async () => {
    const store = new FakeStore(buildFile(PART_SIZE), PART_SIZE);
    const rejection = new ApiError(404, 'UploadNotFound', 'Gone.');
    const sign = vi.fn().mockRejectedValue(rejection);

    await expect(store.send(UNLIMITED_PUTS, { sign })).rejects.toBe(rejection);
    expect(sign).toHaveBeenCalledOnce();
  });
});
