import { contract } from '../../shared/contract/contract.ts';
import { endpoint } from '../platform/endpoint.ts';
import { receivePaypalEvent } from './receive-paypal-event.ts';

export const handler = endpoint(contract.payments.paypalWebhook, async ({ signed }) => {
  await receivePaypalEvent(signed);
  return {};
});
