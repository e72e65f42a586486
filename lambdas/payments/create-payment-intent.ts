import { payments } from '../../shared/contract/payments.ts';
import { endpoint } from '../http/endpoint.ts';
import { startCardPayment } from './start-card-payment.ts';

export const handler = endpoint(payments.createPaymentIntent, async ({ caller, input }) =>
  startCardPayment(caller, input),
);
