import type { BundledFunction } from '../constructs/bundled-function.ts';
import type { CapabilityGrants, Resources } from './grants.ts';

/** Lets a function credit a payment, or store it as unclaimed. */
function allowCrediting(fn: BundledFunction, resources: Resources): void {
  resources.table.allow(fn, {
    USER: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'],
    UNCLAIMED: ['GetItem', 'PutItem', 'DeleteItem'],
  });
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
