import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { bandOf } from '../../shared/rules/bands.ts';
import { startTable } from '../../test/support/table.ts';
import type { DepthPosition, DepthQuery } from './depth-query.ts';
import type { StoredFile } from './file.ts';
import { depthAndTime, fileKey, ownerPartition } from './keys.ts';

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
  const files: StoredFile[] = [];

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

    // A fixed seed gives the same 240 files on each run. Many share a depth, time or size, or lie on a band's boundary.
    const [sample] = fc.sample(
      fc.array(
        fc.record({
          depth: fc.oneof(fc.constantFrom(0, 1e6, 3e6, 10e6, 3000e6, 10_000e6), fc.nat(12_000e6), fc.nat(30e6)),
          minute: fc.nat(59),
          size: fc.oneof(fc.nat(20), fc.nat(1e9), fc.constant(1e9)),
          type: fc.constantFrom('image/png', 'video/mp4', 'text/plain'),
        }),
        { minLength: 240, maxLength: 240 },
      ),
      { numRuns: 1, seed: 7 },
    );

    sample!.forEach(({ depth, minute, size, type }, number) => {
      files.push({
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
      });
    });

    for (let start = 0; start < files.length; start += 40) {
      await table.send(new TransactWriteCommand({ TransactItems: files.slice(start, start + 40).map(buildFilePut) }));
    }

    process.env.DEPTH_INDEX_SHARDS = String(setting);
  });
  afterAll(async () => {
    delete process.env.OMITTED_INDEXES;
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

  it.each([
    ['', 'ByTypeText'],
    ['ByTypeNumber', 'ByText'],
  ])('reads files of a type without the indexes "%s" from %s', async (omittedIndexes, expected) => {
    process.env.OMITTED_INDEXES = omittedIndexes;
    const names = new Set<unknown>();
    table.middlewareStack.add(
      (next) => async (args) => {
        names.add((args.input as { IndexName?: string }).IndexName);
        return next(args);
      },
      { name: 'names', step: 'initialize' },
    );

    await readAll({ index: 'ByText', depth: 10_000e6, limit: 60, filters: [], type: 'image/' });

    table.middlewareStack.remove('names');

    expect([...names]).toEqual([expected]);
  });

  it('returns exactly the visible, matching files in order over all pages, at any depth and page size', async () => {
    const viewer = fc.oneof(fc.constantFrom(0, 1e6, 3e6, 999_999, 10_000e6), fc.nat(12_000e6));

    await fc.assert(
      fc.asyncProperty(
        viewer,
        fc.integer({ min: 1, max: 60 }),
        fc.constantFrom('ByText' as const, 'ByNumber' as const, 'ByDepth' as const),
        fc.boolean(),
        fc.constantFrom(undefined, 'image/' as const, 'text/' as const, 'video/' as const),
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        async (depth, limit, order, isAscending, type, hasTypeIndexes, isViewerBen, isBounded) => {
          // The list by depth has one direction.
          const ascending = isAscending && order !== 'ByDepth';
          const usesHighest = isBounded && order === 'ByNumber' && !ascending;
          const highest = usesHighest ? findLargestSize(depth) : undefined;
          const own = isViewerBen ? ownerPartition('FILE', 'ben') : undefined;
          // A stage whose table doesn't have these indexes yet uses a filter.
          process.env.OMITTED_INDEXES = hasTypeIndexes ? '' : 'ByTypeNumber';

          const keys = await readAll({ index: order, ascending, depth, highest, limit, filters: [], type, own });

          const isVisible = (file: StoredFile) => file.depth <= depth || (isViewerBen && file.userId === 'ben');
          const isOfType = (file: StoredFile) => !type || file.contentType.startsWith(type);
          const expected = files.filter((file) => isVisible(file) && isOfType(file));
          expect(keys.toSorted()).toEqual(expected.map(({ key }) => fileKey(key).pk).toSorted());

          const orderOf = {
            ByText: ({ uploadedAt }: StoredFile) => uploadedAt,
            ByNumber: ({ size }: StoredFile) => size,
            ByDepth: ({ depth, uploadedAt }: StoredFile) => depthAndTime(depth, uploadedAt),
          }[order];
          const filesByKey = new Map(files.map((file) => [fileKey(file.key).pk, file]));
          const orders = keys.map((key) => orderOf(filesByKey.get(key)!));
          const sorted = orders.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0));
          expect(orders).toEqual(ascending ? sorted.toReversed() : sorted);
        },
      ),
      { numRuns: 12 },
    );
  });
});
