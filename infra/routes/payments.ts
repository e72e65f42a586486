import type { BundledFunction } from '../constructs/bundled-function.ts';
import type { CapabilityGrants, Resources } from './grants.ts';

/** Lets a function credit a payment, or store it as unclaimed if its member can't be found. */
function allowCrediting(fn: BundledFunction, resources: Resources): void {
  resources.table.allow(fn, {
    USER: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'],
    UNCLAIMED: ['GetItem', 'PutItem', 'DeleteItem'],
  });
}

/** The permissions of the endpoints for purchases of depth. `Grant` in `grants.ts` lists the methods. */
export const payments: CapabilityGrants<'payments'> = {
  createPaymentIntent: (fn, { table, members, stripeKeys }) => {
    table.allow(fn, { USER: ['GetItem', 'PutItem'] });
    members.allowReadingMembers(fn);
    stripeKeys.allow(fn);
  },

  stripeWebhook: (fn, resources) => {
    allowCrediting(fn, resources);
    resources.stripeKeys.allow(fn);
  },

  createOrder: (fn, { table, members, paypalKeys }) => {
    table.allow(fn, { USER: ['GetItem', 'PutItem'] });
    members.allowReadingMembers(fn);
    paypalKeys.allow(fn);
  },

  processPurchase: (fn, resources) => {
    allowCrediting(fn, resources);
    resources.members.allowReadingMembers(fn);
    resources.paypalKeys.allow(fn);
  },

  paypalWebhook: (fn, resources) => {
    allowCrediting(fn, resources);
    resources.paypalKeys.allow(fn);
  },
};
