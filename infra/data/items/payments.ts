import { z } from 'zod';
import { paymentOrderKey, unclaimedPaymentKey } from '../../../lambdas/table/keys.ts';
import type { PaymentOrder } from '../../../lambdas/table/payment-order.ts';
import type { UnclaimedPayment } from '../../../lambdas/table/unclaimed-payment.ts';
import { ledgerEntry as listedEntry } from '../../../shared/contract/ledger.ts';
import { createItemCheck, createOwnerCollector } from './item-checks.ts';
import {
  anyText,
  count,
  epochSeconds,
  IN_MEMBER_PARTITION,
  type ItemDefinition,
  isoTime,
  MEMBER_ITEM_INVARIANTS,
  memberId,
  primaryKey,
  type ShapeOf,
} from './item-definition.ts';

const orderAttributes = {
  orderId: anyText,
  userId: memberId,
  steps: z.int().positive(),
  packageName: anyText,
  merchantId: anyText,
} satisfies ShapeOf<PaymentOrder>;

const unclaimedAttributes = {
  provider: listedEntry.shape.payment.unwrap().shape.provider,
  paymentId: anyText,
  cents: z.int(),
  // Records of earlier versions have no `returnedCents`, although the type requires it.
  returnedCents: count.optional(),
  currency: anyText,
  userId: anyText.optional(),
  reason: anyText,
} satisfies ShapeOf<Omit<UnclaimedPayment, 'returnedCents'>> & Record<'returnedCents', unknown>;

export const paymentItems = {
  paymentOrder: {
    description: 'A PayPal order of the member',
    export: IN_MEMBER_PARTITION,
    check: createItemCheck({
      schema: z.object({ ...primaryKey, ...orderAttributes, expiresAt: epochSeconds }),
      key: ({ userId, orderId }) => paymentOrderKey(userId, orderId),
      collect: createOwnerCollector('paymentOrder'),
    }),
    invariants: MEMBER_ITEM_INVARIANTS,
  },

  unclaimedPayment: {
    description: 'A payment that could not be credited',
    export: { in: 'single-partition', belongsTo: (item, userId) => item.userId === userId },
    check: createItemCheck({
      schema: z.object({ ...primaryKey, ...unclaimedAttributes, at: isoTime }),
      key: ({ provider, paymentId }) => unclaimedPaymentKey(provider, paymentId),
      collect: ({ provider, paymentId: payment, userId, cents, returnedCents: returned = 0 }, facts) =>
        facts.add('unclaimed', { provider, payment, user: userId ?? null, cents, returned }),
    }),
    invariants: ['unclaimed-payments'],
  },
} as const satisfies Record<string, ItemDefinition>;
