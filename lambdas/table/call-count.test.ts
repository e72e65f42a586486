/** Tests of the shared counts of calls and frames, from which function instances reserve batches. */
import { randomUUID } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTable } from '../../test/support/table.ts';
import { reserveCalls, reserveFrames } from './call-count.ts';
import { table, tableName } from './client.ts';
import { callCountKey, frameCountKey } from './keys.ts';

/** Any minute, as the number of minutes since 1970. */
const MINUTE = 7;

let stopTable: () => Promise<void>;

beforeAll(async () => {
  stopTable = await startTable();
});

afterAll(() => stopTable());

/** Returns the stored item of a count. */
async function readItem(key: object): Promise<Record<string, unknown> | undefined> {
  const { Item } = await table.send(new GetCommand({ TableName: tableName(), Key: key, ConsistentRead: true }));
  return Item;
}

describe('reserveCalls', () => {
  it('reserves calls up to the limit', async () => {
    const userId = randomUUID();
    const reserve = (count: number) => reserveCalls({ userId, minute: MINUTE, count, limit: 10 });

    expect(await reserve(8)).toBe(true);
    // Together with the eight reserved calls, three calls exceed the limit, and two calls reach it.
    expect(await reserve(3)).toBe(false);
    expect(await reserve(2)).toBe(true);
    expect(await reserve(1)).toBe(false);
  });

  it('counts each member and each minute separately', async () => {
    const reservation = { userId: randomUUID(), minute: MINUTE, count: 10, limit: 10 };
    expect(await reserveCalls(reservation)).toBe(true);

    expect(await reserveCalls({ ...reservation, minute: MINUTE - 1 })).toBe(true);
    expect(await reserveCalls({ ...reservation, userId: randomUUID() })).toBe(true);
  });

  it('expires a count one minute after its minute has ended', async () => {
    const userId = randomUUID();
    const endOfMinute = (MINUTE + 1) * 60;

    await reserveCalls({ userId, minute: MINUTE, count: 10, limit: 10 });

    expect(await readItem(callCountKey(userId, MINUTE))).toMatchObject({ calls: 10, expiresAt: endOfMinute + 60 });
  });

  it('never reserves more than the limit when many instances reserve concurrently', async () => {
    const reservation = { userId: randomUUID(), minute: MINUTE, count: 3, limit: 20 };

    const grants = await Promise.all(Array.from({ length: 30 }, () => reserveCalls(reservation)));

    // Six reservations of three calls are 18 calls. A seventh would exceed the limit of 20.
    expect(grants.filter(Boolean)).toHaveLength(6);
  });
});

describe('reserveFrames', () => {
  it('counts each kind of frame separately from other frames and from calls', async () => {
    const reservation = { userId: randomUUID(), minute: MINUTE, count: 5, limit: 5 };

    expect(await reserveFrames('typing', reservation)).toBe(true);
    expect(await reserveFrames('typing', reservation)).toBe(false);
    expect(await reserveFrames('all', reservation)).toBe(true);
    expect(await reserveCalls(reservation)).toBe(true);

    // The items of frames store their count in the attribute `calls`, like the items of calls.
    expect(await readItem(frameCountKey(reservation.userId, 'typing', MINUTE))).toMatchObject({ calls: 5 });
  });
});
