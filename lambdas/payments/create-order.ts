import { payments } from '../../shared/contract/payments.ts';
import { endpoint } from '../http/endpoint.ts';
import { startOrder } from './start-order.ts';

export const handler = endpoint(payments.createOrder, async ({ caller, input }) => startOrder(caller, input));
