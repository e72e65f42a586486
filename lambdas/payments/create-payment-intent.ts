import { contract } from '../../shared/contract/contract.ts';
import { endpoint } from '../platform/endpoint.ts';
import { startCardPayment } from './start-card-payment.ts';

export const handler = endpoint(contract.payments.createPaymentIntent, async ({ caller, input }) =>
  startCardPayment(caller, input),
);
