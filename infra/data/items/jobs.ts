import { z } from 'zod';
import { createItemCheck } from './item-checks.ts';
import type { ItemDefinition } from './item-definition.ts';
import { isoTimeSchema, primaryKeyShape, textSchema } from './item-schemas.ts';

export const jobItems = {
  jobProgress: {
    description: 'The position that a scheduled job or a migration continues from',
    export: { notExportedBecause: 'belongs to no member' },
    check: createItemCheck({ schema: z.object({ ...primaryKeyShape, progress: z.unknown() }) }),
    invariants: { uncheckedBecause: 'only its own job reads it' },
  },

  schemaVersion: {
    description: 'The number of the last migration of the whole table',
    export: { notExportedBecause: 'belongs to no member' },
    check: createItemCheck({
      schema: z.object({ ...primaryKeyShape, version: z.int().positive(), migratedAt: isoTimeSchema }),
    }),
    invariants: { uncheckedBecause: 'only migrations read it' },
  },

  jobSegment: {
    description: 'The progress of one part of a job, and the lease of the worker that does it',
    export: { notExportedBecause: 'belongs to no member' },
    check: createItemCheck({
      schema: z.object({
        ...primaryKeyShape,
        // Absent until the worker that leases the segment has done its first batch.
        progress: z.unknown().optional(),
        worker: textSchema.optional(),
        leasedUntil: z.int().nonnegative().optional(),
      }),
    }),
    invariants: { uncheckedBecause: 'only its own job reads it' },
  },
} as const satisfies Record<string, ItemDefinition>;
