import { expect, it } from 'vitest';
import { open, paidTenDollars, tenDollars } from './fixture.ts';

it('gives a part back, then the rest, and then nothing more', async () => {
  const { sdk } = await open();
  const { id, latest_charge } = await paidTenDollars(sdk);
  const part = await sdk.refunds.create({ payment_intent: id, amount: 300, metadata: { by: 'admin' } });
  expect(part).toMatchObject({ object: 'refund', amount: 300, status: 'succeeded', metadata: { by: 'admin' } });
  expect(await sdk.charges.retrieve(String(latest_charge))).toMatchObject({ amount_refunded: 300, refunded: false });
  await expect(sdk.refunds.create({ payment_intent: id, amount: 701 })).rejects.toThrow(
    'Refund amount ($7.01) is greater than unrefunded amount on charge ($7.00)',
  );
  const rest = await sdk.refunds.create({ charge: String(latest_charge), reason: 'requested_by_customer' });
  expect(rest).toMatchObject({ amount: 700, payment_intent: id });
  expect(await sdk.charges.retrieve(String(latest_charge))).toMatchObject({ amount_refunded: 1000, refunded: true });
  await expect(sdk.refunds.create({ payment_intent: id })).rejects.toMatchObject({ code: 'charge_already_refunded' });
});

it('gives nothing back of a payment that was not made', async () => {
  const { sdk } = await open();
  const { id } = await tenDollars(sdk);
  await expect(sdk.refunds.create({ payment_intent: id })).rejects.toThrow('does not have a successful charge');
  await expect(sdk.refunds.create({ payment_intent: 'pi_none' })).rejects.toMatchObject({
    code: 'resource_missing',
    param: 'payment_intent',
  });
});

it('lists the refunds of a payment page by page, the newest first', async () => {
  const { sdk } = await open();
  const { id } = await paidTenDollars(sdk);
  await sdk.refunds.create({ payment_intent: (await paidTenDollars(sdk)).id });
  for (const amount of [100, 200, 300]) await sdk.refunds.create({ payment_intent: id, amount });
  const page = await sdk.refunds.list({ payment_intent: id, limit: 2 });
  expect(page).toMatchObject({ has_more: true, data: [{ amount: 300 }, { amount: 200 }] });
  const all = await sdk.refunds.list({ payment_intent: id, limit: 2 }).autoPagingToArray({ limit: 10 });
  expect(all.map(({ amount }) => amount)).toEqual([300, 200, 100]);
});

it('has the money again when a refund fails', async () => {
  const { local, sdk } = await open();
  const { id, latest_charge } = await paidTenDollars(sdk);
  const refund = await sdk.refunds.create({ payment_intent: id });
  local.failRefund(refund.id);
  expect(await sdk.refunds.retrieve(refund.id)).toMatchObject({
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
  });
  expect(await sdk.charges.retrieve(String(latest_charge))).toMatchObject({ amount_refunded: 0, refunded: false });
  expect(() => local.failRefund(refund.id)).toThrow('has already failed');
});

it('gives back on an operator’s word as well', async () => {
  const { local, sdk } = await open();
  const { id } = await paidTenDollars(sdk);
  expect(local.refund(id, 400)).toMatchObject({ amount: 400 });
  expect(local.refund(id)).toMatchObject({ amount: 600 });
  const { data } = await sdk.refunds.list({ payment_intent: id });
  expect(data.map(({ amount }) => amount)).toEqual([600, 400]);
});

it('lets the bank take back what is left, and refunds nothing until that is won', async () => {
  const { local, sdk } = await open();
  const { id, latest_charge } = await paidTenDollars(sdk);
  local.refund(id, 200);
  const { id: disputeId } = local.dispute(id);
  const { data } = await sdk.disputes.list({ payment_intent: id, expand: ['data.charge'] });
  expect(data).toMatchObject([
    { id: disputeId, amount: 800, status: 'needs_response', charge: { id: latest_charge, disputed: true } },
  ]);
  expect(data[0]!.balance_transactions).toMatchObject([{ amount: -800, fee: 1500, net: -2300 }]);
  await expect(sdk.refunds.create({ payment_intent: id })).rejects.toMatchObject({ code: 'charge_disputed' });
  expect(local.closeDispute(disputeId, 'won')).toMatchObject({ status: 'won' });
  expect(await sdk.refunds.create({ payment_intent: id })).toMatchObject({ amount: 800 });
  expect(() => local.closeDispute(disputeId, 'lost')).toThrow('is already closed');
});

it('has no dispute of a payment that nobody made', async () => {
  const { local, sdk } = await open();
  const { id } = await tenDollars(sdk);
  expect(() => local.dispute(id)).toThrow('There is nothing to dispute');
  expect(() => local.dispute('pi_none')).toThrow('No such payment_intent');
});
