import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../platform/api/api-error.ts';
import { StoreRefusal, TransferLost } from '../../../../platform/put-file.ts';
import { bytesOf, planParts } from './part-plan.ts';
import { ATTEMPTS, pauseAfter } from './persist.ts';
import { FakeStore, type Fate } from './store.fake.ts';

const PART = 7;
const fileOf = (size: number) => new File([Uint8Array.from({ length: size }, (_, at) => at % 251)], 'big.zip');

describe('the plan of an upload in parts', () => {
  it('covers every byte once, in order', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 1, max: 600 }), (fileSize, partSize) => {
        const plan = planParts(fileSize, partSize);
        let at = 0;
        for (const [index, { partNumber, start, size }] of plan.entries()) {
          expect([partNumber, start]).toEqual([index + 1, at]);
          expect(size).toBeGreaterThan(0);
          expect(size).toBeLessThanOrEqual(partSize);
          at += size;
        }
        expect(at).toBe(fileSize);
        expect(bytesOf(plan)).toBe(fileSize);
      }),
    );
  });
});

describe('sending a file in parts', () => {
  it('sends four side by side, and never a part that has arrived', async () => {
    const store = new FakeStore(fileOf(100), PART);
    store.receive(2);
    await store.send();
    expect(store.content()).toEqual(await store.bytes());
    expect(store.mostAtOnce).toBe(4);
    expect(store.puts.filter((partNumber) => partNumber === 2)).toHaveLength(0);
    expect(store.puts).toHaveLength(14);
  });

  it('ends with every byte in its part, whatever fails, and however often it is stopped', async () => {
    const fate = fc.constantFrom<Fate>('stored', 'stored', 'lost', 'answerLost', 'expired', 'overloaded', 'signing');
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 120 }),
        fc.array(fate, { maxLength: 60 }),
        // After how many requests the upload is paused, or the page reloaded, each time.
        fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 6 }),
        fc.scheduler(),
        async (size, fates, stops, scheduler) => {
          const store = new FakeStore(fileOf(size), PART, fates, scheduler);
          for (const stop of stops) {
            const known = [...store.held.keys()];
            const before = store.puts.length;
            // A line that is bad enough for long enough stops it too.
            await scheduler.waitFor(store.send(stop).catch(() => {}));
            const sent = store.puts.slice(before);
            expect(sent.filter((partNumber) => known.includes(partNumber))).toEqual([]);
          }
          store.fates.length = 0;
          await scheduler.waitFor(store.send());
          expect(store.content()).toEqual(await store.bytes());
          expect(store.progress.at(-1)).toBe(size);
          expect(Math.max(...store.progress)).toBeLessThanOrEqual(size);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('signs anew what the store says has expired', async () => {
    const store = new FakeStore(fileOf(PART), PART, ['expired']);
    await store.send();
    expect(store.signed).toEqual([[1], [1]]);
  });

  it('uses no address that has grown old', async () => {
    const store = new FakeStore(fileOf(5 * PART), PART);
    store.msPerPut = 240_000;
    await store.send();
    expect(store.signed).toHaveLength(2);
    expect(store.signed.map(([first]) => first)).toEqual([1, 5]);
  });

  it('gives up a part after so many failures, stops the others, and keeps what has arrived', async () => {
    const store = new FakeStore(fileOf(3 * PART), PART);
    store.doomed = 2;
    await expect(store.send()).rejects.toBeInstanceOf(TransferLost);
    expect(store.puts.filter((partNumber) => partNumber === 2)).toHaveLength(ATTEMPTS);
    expect([...store.held.keys()].sort()).toEqual([1, 3]);
    expect(store.pauses).toHaveLength(ATTEMPTS - 1);
  });

  it('waits for the connection however long, and counts that as no failure', async () => {
    const store = new FakeStore(fileOf(PART), PART, Array<Fate>(3 * ATTEMPTS).fill('lost'));
    store.online = false;
    await store.send();
    expect(store.content()).toEqual(await store.bytes());
    expect(store.pauses).toEqual([]);
    expect(store.offline.slice(0, 2)).toEqual([true, false]);
  });

  it('does not repeat what is refused for good', async () => {
    const store = new FakeStore(fileOf(PART), PART);
    const gone = new StoreRefusal(404, 'Not Found', '<Code>NoSuchUpload</Code>');
    store.put = vi.fn().mockRejectedValue(gone);
    await expect(store.send()).rejects.toBe(gone);
    expect(store.put).toHaveBeenCalledOnce();

    const refusal = new ApiError(404, 'UploadNotFound', 'Gone.');
    const sign = vi.fn().mockRejectedValue(refusal);
    await expect(store.send(Number.POSITIVE_INFINITY, { sign })).rejects.toBe(refusal);
    expect(sign).toHaveBeenCalledOnce();
  });
});

it('pauses twice as long after each failure, a little differently every time, and never for minutes', () => {
  expect([1, 2, 3].map((failures) => pauseAfter(failures, 1))).toEqual([500, 1000, 2000]);
  expect(pauseAfter(3, 0)).toBe(1000);
  expect(pauseAfter(40, 1)).toBe(20_000);
});
