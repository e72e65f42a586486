import { contract } from '../../shared/contract/contract.ts';
import { endpoint } from '../platform/endpoint.ts';
import { completePurchase } from './complete-purchase.ts';

export const handler = endpoint(contract.payments.processPurchase, async ({ caller, input }) =>
  completePurchase(caller, input),
);
