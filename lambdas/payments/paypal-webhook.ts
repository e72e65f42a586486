import { payments } from '../../shared/contract/payments.ts';
import { endpoint } from '../http/endpoint.ts';
import { receivePaypalEvent } from './receive-paypal-event.ts';

export const handler = endpoint(payments.paypalWebhook, async ({ signed }) => {
  await receivePaypalEvent(signed);
  return {};
});
