import { contract } from '../../shared/contract/contract.ts';
import { endpoint } from '../platform/endpoint.ts';
import { receiveStripeEvent } from './receive-stripe-event.ts';

export const handler = endpoint(contract.payments.stripeWebhook, async ({ signed }) => {
  await receiveStripeEvent(signed);
  return {};
});
