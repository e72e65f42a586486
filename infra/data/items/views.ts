import { z } from 'zod';
import { bucketOfRow, type DepthBucket, type DepthMarker, shardOfRow } from '../../../lambdas/table/depth-histogram.ts';
import { depthBucketKey, depthMarkerKey } from '../../../lambdas/table/keys.ts';
import { createItemCheck } from './item-checks.ts';
import type { ItemDefinition } from './item-definition.ts';
import { countSchema, memberIdSchema, primaryKeyShape, type ShapeOf } from './item-schemas.ts';

const markerShape = {
  userId: memberIdSchema,
  bucket: countSchema,
  shard: countSchema,
  version: countSchema,
} satisfies ShapeOf<DepthMarker>;

const bucketShape = { members: z.int() } satisfies ShapeOf<DepthBucket>;

/** Rows of views that the change feed keeps up to date. */
export const viewItems = {
  depthMarker: {
    description: 'The bucket of the histogram of depths in which a member is counted, by a version of their profile',
    export: { notExportedBecause: 'derived from the profile' },
    check: createItemCheck({
      schema: z.object({ ...primaryKeyShape, ...markerShape }),
      key: ({ userId }) => depthMarkerKey(userId),
      collect: ({ userId, bucket, shard, version }, facts) =>
        facts.add('depthMarker', { user: userId, bucket, shard, version }),
    }),
    invariants: ['histogram-markers', 'histogram-counts'],
  },

  depthBucket: {
    description: 'The number of members in one shard of a bucket of the histogram of depths',
    export: { notExportedBecause: 'belongs to no member' },
    check: createItemCheck({
      schema: z.object({ ...primaryKeyShape, ...bucketShape }),
      key: (row) => depthBucketKey(shardOfRow(row), bucketOfRow(row)),
      collect: (row, facts) =>
        facts.add('depthBucket', { shard: shardOfRow(row), bucket: bucketOfRow(row), members: row.members }),
    }),
    invariants: ['histogram-counts'],
  },
} as const satisfies Record<string, ItemDefinition>;
