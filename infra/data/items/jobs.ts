import { z } from 'zod';
import { createItemCheck } from './item-checks.ts';
import { anyText, type ItemDefinition, isoTime, primaryKey } from './item-definition.ts';

export const jobItems = {
  jobProgress: {
    description: 'The position that a scheduled job or a migration continues from',
    export: { notExportedBecause: 'belongs to no member' },
    check: createItemCheck({ schema: z.object({ ...primaryKey, progress: z.unknown() }) }),
    invariants: { uncheckedBecause: 'only its own job reads it' },
  },

  schemaVersion: {
    description: 'The number of the last migration of the whole table',
    export: { notExportedBecause: 'belongs to no member' },
    check: createItemCheck({ schema: z.object({ ...primaryKey, version: z.int().positive(), migratedAt: isoTime }) }),
    invariants: { uncheckedBecause: 'only migrations read it' },
  },

  jobSegment: {
    description: 'The progress of one part of a job, and the lease of the worker that does it',
    export: { notExportedBecause: 'belongs to no member' },
    check: createItemCheck({
      schema: z.object({
        ...primaryKey,
        // Absent from its lease until its first batch is done.
        progress: z.unknown().optional(),
        worker: anyText.optional(),
        leasedUntil: z.int().nonnegative().optional(),
      }),
    }),
    invariants: { uncheckedBecause: 'only its own job reads it' },
  },
} as const satisfies Record<string, ItemDefinition>;
