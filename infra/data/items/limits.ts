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
      'Counts against the limits of members within one minute, hour, or day. Items of this type also count attempts to ' +
      'redeem emailed codes, and record when an address or a member was last mailed, and which socket a member opened last',
    export: IN_MEMBER_PARTITION,
    check: createItemCheck({
      schema: z.strictObject({
        ...primaryKeyShape,
        ...Object.fromEntries(COUNTED_LIMITS.map((limit) => [limit, z.int().positive().optional()])),
        // Attempts to redeem codes, of an address. One that Cognito never checked is taken back, so 0 is valid.
        attempts: z.int().nonnegative().optional(),
        // The socket that a member opened last.
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
      'The bytes that an upload in parts or the picture of a new post may store. After a rejected upload, the reason',
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
        // Only the item of a rejected upload can lack the bytes: a file without parts has no reservation.
        .refine(({ bytes, rejection }) => bytes !== undefined || rejection !== undefined),
    }),
    invariants: { uncheckedBecause: 'expires; the upload may never have been completed' },
  },
} as const satisfies Record<string, ItemDefinition>;
