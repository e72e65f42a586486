/** Tests of the limit of one mail per address and hour, even when many function instances send concurrently. */
import { randomUUID } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { HOUR_MS } from '../../shared/rules/durations.ts';
import { startTable } from '../../test/support/table.ts';
import { loseNextResponse, removeHooks } from '../../test/support/table-calls.ts';
import { table, tableName } from './client.ts';
import { mailReservationKey } from './keys.ts';
import { reserveMail } from './mail-reservation.ts';

let stopTable: () => Promise<void>;

beforeAll(async () => {
  stopTable = await startTable();
});

afterEach(() => {
  vi.useRealTimers();
  removeHooks();
});

afterAll(() => stopTable());

describe('reserveMail', () => {
  it('reserves one mail per address when many instances reserve concurrently', async () => {
    const hash = randomUUID();
    const otherHash = randomUUID();

    const results = await Promise.all(Array.from({ length: 10 }, () => reserveMail(hash)));

    expect(results.filter(Boolean)).toHaveLength(1);
    expect(await reserveMail(otherHash)).toBe(true);
  });

  it('reserves the next mail an hour later, even if DynamoDB has not deleted the expired item', async () => {
    const startMs = Math.floor(Date.now() / 1000) * 1000;
    vi.useFakeTimers({ toFake: ['Date'], now: startMs });
    const hash = randomUUID();
    expect(await reserveMail(hash)).toBe(true);

    vi.setSystemTime(startMs + HOUR_MS - 1);
    expect(await reserveMail(hash)).toBe(false);

    vi.setSystemTime(startMs + HOUR_MS);
    expect(await reserveMail(hash)).toBe(true);

    const Key = mailReservationKey(hash);
    const { Item } = await table.send(new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }));

    expect(Item).toEqual({ ...Key, reservationId: expect.any(String), expiresAt: (startMs + 2 * HOUR_MS) / 1000 });
  });

  it('reserves the mail if the response of its write is lost and the SDK repeats the write', async () => {
    const recipient = randomUUID();
    const attempts = loseNextResponse(table);

    expect(await reserveMail(recipient)).toBe(true);
    expect(attempts()).toBe(2);
    expect(await reserveMail(recipient)).toBe(false);
  });
});
