import { z } from 'zod';
import { paymentOrderKey, unclaimedPaymentKey } from '../../../lambdas/table/keys.ts';
import type { PaymentOrder } from '../../../lambdas/table/payment-order.ts';
import type { UnclaimedPayment } from '../../../lambdas/table/unclaimed-payment.ts';
import { ledgerEntrySchema } from '../../../shared/contract/ledger.ts';
import { createItemCheck, createOwnerCollector } from './item-checks.ts';
import { IN_MEMBER_PARTITION, type ItemDefinition, MEMBER_ITEM_INVARIANTS } from './item-definition.ts';
import {
  countSchema,
  epochSecondsSchema,
  isoTimeSchema,
  memberIdSchema,
  primaryKeyShape,
  type ShapeOf,
  textSchema,
} from './item-schemas.ts';

const orderShape = {
  orderId: textSchema,
  userId: memberIdSchema,
  steps: z.int().positive(),
  packageName: textSchema,
  merchantId: textSchema,
} satisfies ShapeOf<PaymentOrder>;

const unclaimedShape = {
  provider: ledgerEntrySchema.shape.payment.unwrap().shape.provider,
  paymentId: textSchema,
  cents: z.int(),
  // Records of earlier versions have no `returnedCents`, although the type requires it.
  returnedCents: countSchema.optional(),
  currency: textSchema,
  userId: textSchema.optional(),
  reason: textSchema,
} satisfies ShapeOf<Omit<UnclaimedPayment, 'returnedCents'>> & Record<'returnedCents', unknown>;

export const paymentItems = {
  paymentOrder: {
    description: 'A PayPal order of the member',
    export: IN_MEMBER_PARTITION,
    check: createItemCheck({
      schema: z.object({ ...primaryKeyShape, ...orderShape, expiresAt: epochSecondsSchema }),
      key: ({ userId, orderId }) => paymentOrderKey(userId, orderId),
      collect: createOwnerCollector('paymentOrder'),
    }),
    invariants: MEMBER_ITEM_INVARIANTS,
  },

  unclaimedPayment: {
    description: 'A payment that could not be credited',
    export: { in: 'single-partition', belongsTo: (item, userId) => item.userId === userId },
    check: createItemCheck({
      schema: z.object({ ...primaryKeyShape, ...unclaimedShape, at: isoTimeSchema }),
      key: ({ provider, paymentId }) => unclaimedPaymentKey(provider, paymentId),
      collect: ({ provider, paymentId: payment, userId, cents, returnedCents: returned = 0 }, facts) =>
        facts.add('unclaimed', { provider, payment, user: userId ?? null, cents, returned }),
    }),
    invariants: ['unclaimed-payments'],
  },
} as const satisfies Record<string, ItemDefinition>;
