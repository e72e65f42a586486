import { setTimeout } from 'node:timers/promises';
import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { Throttled } from '../platform/errors.ts';
import { table, tableName } from './client.ts';
import type { ItemKey } from './item-types.ts';

/** DynamoDB's limit for one BatchGetItem. */
const MAX_KEYS = 100;

/** Maximum requests for the same keys, including the first. */
const MAX_ATTEMPTS = 6;

/** The first wait before a retry is about twice this long, in milliseconds. Each further wait is twice as long. */
const BASE_DELAY_MS = 10;

/**
 * Reads items by key, in no particular order. Missing items are omitted, and duplicate keys are read once. Retries keys
 * that DynamoDB leaves unprocessed.
 *
 * @param options.consistent - strongly consistent read; costs twice as much
 * @throws Throttled if keys are still unprocessed after the last attempt
 */
export async function batchGet<T>(keys: readonly ItemKey[], { consistent = false } = {}): Promise<T[]> {
  const uniqueKeys = [...new Map(keys.map((key) => [`${key.pk}\n${key.sk}`, key])).values()];
  const chunks = Array.from({ length: Math.ceil(uniqueKeys.length / MAX_KEYS) }, (_, chunk) =>
    uniqueKeys.slice(chunk * MAX_KEYS, (chunk + 1) * MAX_KEYS),
  );

  return (await Promise.all(chunks.map((chunk) => getChunk<T>(chunk, consistent)))).flat();
}

async function getChunk<T>(keys: readonly ItemKey[], ConsistentRead: boolean): Promise<T[]> {
  const name = tableName();
  const items: T[] = [];
  let remainingKeys: readonly Record<string, unknown>[] = keys.map(({ pk, sk }) => ({ pk, sk }));

  for (let attempt = 0; remainingKeys.length > 0; attempt++) {
    if (attempt === MAX_ATTEMPTS) throw new Throttled();
    if (attempt > 0) await setTimeout(2 ** attempt * BASE_DELAY_MS * (0.5 + Math.random()));

    const response = await table.send(
      new BatchGetCommand({ RequestItems: { [name]: { Keys: [...remainingKeys], ConsistentRead } } }),
    );

    items.push(...((response.Responses?.[name] ?? []) as T[]));
    remainingKeys = response.UnprocessedKeys?.[name]?.Keys ?? [];
  }

  return items;
}
