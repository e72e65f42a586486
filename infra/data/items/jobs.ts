import { z } from 'zod';
import { checkVariant } from './item-checks.ts';
import { type ItemDefinition, key, text, time } from './item-definition.ts';

export const jobItems = {
  jobProgress: {
    description: 'The position that a scheduled job or a migration continues from',
    export: { none: 'belongs to no member' },
    check: checkVariant({ schema: z.object({ ...key, progress: z.unknown() }) }),
    invariants: { none: 'only its own job reads it' },
  },

  schemaVersion: {
    description: 'The number of the last migration of the whole table',
    export: { none: 'belongs to no member' },
    check: checkVariant({ schema: z.object({ ...key, version: z.int().positive(), migratedAt: time }) }),
    invariants: { none: 'only migrations read it' },
  },

  jobSegment: {
    description: 'The progress of one part of a job, and the lease of the worker that does it',
    export: { none: 'belongs to no member' },
    check: checkVariant({
      schema: z.object({
        ...key,
        // Absent from its lease until its first batch is done.
        progress: z.unknown().optional(),
        worker: text.optional(),
        leasedUntil: z.int().nonnegative().optional(),
      }),
    }),
    invariants: { none: 'only its own job reads it' },
  },
} as const satisfies Record<string, ItemDefinition>;
