/**
 * Tests of the limit of attempts to enter a mailed code: five per address and purpose within an hour. The table has a
 * hash of the address.
 */
import { randomUUID } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../shared/rules/durations.ts';
import { startTable } from '../../test/support/table.ts';
import { loseNextResponse, removeHooks } from '../../test/support/table-calls.ts';
import { table, tableName } from './client.ts';
import { type CodePurpose, clearCodeAttempts, countCodeAttempt, takeBackCodeAttempt } from './code-attempts.ts';
import { codeAttemptsKey } from './keys.ts';

let stopTable: () => Promise<void>;
beforeAll(async () => {
  stopTable = await startTable();
});
afterEach(() => {
  vi.useRealTimers();
  removeHooks();
});
afterAll(() => stopTable());

/** Counts an attempt. Returns whether the attempt was allowed. */
const tryAttempt = async (hash: string, purpose: CodePurpose = 'resetPassword') =>
  (await countCodeAttempt(hash, purpose)) === 0;

/** Counts several attempts, one after another. Returns for each attempt whether it was allowed. */
async function countAttempts(hash: string, times: number): Promise<boolean[]> {
  const results: boolean[] = [];
  for (let time = 0; time < times; time++) results.push(await tryAttempt(hash));
  return results;
}

describe('countCodeAttempt', () => {
  it('allows five attempts per address and purpose', async () => {
    const hash = randomUUID();

    expect(await countAttempts(hash, 7)).toEqual([true, true, true, true, true, false, false]);
    expect(await tryAttempt(hash, 'confirmRegistration')).toBe(true);
    expect(await tryAttempt(randomUUID())).toBe(true);
  });

  it('allows five attempts when many arrive concurrently', async () => {
    const hash = randomUUID();

    const results = await Promise.all(Array.from({ length: 20 }, () => tryAttempt(hash)));

    expect(results.filter(Boolean)).toHaveLength(5);
  });

  it('allows five further attempts after a correct code', async () => {
    const hash = randomUUID();
    await countAttempts(hash, 3);

    await clearCodeAttempts(hash, 'resetPassword');

    expect(await countAttempts(hash, 6)).toEqual([true, true, true, true, true, false]);
  });

  it('returns the seconds until the address has attempts again, rounded up', async () => {
    const startMs = Math.floor(Date.now() / 1000) * 1000;
    vi.useFakeTimers({ toFake: ['Date'], now: startMs });
    const hash = randomUUID();
    await countAttempts(hash, 5);

    expect(await countCodeAttempt(hash, 'resetPassword')).toBe(3600);

    vi.setSystemTime(startMs + 10 * MINUTE_MS + 1);
    expect(await countCodeAttempt(hash, 'resetPassword')).toBe(3000);

    vi.setSystemTime(startMs + HOUR_MS - 1);
    expect(await countCodeAttempt(hash, 'resetPassword')).toBe(1);
  });

  it('returns at most 3,600 seconds, although the end of the hour is rounded up', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 1000) * 1000 + 1 });
    const hash = randomUUID();
    await countAttempts(hash, 5);

    expect(await countCodeAttempt(hash, 'resetPassword')).toBe(3600);
  });

  it('allows attempts an hour after the last allowed one, even if the expired item still exists', async () => {
    const startMs = Math.floor(Date.now() / 1000) * 1000;
    vi.useFakeTimers({ toFake: ['Date'], now: startMs });
    const hash = randomUUID();
    await countAttempts(hash, 4);

    vi.setSystemTime(startMs + 50 * MINUTE_MS);
    expect(await countAttempts(hash, 2)).toEqual([true, false]);

    vi.setSystemTime(startMs + 110 * MINUTE_MS - 1);
    expect(await countAttempts(hash, 1)).toEqual([false]);

    vi.setSystemTime(startMs + 110 * MINUTE_MS);
    expect(await countAttempts(hash, 6)).toEqual([true, true, true, true, true, false]);

    const Key = codeAttemptsKey(hash, 'resetPassword');
    const { Item } = await table.send(new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }));
    expect(Item).toEqual({ ...Key, attempts: 5, expiresAt: (startMs + 110 * MINUTE_MS + HOUR_MS) / 1000 });
  });
});

describe('takeBackCodeAttempt', () => {
  it('allows another attempt after one was taken back', async () => {
    const hash = randomUUID();
    await countAttempts(hash, 5);

    await takeBackCodeAttempt(hash, 'resetPassword');

    expect(await countAttempts(hash, 2)).toEqual([true, false]);
  });

  it('never allows more than five attempts, even if one is taken back repeatedly or after a correct code', async () => {
    const hash = randomUUID();
    await takeBackCodeAttempt(hash, 'resetPassword');
    await countAttempts(hash, 1);
    await takeBackCodeAttempt(hash, 'resetPassword');
    await takeBackCodeAttempt(hash, 'resetPassword');
    expect(await countAttempts(hash, 6)).toEqual([true, true, true, true, true, false]);

    await clearCodeAttempts(hash, 'resetPassword');
    await takeBackCodeAttempt(hash, 'resetPassword');
    expect(await countAttempts(hash, 6)).toEqual([true, true, true, true, true, false]);
  });

  it('takes one attempt back if the response of its write is lost and the SDK repeats the write', async () => {
    const hash = randomUUID();
    await countAttempts(hash, 5);
    const attempts = loseNextResponse(table);

    await takeBackCodeAttempt(hash, 'resetPassword');

    expect(attempts()).toBe(2);
    expect(await countAttempts(hash, 2)).toEqual([true, false]);
  });
});
