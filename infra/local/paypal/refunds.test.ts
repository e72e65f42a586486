import { describe, expect, it } from 'vitest';
import { captureOf, open } from './fixture.ts';

const usd = (value: string) => ({ currency_code: 'USD', value });
const refusal = (status: number, issue: string) => ({ status, body: { details: [{ issue }] } });

describe('a refund', () => {
  it('gives everything back', async () => {
    const { paypal, merchant } = await open();
    const paid = await merchant.order('paid');
    const { id } = captureOf(paid);
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
    expect((await merchant.get(`/v2/checkout/orders/${paid.body.id}`)).body).toMatchObject({
      status: 'COMPLETED',
      purchase_units: [{ payments: { captures: [{ status: 'REFUNDED' }], refunds: [{ id: refund.id }] } }],
    });
  });

  it('gives a part back, and then the rest', async () => {
    const { paypal, merchant } = await open();
    const id = await merchant.captureId();
    expect((await merchant.post(`/v2/payments/captures/${id}/refund`, { amount: usd('4.50') })).status).toBe(201);
    expect((await merchant.get(`/v2/payments/captures/${id}`)).body.status).toBe('PARTIALLY_REFUNDED');
    expect(paypal.refund(id)).toMatchObject({
      amount: usd('5.50'),
      seller_payable_breakdown: { total_refunded_amount: usd('10.00') },
    });
    expect((await merchant.get(`/v2/payments/captures/${id}`)).body.status).toBe('REFUNDED');
  });

  it('is never more than there is, and in the same currency', async () => {
    const { merchant } = await open();
    const path = `/v2/payments/captures/${await merchant.captureId()}/refund`;
    const refund = (amount: object) => merchant.post(path, { amount });
    expect(await refund(usd('10.01'))).toMatchObject(refusal(422, 'REFUND_AMOUNT_EXCEEDED'));
    const euros = { currency_code: 'EUR', value: '1.00' };
    expect(await refund(euros)).toMatchObject(refusal(422, 'REFUND_CAPTURE_CURRENCY_MISMATCH'));
    await refund(usd('10.00'));
    expect(await refund(usd('0.01'))).toMatchObject(refusal(422, 'CAPTURE_FULLY_REFUNDED'));
  });
});

describe('a reversal', () => {
  it('takes what is left, and only its event tells', async () => {
    const { paypal, endpoint, merchant } = await open();
    const paid = await merchant.order('paid');
    const { id } = captureOf(paid);
    paypal.refund(id, '4.00');
    const reversal = paypal.reverse(id);
    expect(reversal).toMatchObject({ amount: usd('6.00'), note_to_payer: 'Payment reversed' });
    const [payments] = (await merchant.get(`/v2/checkout/orders/${paid.body.id}`)).body.purchase_units;
    expect(payments).toMatchObject({ payments: { refunds: [{ amount: usd('4.00') }] } });
    await paypal.idle();
    const event = JSON.parse(endpoint.deliveries.at(-1)!.body);
    expect(event).toMatchObject({ event_type: 'PAYMENT.CAPTURE.REVERSED', resource: { id: reversal.id } });
    expect(() => paypal.refund(id)).toThrow('The requested action could not be performed');
  });
});
