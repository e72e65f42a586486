import { z } from 'zod';
import { paymentOrderKey, unclaimedPaymentKey } from '../../../lambdas/table/keys.ts';
import type { PaymentOrder } from '../../../lambdas/table/payment-order.ts';
import type { UnclaimedPayment } from '../../../lambdas/table/unclaimed-payment.ts';
import { ledgerEntry as listedEntry } from '../../../shared/contract/ledger.ts';
import { checkVariant, collectOther } from './item-checks.ts';
import {
  count,
  IN_MEMBER_PARTITION,
  type ItemDefinition,
  id,
  key,
  MEMBER_ROW,
  type ShapeOf,
  seconds,
  text,
  time,
} from './item-definition.ts';

const orderAttributes = {
  orderId: text,
  userId: id,
  steps: z.int().positive(),
  packageName: text,
  merchantId: text,
} satisfies ShapeOf<PaymentOrder>;

const unclaimedAttributes = {
  provider: listedEntry.shape.payment.unwrap().shape.provider,
  paymentId: text,
  cents: z.int(),
  returnedCents: count.optional(),
  currency: text,
  userId: text.optional(),
  reason: text,
} satisfies ShapeOf<Omit<UnclaimedPayment, 'returnedCents'>> & Record<'returnedCents', unknown>;

export const paymentItems = {
  paymentOrder: {
    description: 'A PayPal order of the member',
    export: IN_MEMBER_PARTITION,
    check: checkVariant({
      schema: z.object({ ...key, ...orderAttributes, expiresAt: seconds }),
      key: ({ userId, orderId }) => paymentOrderKey(userId, orderId),
      collect: collectOther('paymentOrder'),
    }),
    invariants: MEMBER_ROW,
  },

  unclaimedPayment: {
    description: 'A payment that could not be credited',
    export: { in: 'single-partition', isOf: (item, userId) => item.userId === userId },
    check: checkVariant({
      schema: z.object({ ...key, ...unclaimedAttributes, at: time }),
      key: ({ provider, paymentId }) => unclaimedPaymentKey(provider, paymentId),
      // Records of earlier versions have no `returnedCents`.
      collect: ({ provider, paymentId: payment, userId, cents, returnedCents: returned = 0 }, facts) =>
        facts.add('unclaimed', { provider, payment, user: userId ?? null, cents, returned }),
    }),
    invariants: ['unclaimed-payments'],
  },
} as const satisfies Record<string, ItemDefinition>;
