/** Tests of pages of rows: of the depth index, of members near a depth, and of one partition. */
import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTable } from '../../test/support/table.ts';
import { table, tableName } from './client.ts';
import { readDepthIndex } from './depth-index.ts';
import type { DepthPosition, DepthQuery } from './depth-query.ts';
import { depthAndTime, listAttributes, ownerPartition, profileKey } from './keys.ts';
import { findNearestMembers } from './nearby.ts';
import { readPartition } from './partition.ts';
import { profileDepthAttributes } from './profile.ts';

let stopTable: () => Promise<void>;

beforeAll(async () => {
  stopTable = await startTable();
});

afterAll(() => stopTable());

/** Returns a time within one hour, by its minute. */
const formatTime = (minute: number) => `2026-11-21T00:${String(minute).padStart(2, '0')}:00.000Z`;

/** Stores an item of a list, with its ID as the partition key. */
async function store(id: string, { depth = 0, minute = 0, size = 0, owner = 'ada' }): Promise<void> {
  const Item = {
    pk: id,
    sk: 'POST',
    ...listAttributes('POST', id, depth, 1),
    depthOrder: depthAndTime(depth, formatTime(minute)),
    textOrder: formatTime(minute),
    numberOrder: size,
    owner: ownerPartition('POST', owner),
    searchText: owner,
  };
  await table.send(new PutCommand({ TableName: tableName(), Item }));
}

/** A centimetre and a metre, in micrometres. */
const CENTIMETRE = 10_000;
const METRE = 100 * CENTIMETRE;

/** Builds a query of a viewer at 5 m for pages of two rows, newest first, with these changes. */
const buildQuery = (change: Partial<DepthQuery>): DepthQuery => ({
  kind: 'POST',
  index: 'ByText',
  depth: 5 * METRE,
  limit: 2,
  filters: [],
  from: {},
  ...change,
});

const selectIds = ({ rows }: { rows: readonly { readonly pk: string }[] }) => rows.map(({ pk }) => pk);

/** Builds the filter that restricts a query to the items of one test. */
const buildFilter = (owner: string) => [
  { expression: 'begins_with(#text, :text)', names: { '#text': 'searchText' }, values: { ':text': owner } },
];

describe('readDepthIndex', () => {
  /** Returns the IDs of the rows of all pages. */
  async function listAll(query: Partial<DepthQuery>): Promise<string[]> {
    const listedIds: string[] = [];
    for (let from: DepthPosition | null = {}; from; ) {
      const page = await readDepthIndex(buildQuery({ ...query, from }));
      listedIds.push(...selectIds(page));
      from = page.next;
    }

    return listedIds;
  }

  it.each([
    ['descending', false, ['f', 'e'], ['d', 'c']],
    ['ascending', true, ['a', 'b'], ['c', 'd']],
  ])(
    'omits items that were published between two pages and belong to the first page (%s)',
    async (_, ascending, firstLetters, secondLetters) => {
      const owner = randomUUID();
      // Every second item is in another band, so that sources are read at different speeds.
      for (const [minute, letter] of ['a', 'b', 'c', 'd', 'e', 'f'].entries()) {
        await store(`${owner}-${letter}`, { minute: 10 + minute, depth: (minute % 2) * 4 * METRE, owner });
      }

      const list = { ascending, filters: buildFilter(owner) };
      const firstPage = await readDepthIndex(buildQuery(list));
      expect(selectIds(firstPage)).toEqual(firstLetters.map((letter) => `${owner}-${letter}`));

      // The items are published at one end of the list, in bands that the first page read and in one that it didn't.
      for (const [number, depth] of [0, 2 * METRE, 4 * METRE].entries()) {
        await store(`${owner}-new-${number}`, { minute: ascending ? 1 : 50, depth, owner });
      }

      const secondPage = await readDepthIndex(buildQuery({ ...list, from: firstPage.next! }));
      expect(selectIds(secondPage)).toEqual(secondLetters.map((letter) => `${owner}-${letter}`));
      // The last row of the page: "d" has the minute 13, and "c" has the minute 12.
      expect(secondPage.next?.after?.[0]).toBe(formatTime(ascending ? 13 : 12));
    },
  );

  it('returns the position of the last row, and null after the last page', async () => {
    const owner = randomUUID();
    for (const minute of [1, 2, 3]) await store(`${owner}-${minute}`, { minute, owner });

    const firstPage = await readDepthIndex(buildQuery({ filters: buildFilter(owner) }));
    expect(firstPage.next?.after?.[0]).toBe(formatTime(2));

    const secondPage = await readDepthIndex(buildQuery({ filters: buildFilter(owner), from: firstPage.next! }));
    expect(selectIds(secondPage)).toEqual([`${owner}-1`]);
    expect(secondPage.next).toBeNull();
  });

  it('returns a full page to a caller that never requests a second page', async () => {
    const owner = randomUUID();
    for (const minute of [1, 2]) await store(`${owner}-${minute}`, { minute, owner });

    const page = await readDepthIndex(buildQuery({ filters: buildFilter(owner), onePage: true }));

    expect(selectIds(page)).toHaveLength(2);
  });

  it('skips rows with a greater sort key than the highest visible one', async () => {
    const owner = randomUUID();
    await store(`${owner}-big`, { size: 900, depth: 5 * METRE, owner });
    await store(`${owner}-small`, { size: 5, depth: 5 * METRE, owner });
    const list = { index: 'ByNumber', filters: buildFilter(owner), limit: 10 } as const;

    expect(selectIds(await readDepthIndex(buildQuery(list)))).toEqual([`${owner}-big`, `${owner}-small`]);
    expect(selectIds(await readDepthIndex(buildQuery({ ...list, highest: 899 })))).toEqual([`${owner}-small`]);
    expect(selectIds(await readDepthIndex(buildQuery({ ...list, highest: 900 })))).toHaveLength(2);

    // All items of lower bands are visible, so their queries have no bound.
    await store(`${owner}-below`, { size: 950, depth: 0, owner });
    expect(selectIds(await readDepthIndex(buildQuery({ ...list, highest: 899 })))).toEqual([
      `${owner}-below`,
      `${owner}-small`,
    ]);
  });

  it("merges the viewer's own items above them, over all pages and in both directions", async () => {
    const owner = randomUUID();
    // Items 4, 5, and 6 have the same minute, so that ties are merged too.
    for (const minute of [1, 2, 3, 4, 5, 6]) {
      await store(`${owner}-${minute}`, { minute: minute > 4 ? 4 : minute, depth: minute % 2 ? 9 * METRE : 0, owner });
    }
    await store(`${owner}-stranger`, { minute: 3, depth: 9 * METRE, owner: `${owner}-2` });

    const list = { filters: buildFilter(owner), own: ownerPartition('POST', owner) };
    for (const ascending of [true, false]) {
      for (const limit of [1, 2, 3, 10]) {
        const listedIds = await listAll({ ...list, ascending, limit });

        expect(listedIds.toSorted()).toEqual([1, 2, 3, 4, 5, 6].map((minute) => `${owner}-${minute}`));

        const minutes = listedIds.map((id) => Math.min(4, Number(id.slice(owner.length + 1))));
        expect(minutes).toEqual(minutes.toSorted((a, b) => (ascending ? a - b : b - a)));
      }
    }
  });

  it("omits the viewer's own items that were published between two pages and belong to the first page", async () => {
    const owner = randomUUID();
    for (const minute of [10, 20, 30]) await store(`${owner}-${minute}`, { minute, owner });
    const list = { filters: buildFilter(owner), own: ownerPartition('POST', owner) };
    const firstPage = await readDepthIndex(buildQuery(list));
    expect(selectIds(firstPage)).toEqual([`${owner}-30`, `${owner}-20`]);

    for (const minute of [25, 15, 20]) await store(`${owner}-own-${minute}`, { minute, depth: 9 * METRE, owner });
    // The first page found no own items above the viewer, so it ended their source, which is the last source. This
    // position opens that source again.
    const from = { ...firstPage.next!, ended: firstPage.next!.ended!.replace(/.$/, '0') };

    const secondPage = await readDepthIndex(buildQuery({ ...list, limit: 10, from }));

    expect(selectIds(secondPage)).toEqual([`${owner}-own-20`, `${owner}-own-15`, `${owner}-10`]);
  });
});

describe('findNearestMembers', () => {
  const storeMember = async (userId: string, depth: number) => {
    const Item = {
      ...profileKey(userId),
      ...profileDepthAttributes({ userId, contributedBytes: 0, purchasedCm: depth / CENTIMETRE }),
    };
    await table.send(new PutCommand({ TableName: tableName(), Item }));
  };

  it('returns the nearest members within the range, nearest first, without the viewer', async () => {
    // At a random depth, the members of other tests are out of range.
    const viewerDepth = Math.round(1e6 + 1e9 * Math.random()) * METRE;
    const idPrefix = randomUUID();
    const members: [string, number][] = [
      ['viewer', viewerDepth],
      ['same-2', viewerDepth],
      ['same-1', viewerDepth],
      ['up-2', viewerDepth + 2 * METRE],
      ['down-1', viewerDepth - METRE],
      ['edge-up', viewerDepth + 10 * METRE],
      ['edge-down', viewerDepth - 10 * METRE],
      ['far-up', viewerDepth + 10 * METRE + CENTIMETRE],
      ['far-down', viewerDepth - 10 * METRE - CENTIMETRE],
    ];
    for (const [name, depth] of members) await storeMember(`${idPrefix}-${name}`, depth);

    const viewer = { userId: `${idPrefix}-viewer`, depth: viewerDepth };
    const find = async (limit: number) =>
      (await findNearestMembers(viewer, 10 * METRE, limit)).map((userId) => userId.slice(idPrefix.length + 1));

    expect(await find(20)).toEqual(['same-1', 'same-2', 'down-1', 'up-2', 'edge-down', 'edge-up']);
    expect(await find(3)).toEqual(['same-1', 'same-2', 'down-1']);
    // This limit reads three rows downwards: the viewer and two other members.
    expect(await find(2)).toEqual(['same-1', 'same-2']);
  });

  it('returns members near depth 0', async () => {
    const userId = randomUUID();
    await storeMember(userId, 0);

    expect(await findNearestMembers({ userId: 'other', depth: METRE }, 10 * METRE, 1000)).toContain(userId);
  });
});

describe('readPartition', () => {
  it('reads rows with a prefix in both orders, and starts after a position', async () => {
    const pk = `TEST#${randomUUID()}`;
    for (const sk of ['A#1', 'A#2', 'A#3', 'B#1']) {
      await table.send(new PutCommand({ TableName: tableName(), Item: { pk, sk } }));
    }

    const read = async (change: Partial<Parameters<typeof readPartition>[0]>) => {
      const { rows, next } = await readPartition({ pk, prefix: 'A#', limit: 2, ...change });
      return [rows.map(({ sk }) => sk), next] as const;
    };

    const secondRow = { after: ['A#2', pk, 'A#2'] as [string, string, string] };

    expect(await read({})).toEqual([['A#1', 'A#2'], secondRow]);
    expect(await read({ newestFirst: true })).toEqual([['A#3', 'A#2'], secondRow]);
    expect(await read({ limit: 3 })).toEqual([['A#1', 'A#2', 'A#3'], null]);
    expect(await read({ from: secondRow })).toEqual([['A#3'], null]);
    expect(await read({ from: {}, consistent: true })).toEqual([['A#1', 'A#2'], secondRow]);
  });

  it('continues after a page that DynamoDB ended at 1 MB', async () => {
    const pk = `TEST#${randomUUID()}`;
    const keys = Array.from({ length: 4 }, (_, index) => `A#${index}`);
    for (const sk of keys) {
      await table.send(new PutCommand({ TableName: tableName(), Item: { pk, sk, text: 'x'.repeat(390_000) } }));
    }

    const readKeys: string[] = [];
    let pageCount = 0;
    for (let from: DepthPosition | null = {}; from; pageCount++) {
      const page: Awaited<ReturnType<typeof readPartition>> = await readPartition({ pk, prefix: 'A#', limit: 4, from });
      readKeys.push(...page.rows.map(({ sk }) => sk));
      from = page.next;
    }

    expect(readKeys).toEqual(keys);
    expect(pageCount).toBe(2);
  });
});
