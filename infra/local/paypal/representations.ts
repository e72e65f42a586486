import { centsOf, feeCents, type Money, moneyOf } from './money.ts';
import type { PayPalStore, StoredCapture, StoredOrder, StoredRefund } from './store.ts';

/** What every resource tells of itself, beside what is its own. */
export interface Resource {
  readonly id: string;
  readonly status: string;
  readonly [field: string]: unknown;
}

/** An address that a resource names. */
interface Link {
  readonly href: string;
  readonly rel: string;
  readonly method: 'GET' | 'POST' | 'PATCH';
}

/** The one buyer there is. */
export const BUYER = { givenName: 'Marina', surname: 'Gale', email: 'marina@example.com' } as const;
const SELLER_EMAIL = 'fathom@business.example.com';

/** An order whole: https://developer.paypal.com/docs/api/orders/v2/#definition-order */
export function orderJson(store: PayPalStore, order: StoredOrder): Resource {
  const { reference_id, amount, ...others } = order.unit;
  const payee = { email_address: SELLER_EMAIL, merchant_id: store.account.merchantId };
  return {
    id: order.id,
    intent: 'CAPTURE',
    status: order.status,
    ...sourceJson(store, order),
    purchase_units: [{ reference_id, amount, payee, ...others, ...paymentsJson(store, order) }],
    ...payerJson(store, order),
    create_time: order.created,
    ...(order.updated !== order.created && { update_time: order.updated }),
    links: orderLinks(store, order),
  };
}

/** What is told of an order unless the whole is preferred. */
export function minimalOrderJson(store: PayPalStore, order: StoredOrder): Resource {
  const { id, status, unit } = order;
  const payments = paymentsJson(store, order);
  return {
    id,
    status,
    ...sourceJson(store, order),
    ...('payments' in payments && { purchase_units: [{ reference_id: unit.reference_id, ...payments }] }),
    ...payerJson(store, order),
    links: orderLinks(store, order),
  };
}

/** A capture: https://developer.paypal.com/docs/api/payments/v2/#definition-capture */
export function captureJson(store: PayPalStore, capture: StoredCapture): Resource {
  const { id, orderId, status } = capture;
  const { amount, custom_id, invoice_id } = unitOf(store, capture);
  const self = `${store.origin}/v2/payments/captures/${id}`;
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
    seller_receivable_breakdown: receivable(amount, status),
    ...(custom_id !== undefined && { custom_id }),
    ...(invoice_id !== undefined && { invoice_id }),
    supplementary_data: { related_ids: { order_id: orderId } },
    create_time: capture.created,
    update_time: capture.updated,
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: `${self}/refund`, rel: 'refund', method: 'POST' },
      { href: `${store.origin}/v2/checkout/orders/${orderId}`, rel: 'up', method: 'GET' },
    ] satisfies Link[],
  };
}

/** A refund, or a reversal: https://developer.paypal.com/docs/api/payments/v2/#definition-refund */
export function refundJson(store: PayPalStore, refund: StoredRefund): Resource {
  const { id, captureId, amount, totalRefunded, note, created } = refund;
  const { custom_id, invoice_id } = unitOf(store, store.state.captures[captureId]);
  return {
    id,
    status: 'COMPLETED',
    amount,
    seller_payable_breakdown: {
      gross_amount: amount,
      paypal_fee: moneyOf(0, amount.currency_code),
      net_amount: amount,
      total_refunded_amount: totalRefunded,
    },
    ...(custom_id !== undefined && { custom_id }),
    ...(invoice_id !== undefined && { invoice_id }),
    ...(note !== undefined && { note_to_payer: note }),
    create_time: created,
    update_time: created,
    links: refundLinks(store, refund),
  };
}

/** What is told of a refund unless the whole is preferred. */
export function minimalRefundJson(store: PayPalStore, refund: StoredRefund): Resource {
  return { id: refund.id, status: 'COMPLETED', links: refundLinks(store, refund) };
}

function orderLinks({ origin }: PayPalStore, { id, status }: StoredOrder): Link[] {
  const self = `${origin}/v2/checkout/orders/${id}`;
  const approve = `${origin}/checkoutnow?token=${id}`;
  const read: Link = { href: self, rel: 'self', method: 'GET' };
  if (status === 'COMPLETED') return [read];
  if (status === 'PAYER_ACTION_REQUIRED') return [read, { href: approve, rel: 'payer-action', method: 'GET' }];
  const asked: Link[] = status === 'CREATED' ? [{ href: approve, rel: 'approve', method: 'GET' }] : [];
  return [
    read,
    ...asked,
    { href: self, rel: 'update', method: 'PATCH' },
    { href: `${self}/capture`, rel: 'capture', method: 'POST' },
  ];
}

function refundLinks({ origin }: PayPalStore, { id, captureId }: StoredRefund): Link[] {
  return [
    { href: `${origin}/v2/payments/refunds/${id}`, rel: 'self', method: 'GET' },
    { href: `${origin}/v2/payments/captures/${captureId}`, rel: 'up', method: 'GET' },
  ];
}

function paymentsJson(store: PayPalStore, { captureId }: StoredOrder): object {
  const capture = captureId === undefined ? undefined : store.state.captures[captureId];
  if (!capture) return {};
  const refunds = store.refundsOf(capture.id).filter(({ reversal }) => !reversal);
  return {
    payments: {
      captures: [captureJson(store, capture)],
      ...(refunds.length > 0 && { refunds: refunds.map((refund) => refundJson(store, refund)) }),
    },
  };
}

function payerJson({ account }: PayPalStore, { status }: StoredOrder): object {
  if (!isApproved(status)) return {};
  const { email, givenName, surname } = BUYER;
  return {
    payer: {
      name: { given_name: givenName, surname },
      email_address: email,
      payer_id: account.payerId,
      address: { country_code: 'US' },
    },
  };
}

/** How it is paid, or is to be paid, as far as anybody has said. */
function sourceJson({ account }: PayPalStore, { status, paymentSource }: StoredOrder): object {
  if (!isApproved(status)) return paymentSource ? { payment_source: { paypal: {} } } : {};
  const { email, givenName, surname } = BUYER;
  return {
    payment_source: {
      paypal: {
        email_address: email,
        account_id: account.payerId,
        account_status: 'VERIFIED',
        name: { given_name: givenName, surname },
        address: { country_code: 'US' },
      },
    },
  };
}

function receivable(amount: Money, status: StoredCapture['status']): object {
  const gross = centsOf(amount);
  const fee = feeCents(gross);
  if (status === 'DECLINED') return { gross_amount: amount, net_amount: amount };
  return {
    gross_amount: amount,
    paypal_fee: moneyOf(fee, amount.currency_code),
    net_amount: moneyOf(gross - fee, amount.currency_code),
  };
}

function isApproved(status: StoredOrder['status']): boolean {
  return status === 'APPROVED' || status === 'COMPLETED';
}

function unitOf(store: PayPalStore, capture: StoredCapture | undefined): StoredOrder['unit'] {
  const order = capture && store.state.orders[capture.orderId];
  if (!order) throw new Error('The state names a capture or an order that it does not hold.');
  return order.unit;
}
