/** Tests of refunds and reversals at the local PayPal. The captured orders of these tests are of 10 dollars. */
import { describe, expect, it } from 'vitest';
import { getCapture, openPayPal } from './fixture.ts';

const usd = (value: string) => ({ currency_code: 'USD', value });

/** Builds the response to a rejected request. */
const buildRejection = (status: number, issue: string) => ({ status, body: { details: [{ issue }] } });

describe('POST /v2/payments/captures/{id}/refund', () => {
  it('refunds the whole capture', async () => {
    const { paypal, merchant } = await openPayPal();
    const paidOrder = await merchant.createOrder('paid');
    const { id } = getCapture(paidOrder);
    const { status, body: refund } = await merchant.post(`/v2/payments/captures/${id}/refund`, {});

    expect(status).toBe(201);
    expect(refund).toMatchObject({
      status: 'COMPLETED',
      amount: usd('10.00'),
      custom_id: 'ann',
      seller_payable_breakdown: { total_refunded_amount: usd('10.00') },
      links: [
        { rel: 'self', href: `${paypal.origin}/v2/payments/refunds/${refund.id}` },
        { rel: 'up', href: `${paypal.origin}/v2/payments/captures/${id}` },
      ],
    });
    expect(await merchant.get(`/v2/payments/refunds/${refund.id}`)).toEqual({ status: 200, body: refund });
    expect((await merchant.get(`/v2/checkout/orders/${paidOrder.body.id}`)).body).toMatchObject({
      status: 'COMPLETED',
      purchase_units: [{ payments: { captures: [{ status: 'REFUNDED' }], refunds: [{ id: refund.id }] } }],
    });
  });

  it('refunds a part, and then the remaining amount', async () => {
    const { paypal, merchant } = await openPayPal();
    const id = await merchant.payOrder();

    expect((await merchant.post(`/v2/payments/captures/${id}/refund`, { amount: usd('4.50') })).status).toBe(201);
    expect((await merchant.get(`/v2/payments/captures/${id}`)).body.status).toBe('PARTIALLY_REFUNDED');
    expect(paypal.refund(id)).toMatchObject({
      amount: usd('5.50'),
      seller_payable_breakdown: { total_refunded_amount: usd('10.00') },
    });
    expect((await merchant.get(`/v2/payments/captures/${id}`)).body.status).toBe('REFUNDED');
  });

  it('rejects larger amounts and other currencies', async () => {
    const { merchant } = await openPayPal();
    const path = `/v2/payments/captures/${await merchant.payOrder()}/refund`;
    const refund = (amount: object) => merchant.post(path, { amount });
    expect(await refund(usd('10.01'))).toMatchObject(buildRejection(422, 'REFUND_AMOUNT_EXCEEDED'));

    const euros = { currency_code: 'EUR', value: '1.00' };
    expect(await refund(euros)).toMatchObject(buildRejection(422, 'REFUND_CAPTURE_CURRENCY_MISMATCH'));

    await refund(usd('10.00'));
    expect(await refund(usd('0.01'))).toMatchObject(buildRejection(422, 'CAPTURE_FULLY_REFUNDED'));
  });
});

describe('reversal', () => {
  it('withdraws the unrefunded amount, and appears only in an event', async () => {
    const { paypal, endpoint, merchant } = await openPayPal();
    const paidOrder = await merchant.createOrder('paid');
    const { id } = getCapture(paidOrder);

    paypal.refund(id, '4.00');
    const reversal = paypal.reverse(id);
    expect(reversal).toMatchObject({ amount: usd('6.00'), note_to_payer: 'Payment reversed' });

    const [purchaseUnit] = (await merchant.get(`/v2/checkout/orders/${paidOrder.body.id}`)).body.purchase_units;
    expect(purchaseUnit).toMatchObject({ payments: { refunds: [{ amount: usd('4.00') }] } });

    await paypal.waitUntilIdle();
    const event = JSON.parse(endpoint.deliveries.at(-1)!.body);
    expect(event).toMatchObject({ event_type: 'PAYMENT.CAPTURE.REVERSED', resource: { id: reversal.id } });
    expect(() => paypal.refund(id)).toThrow('The requested action could not be performed');
  });
});
