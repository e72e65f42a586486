/** Tests of refunds and disputes at the local Stripe. All amounts are in cents. `createPaidIntent` pays 1000. */
import { expect, it } from 'vitest';
import { createIntent, createPaidIntent, openStripe } from './fixture.ts';

it('refunds at most the amount of a charge', async () => {
  const { sdk } = await openStripe();
  const { id, latest_charge } = await createPaidIntent(sdk);
  const chargeId = String(latest_charge);

  const partialRefund = await sdk.refunds.create({ payment_intent: id, amount: 300, metadata: { by: 'admin' } });
  expect(partialRefund).toMatchObject({
    object: 'refund',
    amount: 300,
    status: 'succeeded',
    metadata: { by: 'admin' },
  });
  expect(await sdk.charges.retrieve(chargeId)).toMatchObject({ amount_refunded: 300, refunded: false });

  await expect(sdk.refunds.create({ payment_intent: id, amount: 701 })).rejects.toThrow(
    'Refund amount ($7.01) is greater than unrefunded amount on charge ($7.00)',
  );

  const secondRefund = await sdk.refunds.create({ charge: chargeId, reason: 'requested_by_customer' });
  expect(secondRefund).toMatchObject({ amount: 700, payment_intent: id });
  expect(await sdk.charges.retrieve(chargeId)).toMatchObject({ amount_refunded: 1000, refunded: true });

  await expect(sdk.refunds.create({ payment_intent: id })).rejects.toMatchObject({ code: 'charge_already_refunded' });
});

it('rejects refunds of unpaid and unknown intents', async () => {
  const { sdk } = await openStripe();
  const { id } = await createIntent(sdk);

  await expect(sdk.refunds.create({ payment_intent: id })).rejects.toThrow('does not have a successful charge');
  await expect(sdk.refunds.create({ payment_intent: 'pi_none' })).rejects.toMatchObject({
    code: 'resource_missing',
    param: 'payment_intent',
  });
});

it('lists the refunds of a payment in pages, with the newest refund first', async () => {
  const { sdk } = await openStripe();
  const { id } = await createPaidIntent(sdk);
  const { id: otherId } = await createPaidIntent(sdk);
  await sdk.refunds.create({ payment_intent: otherId });
  for (const amount of [100, 200, 300]) await sdk.refunds.create({ payment_intent: id, amount });

  const page = await sdk.refunds.list({ payment_intent: id, limit: 2 });
  expect(page).toMatchObject({ has_more: true, data: [{ amount: 300 }, { amount: 200 }] });

  const allRefunds = await sdk.refunds.list({ payment_intent: id, limit: 2 }).autoPagingToArray({ limit: 10 });
  expect(allRefunds.map(({ amount }) => amount)).toEqual([300, 200, 100]);
});

it('returns the money to the charge when a refund fails', async () => {
  const { stripe, sdk } = await openStripe();
  const { id, latest_charge } = await createPaidIntent(sdk);
  const refund = await sdk.refunds.create({ payment_intent: id });

  stripe.failRefund(refund.id);

  expect(await sdk.refunds.retrieve(refund.id)).toMatchObject({
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
  });
  expect(await sdk.charges.retrieve(String(latest_charge))).toMatchObject({ amount_refunded: 0, refunded: false });
  expect(() => stripe.failRefund(refund.id)).toThrow('has already failed');
});

it('refunds a part of a payment, and then the remaining amount, for an operator', async () => {
  const { stripe, sdk } = await openStripe();
  const { id } = await createPaidIntent(sdk);

  expect(stripe.refund(id, 400)).toMatchObject({ amount: 400 });
  expect(stripe.refund(id)).toMatchObject({ amount: 600 });

  const { data: refunds } = await sdk.refunds.list({ payment_intent: id });
  expect(refunds.map(({ amount }) => amount)).toEqual([600, 400]);
});

it('withdraws the unrefunded amount for a dispute and rejects refunds until the dispute is won', async () => {
  const { stripe, sdk } = await openStripe();
  const { id, latest_charge } = await createPaidIntent(sdk);
  stripe.refund(id, 200);

  const { id: disputeId } = stripe.dispute(id);

  const { data: disputes } = await sdk.disputes.list({ payment_intent: id, expand: ['data.charge'] });
  expect(disputes).toMatchObject([
    { id: disputeId, amount: 800, status: 'needs_response', charge: { id: latest_charge, disputed: true } },
  ]);
  // A dispute also costs a fee of 15 dollars.
  expect(disputes[0]!.balance_transactions).toMatchObject([{ amount: -800, fee: 1500, net: -800 - 1500 }]);

  await expect(sdk.refunds.create({ payment_intent: id })).rejects.toMatchObject({ code: 'charge_disputed' });

  expect(stripe.closeDispute(disputeId, 'won')).toMatchObject({ status: 'won' });
  expect(await sdk.refunds.create({ payment_intent: id })).toMatchObject({ amount: 800 });
  expect(() => stripe.closeDispute(disputeId, 'lost')).toThrow('is already closed');
});

it('rejects disputes of unpaid and unknown intents', async () => {
  const { stripe, sdk } = await openStripe();
  const { id } = await createIntent(sdk);

  expect(() => stripe.dispute(id)).toThrow('has no amount to dispute');
  expect(() => stripe.dispute('pi_none')).toThrow('No such payment_intent');
});
