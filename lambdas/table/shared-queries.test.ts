import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { table } from './client.ts';
import { queryShared } from './shared-queries.ts';

/** How long rows are shared, in milliseconds. */
const MAX_SHARED_AGE_MS = 2000;

// Collects unreachable objects immediately, so that tests can see which rows are still in memory.
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const { send } = table;

/** The responses of the table, without keeping them in memory. */
let responses: WeakRef<QueryCommandOutput>[] = [];

beforeAll(() => {
  // A spy would keep the responses.
  table.send = (async () => {
    const response = { Items: [{ pk: 'POST#1' }], $metadata: {} };
    responses.push(new WeakRef(response));
    return response;
  }) as typeof send;
});

afterAll(() => {
  table.send = send;
});

beforeEach(() => {
  responses = [];
  vi.stubEnv('DEPTH_INDEX_SHARDS', '2');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
});

afterEach(() => vi.useRealTimers());

/** Sends a query often enough that its rows are shared. */
async function makeHot(name: string): Promise<void> {
  for (let use = 0; use < 6; use++) await queryShared({ TableName: name, Limit: 20 });
}

/** Counts the responses that are still in memory. */
async function countKeptResponses(): Promise<number> {
  // A reference keeps its object until the current task ends.
  await new Promise((resolve) => setTimeout(resolve));
  collectGarbage();
  return responses.filter((response) => response.deref() !== undefined).length;
}

it('keeps the rows of hot queries in memory until they are outdated and another query is hot', async () => {
  for (const name of ['first', 'second', 'third']) await makeHot(name);
  expect(await countKeptResponses()).toBe(3);

  vi.setSystemTime(Date.now() + MAX_SHARED_AGE_MS);
  await makeHot('fourth');

  expect(await countKeptResponses()).toBe(1);
});
