/**
 * Tests of the depth index, which lists the items that a viewer may see. Items are in bands of depth and in shards,
 * and a list merges the rows of all bands at or below the viewer. See docs/depth-index.md.
 */
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { bandOf } from '../../shared/rules/bands.ts';
import { startTable } from '../../test/support/table.ts';
import type { DepthPosition, DepthQuery } from './depth-query.ts';
import type { StoredFile } from './file.ts';
import { depthAndTime, fileKey, ownerPartition } from './keys.ts';

/** The number of files in the index. */
const FILE_COUNT = 240;

/** Number of files that a transaction stores. */
const BATCH_SIZE = 40;

/** Generates the attributes by which files are listed. Depths are in micrometres, and 1e6 is a metre. */
const anyFile = fc.record({
  depth: fc.oneof(fc.constantFrom(0, 1e6, 3e6, 10e6, 3000e6, 10_000e6), fc.nat(12_000e6), fc.nat(30e6)),
  minute: fc.nat(59),
  size: fc.oneof(fc.nat(20), fc.nat(1e9), fc.constant(1e9)),
  type: fc.constantFrom('image/png', 'video/mp4', 'text/plain'),
});

/** Builds files of two members. Many share a depth, time or size, or lie on a band's boundary. */
function buildFiles(shards: number): StoredFile[] {
  // A fixed seed gives the same files on each run.
  const anyFiles = fc.array(anyFile, { minLength: FILE_COUNT, maxLength: FILE_COUNT });
  const [sample] = fc.sample(anyFiles, { numRuns: 1, seed: 7 });

  return sample!.map(({ depth, minute, size, type }, number) => ({
    key: `files/anna/${shards}/${number}.bin`,
    userId: number % 4 === 0 ? 'ben' : 'anna',
    fileName: `${number}.bin`,
    contentType: type,
    size,
    etag: '',
    uploadedAt: `2026-11-21T00:${String(minute).padStart(2, '0')}:00.000Z`,
    description: '',
    depth,
    likeCount: 0,
    views: 0,
    revision: 0,
  }));
}

/** The value by which each index orders files. */
const ORDER_VALUES = {
  ByText: ({ uploadedAt }: StoredFile) => uploadedAt,
  ByNumber: ({ size }: StoredFile) => size,
  ByDepth: ({ depth, uploadedAt }: StoredFile) => depthAndTime(depth, uploadedAt),
};

/** Compares two values so that the greater one comes first. */
const compareDescending = (a: string | number, b: string | number) => (a < b ? 1 : a > b ? -1 : 0);

/** Generates queries of every kind, with depths at and around the bounds of bands. */
const anyQuery = fc.record({
  depth: fc.oneof(fc.constantFrom(0, 1e6, 3e6, 999_999, 10_000e6), fc.nat(12_000e6)),
  limit: fc.integer({ min: 1, max: 60 }),
  order: fc.constantFrom('ByText' as const, 'ByNumber' as const, 'ByDepth' as const),
  isAscending: fc.boolean(),
  type: fc.constantFrom(undefined, 'image/' as const, 'text/' as const, 'video/' as const),
  hasTypeIndexes: fc.boolean(),
  isViewerBen: fc.boolean(),
  isBounded: fc.boolean(),
});

// In the last case, an operator has raised depthIndexShards. The rows stay in their shards.
describe.each([
  [1, 1],
  [8, 8],
  [16, 16],
  [2, 8],
])('depth index of rows in %i shard(s) per band, with the setting %i', (shards, setting) => {
  let stopTable: () => Promise<void>;
  let index: typeof import('./depth-index.ts');
  let table: typeof import('./client.ts').table;
  const files = buildFiles(shards);

  beforeAll(async () => {
    // Modules read the table's address when they load, so load them again for this table.
    vi.resetModules();
    stopTable = await startTable({ shards });

    const [{ buildFilePut }, client, depthIndex] = await Promise.all([
      import('./file.ts'),
      import('./client.ts'),
      import('./depth-index.ts'),
    ]);
    index = depthIndex;
    ({ table } = client);

    for (let start = 0; start < files.length; start += BATCH_SIZE) {
      const puts = files.slice(start, start + BATCH_SIZE).map(buildFilePut);
      await table.send(new TransactWriteCommand({ TransactItems: puts }));
    }

    vi.stubEnv('DEPTH_INDEX_SHARDS', String(setting));
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await stopTable();
  });

  /** Returns the partition keys of the rows of all pages. */
  async function readAll(query: Omit<DepthQuery, 'from' | 'kind'>): Promise<string[]> {
    const keys: string[] = [];
    let from: DepthPosition | null = {};
    while (from) {
      const page = await index.readDepthIndex({ ...query, kind: 'FILE', from });
      expect(page.rows.length).toBeLessThanOrEqual(query.limit);

      keys.push(...page.rows.map(({ pk }) => pk));
      from = page.next;
    }

    return keys;
  }

  /** Returns the size of the largest file that is visible in the viewer's own band. */
  function findLargestSize(depth: number): number | undefined {
    const visibleFiles = files.filter((file) => file.depth <= depth && bandOf(file.depth) === bandOf(depth));
    return visibleFiles.length > 0 ? Math.max(...visibleFiles.map(({ size }) => size)) : undefined;
  }

  /** Fails the test unless the rows with these partition keys are in the order of the index. */
  function expectOrder(
    keys: readonly string[],
    { order, ascending }: { order: keyof typeof ORDER_VALUES; ascending: boolean },
  ): void {
    const filesByKey = new Map(files.map((file) => [fileKey(file.key).pk, file]));
    const values = keys.map((key) => ORDER_VALUES[order](filesByKey.get(key)!));
    const descendingValues = values.toSorted(compareDescending);
    expect(values).toEqual(ascending ? descendingValues.toReversed() : descendingValues);
  }

  // A stage whose table lacks an index for types reads an index of all files, with a filter.
  it.each([
    ['', 'ByTypeText'],
    ['ByTypeNumber', 'ByText'],
  ])('reads files of a type without the indexes "%s" from %s', async (omittedIndexes, expectedIndex) => {
    vi.stubEnv('OMITTED_INDEXES', omittedIndexes);
    const indexNames = new Set<unknown>();
    table.middlewareStack.add(
      (next) => async (args) => {
        indexNames.add((args.input as { IndexName?: string }).IndexName);
        return next(args);
      },
      { name: 'index-names', step: 'initialize' },
    );

    await readAll({ index: 'ByText', depth: 10_000e6, limit: 60, filters: [], type: 'image/' });

    table.middlewareStack.remove('index-names');

    expect([...indexNames]).toEqual([expectedIndex]);
  });

  it('returns exactly the visible, matching files in order over all pages, at any depth and page size', async () => {
    await fc.assert(
      fc.asyncProperty(anyQuery, async ({ depth, limit, order, type, ...query }) => {
        // The list by depth has one direction.
        const ascending = query.isAscending && order !== 'ByDepth';
        const usesHighest = query.isBounded && order === 'ByNumber' && !ascending;
        const highest = usesHighest ? findLargestSize(depth) : undefined;
        const own = query.isViewerBen ? ownerPartition('FILE', 'ben') : undefined;
        // A stage whose table doesn't have these indexes yet uses a filter.
        vi.stubEnv('OMITTED_INDEXES', query.hasTypeIndexes ? '' : 'ByTypeNumber');

        const keys = await readAll({ index: order, ascending, depth, highest, limit, filters: [], type, own });

        const expectedFiles = files.filter(
          (file) =>
            (file.depth <= depth || (query.isViewerBen && file.userId === 'ben')) &&
            (!type || file.contentType.startsWith(type)),
        );
        expect(keys.toSorted()).toEqual(expectedFiles.map(({ key }) => fileKey(key).pk).toSorted());
        expectOrder(keys, { order, ascending });
      }),
      { numRuns: 12 },
    );
  });
});
