import { payments } from '../../shared/contract/payments.ts';
import { endpoint } from '../http/endpoint.ts';
import { receiveStripeEvent } from './receive-stripe-event.ts';

export const handler = endpoint(payments.stripeWebhook, async ({ signed }) => {
  await receiveStripeEvent(signed);
  return {};
});
