/**
 * Tests that cursors stay short. A cursor is the text with which a client requests the next page of a list. Lists are
 * read from many sources of an index: one per band of depth and shard, and one for the viewer's own items.
 */
import { randomUUID } from 'node:crypto';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTable } from '../../test/support/table.ts';
import { table, tableName } from './client.ts';
import { sealCursor } from './cursor.ts';
import { readDepthIndex } from './depth-index.ts';
import type { DepthQuery } from './depth-query.ts';
import type { ListKind } from './item-types.ts';
import { depthAndTime, depthListPartition, fileKey, likeKey, listPartition, messageKey, profileKey } from './keys.ts';
import { openPage } from './paging.ts';

vi.mock('../platform/secret.ts', () => ({ loadSecret: async () => 'cursor secret' }));

/**
 * The maximum length of a cursor, in characters. CloudFront accepts URLs of up to 8,192 bytes, and a URL also contains
 * the search text.
 */
const MAX_LENGTH = 1500;

/** Number of depth bands. */
const BAND_COUNT = 10;

/** A depth within each band, in metres. */
const BAND_METRES = [0, 0.5, 5, 20, 50, 200, 500, 2000, 5000, 15_000];

/** The maximum number of shards of a stage. */
const MAX_SHARDS = 16;
const SHARD_COUNTS = Array.from({ length: MAX_SHARDS }, (_, index) => index + 1);

/** A metre, in micrometres. */
const METRE = 1_000_000;

/** Generates names of 30 letters, which have two bytes each. */
const anyCyrillicName = fc.string({
  unit: fc.constantFrom(...'абвгдежзийклмнопрстуфхцчшщъыьэюя'),
  minLength: 30,
  maxLength: 30,
});

/** Rows of the first page. Shorter than every list, so that the page has a cursor. */
const FIRST_PAGE_LIMIT = 7;

/** One list per kind, index, and direction. */
const LISTS: readonly (Pick<DepthQuery, 'kind' | 'index'> & { ascending?: boolean })[] = [
  { kind: 'USER', index: 'ByText', ascending: true },
  { kind: 'USER', index: 'ByNumber' },
  { kind: 'USER', index: 'ByDepth' },
  { kind: 'FILE', index: 'ByText' },
  { kind: 'FILE', index: 'ByNumber' },
  { kind: 'POST', index: 'ByDepth' },
];

/** A query has one source per band and shard, and one source of the viewer's own items. */
const SOURCE_COUNT = BAND_COUNT * MAX_SHARDS + 1;

/** Generates the keys of a member's profile, file, like, and message. */
const anyItemKeys = fc
  .uuid()
  .map((id) => [
    profileKey(id),
    fileKey(id),
    likeKey(id, fileKey(id)),
    messageKey(`${id}_${id}`, '01KAHQ3V7V8Z5T0F4M2S6R9XYZ'),
  ]);

/** Generates values by which an index orders items. */
const anyOrder = fc.oneof(
  anyCyrillicName,
  fc.string({ unit: 'binary', minLength: 60, maxLength: 60 }),
  fc.nat(Number.MAX_SAFE_INTEGER),
  fc.constant(depthAndTime(Number.MAX_SAFE_INTEGER, '2026-11-21T00:00:00.000Z')),
);

/** Generates which sources have ended, as a digit per source. */
const anyEnded = fc.string({ unit: fc.constantFrom('0', '1'), minLength: SOURCE_COUNT, maxLength: SOURCE_COUNT });

/** Builds an item that is listed in a band and a shard of the index. */
function buildItem(kind: ListKind, name: string, band: number, shard: number) {
  const depth = BAND_METRES[band]! * METRE;

  return {
    pk: `${kind}#${randomUUID()}`,
    sk: kind,
    list: listPartition(kind, band, shard),
    depthList: depthListPartition(kind, shard),
    depthOrder: depthAndTime(depth, '2026-11-21T00:00:00.000Z'),
    textOrder: name,
    numberOrder: 7,
  };
}

describe('the length of a cursor', () => {
  let stopTable: () => Promise<void>;
  beforeAll(async () => {
    stopTable = await startTable();

    const names = fc.sample(anyCyrillicName, { numRuns: BAND_COUNT * MAX_SHARDS, seed: 8 });
    const items = (['USER', 'FILE', 'POST'] as const).flatMap((kind) =>
      names.map((name, number) => buildItem(kind, name, number % BAND_COUNT, Math.floor(number / BAND_COUNT))),
    );

    for (let start = 0; start < items.length; start += 25) {
      const puts = items.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } }));
      await table.send(new BatchWriteCommand({ RequestItems: { [tableName()]: puts } }));
    }
  });
  afterAll(() => stopTable());

  it.each(SHARD_COUNTS)(`stays within ${MAX_LENGTH} characters in every list with %i shard(s)`, async (shards) => {
    vi.stubEnv('DEPTH_INDEX_SHARDS', String(shards));
    const viewer = { userId: randomUUID(), depth: 20_000 * METRE };

    for (const list of LISTS) {
      const seenKeys = new Set<string>();
      let cursor: string | null = null;

      // Reads two pages. The second page continues at the cursor of the first.
      for (const limit of [FIRST_PAGE_LIMIT, BAND_COUNT * MAX_SHARDS]) {
        const { from, seal } = await openPage(viewer, [list], cursor);
        const page = await readDepthIndex({ ...list, depth: from.depth, limit, filters: [], from });
        for (const { pk } of page.rows) seenKeys.add(pk);

        cursor = seal(page.next);
        if (limit === FIRST_PAGE_LIMIT) expect(cursor?.length).toBeLessThanOrEqual(MAX_LENGTH);
      }

      expect(seenKeys.size).toBe(BAND_COUNT * shards);
      expect(cursor).toBeNull();
    }

    vi.unstubAllEnvs();
  });

  it(`stays within ${MAX_LENGTH} characters for any position and any ended sources`, () => {
    fc.assert(
      fc.property(anyOrder, anyItemKeys, anyEnded, fc.nat(SOURCE_COUNT), (value, keys, digits, source) => {
        for (const { pk, sk } of keys) {
          const cursor = { depth: Number.MAX_SAFE_INTEGER, after: [value, pk, sk] as [string, string, string] };
          const sealedCursor = sealCursor({ ...cursor, source, ended: digits }, { viewer: pk, query: '[]' }, 'secret');
          expect(sealedCursor.length).toBeLessThanOrEqual(MAX_LENGTH);
        }
      }),
    );
  });
});
