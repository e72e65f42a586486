import { randomUUID } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTable } from '../../test/support/table.ts';
import { table, tableName } from './client.ts';
import { mailReservationKey } from './keys.ts';
import { reserveMail } from './mail-reservation.ts';

let stop: () => Promise<void>;
beforeAll(async () => {
  stop = await startTable();
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => stop());

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

    vi.setSystemTime(startMs + 3_599_999);
    expect(await reserveMail(hash)).toBe(false);

    vi.setSystemTime(startMs + 3_600_000);
    expect(await reserveMail(hash)).toBe(true);

    const Key = mailReservationKey(hash);
    const { Item } = await table.send(new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }));
    expect(Item).toEqual({ ...Key, expiresAt: startMs / 1000 + 7200 });
  });
});
