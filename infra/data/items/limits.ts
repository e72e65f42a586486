import { z } from 'zod';
import { COUNTED_LIMITS } from '../../../shared/rules/conduct-limits.ts';
import { createItemCheck } from './item-checks.ts';
import { IN_MEMBER_PARTITION, type ItemDefinition } from './item-definition.ts';
import { epochSecondsSchema, isoTimeSchema, primaryKeyShape, textSchema } from './item-schemas.ts';

const checkCalls = createItemCheck({
  schema: z.object({ ...primaryKeyShape, calls: z.int().positive(), expiresAt: epochSecondsSchema }),
});

/** Counts and reservations that limit the actions of members. */
export const limitItems = {
  callCount: {
    description: 'Requests of a member within one minute',
    export: IN_MEMBER_PARTITION,
    check: checkCalls,
    invariants: { uncheckedBecause: 'expires after two minutes' },
  },

  frameCount: {
    description: 'WebSocket frames of a member within one minute',
    export: IN_MEMBER_PARTITION,
    check: checkCalls,
    invariants: { uncheckedBecause: 'expires after two minutes' },
  },

  conductCount: {
    description:
      'What a member has done within one minute, hour, or day, by limit; the last mail to an address that was registered again, or to a member whose second factor was switched off; the attempts to redeem codes that were emailed to an address; or the socket that a member opened last',
    export: IN_MEMBER_PARTITION,
    check: createItemCheck({
      schema: z.strictObject({
        ...primaryKeyShape,
        ...Object.fromEntries(COUNTED_LIMITS.map((limit) => [limit, z.int().positive().optional()])),
        // 0 after the only attempt was taken back.
        attempts: z.int().nonnegative().optional(),
        lastSocket: textSchema.optional(),
        reservationId: textSchema.optional(),
        takenBackId: textSchema.optional(),
        expiresAt: epochSecondsSchema,
      }),
    }),
    invariants: {
      uncheckedBecause: 'expires with its window; refused and repeated requests make counts and items differ',
    },
  },

  uploadReservation: {
    description:
      'The bytes that an upload in parts may store, with its ID at S3, or the picture of a post that is being written, or ' +
      'why an upload was rejected',
    export: IN_MEMBER_PARTITION,
    check: createItemCheck({
      schema: z
        .object({
          ...primaryKeyShape,
          bytes: z.int().positive().optional(),
          uploadId: textSchema.optional(),
          expiresAt: epochSecondsSchema,
          abandonedAt: isoTimeSchema.optional(),
          rejection: z.object({ code: textSchema, params: z.looseObject({}).optional() }).optional(),
        })
        // A rejected upload without parts has had no reservation.
        .refine(({ bytes, rejection }) => bytes !== undefined || rejection !== undefined),
    }),
    invariants: { uncheckedBecause: 'expires; the upload may never have been completed' },
  },
} as const satisfies Record<string, ItemDefinition>;
