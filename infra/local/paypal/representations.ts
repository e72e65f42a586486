import type { PayPalAccount } from './account.ts';
import { computeFeeCents, type Money, toCents, toMoney } from './money.ts';
import type { Capture, Order, Refund, Representation } from './objects.ts';

interface Link {
  readonly href: string;
  readonly rel: string;
  readonly method: 'GET' | 'POST' | 'PATCH';
}

/** The only buyer of the local PayPal. */
export const BUYER = { givenName: 'Marina', surname: 'Gale', email: 'marina@example.com' } as const;
const SELLER_EMAIL = 'fathom@business.example.com';

/** Returns an order: https://developer.paypal.com/docs/api/orders/v2/#definition-order */
export function toOrderJson(account: PayPalAccount, order: Order): Representation {
  const { reference_id, amount, ...otherFields } = order.unit;
  const payee = { email_address: SELLER_EMAIL, merchant_id: account.credentials.merchantId };

  return {
    id: order.id,
    intent: 'CAPTURE',
    status: order.status,
    ...toPaymentSourceJson(account, order),
    purchase_units: [{ reference_id, amount, payee, ...otherFields, ...toPaymentsJson(account, order) }],
    ...toPayerJson(account, order),
    create_time: order.created,
    ...(order.updated !== order.created && { update_time: order.updated }),
    links: buildOrderLinks(account, order),
  };
}

/** Returns an order for clients that don't prefer the full representation. */
export function toMinimalOrderJson(account: PayPalAccount, order: Order): Representation {
  const { id, status, unit } = order;
  const payments = toPaymentsJson(account, order);

  return {
    id,
    status,
    ...toPaymentSourceJson(account, order),
    ...('payments' in payments && { purchase_units: [{ reference_id: unit.reference_id, ...payments }] }),
    ...toPayerJson(account, order),
    links: buildOrderLinks(account, order),
  };
}

/** Returns a capture: https://developer.paypal.com/docs/api/payments/v2/#definition-capture */
export function toCaptureJson(account: PayPalAccount, capture: Capture): Representation {
  const { id, orderId, status } = capture;
  const { amount, custom_id, invoice_id } = getPurchaseUnit(account, capture);
  const self = `${account.origin}/v2/payments/captures/${id}`;

  return {
    id,
    status,
    ...(status === 'DECLINED' && { status_details: { reason: 'DECLINED_BY_RISK_FRAUD_FILTERS' } }),
    amount,
    final_capture: true,
    seller_protection: {
      status: 'ELIGIBLE',
      dispute_categories: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'],
    },
    seller_receivable_breakdown: toReceivableJson(amount, status),
    ...(custom_id !== undefined && { custom_id }),
    ...(invoice_id !== undefined && { invoice_id }),
    supplementary_data: { related_ids: { order_id: orderId } },
    create_time: capture.created,
    update_time: capture.updated,
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: `${self}/refund`, rel: 'refund', method: 'POST' },
      { href: `${account.origin}/v2/checkout/orders/${orderId}`, rel: 'up', method: 'GET' },
    ] satisfies Link[],
  };
}

/** Returns a refund or a reversal: https://developer.paypal.com/docs/api/payments/v2/#definition-refund */
export function toRefundJson(account: PayPalAccount, refund: Refund): Representation {
  const { id, captureId, amount, totalRefunded, note, created } = refund;
  const { custom_id, invoice_id } = getPurchaseUnit(account, account.store.find('capture', captureId));

  return {
    id,
    status: 'COMPLETED',
    amount,
    seller_payable_breakdown: {
      gross_amount: amount,
      paypal_fee: toMoney(0, amount.currency_code),
      net_amount: amount,
      total_refunded_amount: totalRefunded,
    },
    ...(custom_id !== undefined && { custom_id }),
    ...(invoice_id !== undefined && { invoice_id }),
    ...(note !== undefined && { note_to_payer: note }),
    create_time: created,
    update_time: created,
    links: buildRefundLinks(account, refund),
  };
}

/** Returns a refund for clients that don't prefer the full representation. */
export function toMinimalRefundJson(account: PayPalAccount, refund: Refund): Representation {
  return { id: refund.id, status: 'COMPLETED', links: buildRefundLinks(account, refund) };
}

function buildOrderLinks({ origin }: PayPalAccount, { id, status }: Order): Link[] {
  const orderUrl = `${origin}/v2/checkout/orders/${id}`;
  const checkoutUrl = `${origin}/checkoutnow?token=${id}`;
  const selfLink: Link = { href: orderUrl, rel: 'self', method: 'GET' };
  if (status === 'COMPLETED') return [selfLink];
  if (status === 'PAYER_ACTION_REQUIRED') {
    return [selfLink, { href: checkoutUrl, rel: 'payer-action', method: 'GET' }];
  }

  const approveLinks: Link[] = status === 'CREATED' ? [{ href: checkoutUrl, rel: 'approve', method: 'GET' }] : [];
  return [
    selfLink,
    ...approveLinks,
    { href: orderUrl, rel: 'update', method: 'PATCH' },
    { href: `${orderUrl}/capture`, rel: 'capture', method: 'POST' },
  ];
}

function buildRefundLinks({ origin }: PayPalAccount, { id, captureId }: Refund): Link[] {
  return [
    { href: `${origin}/v2/payments/refunds/${id}`, rel: 'self', method: 'GET' },
    { href: `${origin}/v2/payments/captures/${captureId}`, rel: 'up', method: 'GET' },
  ];
}

function toPaymentsJson(account: PayPalAccount, { captureId }: Order): object {
  const capture = captureId === undefined ? undefined : account.store.find('capture', captureId);
  if (!capture) return {};

  const refunds = account.store.list('refund', { captureId: capture.id }).filter(({ reversal }) => !reversal);
  return {
    payments: {
      captures: [toCaptureJson(account, capture)],
      ...(refunds.length > 0 && { refunds: refunds.map((refund) => toRefundJson(account, refund)) }),
    },
  };
}

function toPayerJson({ credentials }: PayPalAccount, { status }: Order): object {
  if (!isApproved(status)) return {};

  const { email, givenName, surname } = BUYER;
  return {
    payer: {
      name: { given_name: givenName, surname },
      email_address: email,
      payer_id: credentials.payerId,
      address: { country_code: 'US' },
    },
  };
}

function toPaymentSourceJson({ credentials }: PayPalAccount, { status, paymentSource }: Order): object {
  if (!isApproved(status)) return paymentSource ? { payment_source: { paypal: {} } } : {};

  const { email, givenName, surname } = BUYER;
  return {
    payment_source: {
      paypal: {
        email_address: email,
        account_id: credentials.payerId,
        account_status: 'VERIFIED',
        name: { given_name: givenName, surname },
        address: { country_code: 'US' },
      },
    },
  };
}

function toReceivableJson(amount: Money, status: Capture['status']): object {
  if (status === 'DECLINED') return { gross_amount: amount, net_amount: amount };

  const grossCents = toCents(amount);
  const feeCents = computeFeeCents(grossCents);
  return {
    gross_amount: amount,
    paypal_fee: toMoney(feeCents, amount.currency_code),
    net_amount: toMoney(grossCents - feeCents, amount.currency_code),
  };
}

function isApproved(status: Order['status']): boolean {
  return status === 'APPROVED' || status === 'COMPLETED';
}

function getPurchaseUnit(account: PayPalAccount, capture: Capture | undefined): Order['unit'] {
  const order = capture && account.store.find('order', capture.orderId);
  if (!order) throw new Error('The stored account refers to a missing capture or order.');
  return order.unit;
}
