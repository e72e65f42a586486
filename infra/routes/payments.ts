import type { BundledFunction } from '../constructs/bundled-function.ts';
import type { CapabilityGrants, Resources } from './grants.ts';

/** Depth is credited, and open screens are told. */
function allowCrediting(fn: BundledFunction, { table, sockets }: Resources): void {
  table.allow(fn, 'GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'Query', 'DeleteItem');
  sockets.allowAnswering(fn);
}

export const payments: CapabilityGrants<'payments'> = {
  createPaymentIntent: (fn, { table, members, stripe }) => {
    table.allow(fn, 'GetItem', 'PutItem');
    members.allowReadingMembers(fn);
    stripe.allow(fn);
  },
  stripeWebhook: (fn, resources) => {
    allowCrediting(fn, resources);
    resources.stripe.allow(fn);
  },
  createOrder: (fn, { table, members, paypal }) => {
    table.allow(fn, 'GetItem', 'PutItem');
    members.allowReadingMembers(fn);
    paypal.allow(fn);
  },
  processPurchase: (fn, resources) => {
    allowCrediting(fn, resources);
    resources.members.allowReadingMembers(fn);
    resources.paypal.allow(fn);
  },
  paypalWebhook: (fn, resources) => {
    allowCrediting(fn, resources);
    resources.paypal.allow(fn);
  },
};
