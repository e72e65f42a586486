import { contract } from '../../shared/contract/contract.ts';
import { endpoint } from '../platform/endpoint.ts';
import { startOrder } from './start-order.ts';

export const handler = endpoint(contract.payments.createOrder, async ({ caller, input }) => startOrder(caller, input));
