import type { BundledFunction } from '../constructs/bundled-function.ts';
import { allowAnnouncing } from './announcing.ts';
import type { CapabilityGrants, Resources } from './grants.ts';

/** Depth is credited, and open screens are told; or nobody can be, and the payment is kept for an operator. */
function allowCrediting(fn: BundledFunction, resources: Resources): void {
  resources.table.allow(fn, {
    USER: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'],
    UNCLAIMED: ['PutItem', 'DeleteItem'],
  });
  allowAnnouncing(fn, resources);
}

export const payments: CapabilityGrants<'payments'> = {
  createPaymentIntent: (fn, { table, members, stripe }) => {
    table.allow(fn, { USER: ['GetItem', 'PutItem'] });
    members.allowReadingMembers(fn);
    stripe.allow(fn);
  },
  stripeWebhook: (fn, resources) => {
    allowCrediting(fn, resources);
    resources.stripe.allow(fn);
  },
  createOrder: (fn, { table, members, paypal }) => {
    table.allow(fn, { USER: ['GetItem', 'PutItem'] });
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
