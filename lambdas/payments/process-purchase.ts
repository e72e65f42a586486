import { payments } from '../../shared/contract/payments.ts';
import { endpoint } from '../http/endpoint.ts';
import { completePurchase } from './complete-purchase.ts';

export const handler = endpoint(payments.processPurchase, async ({ caller, input }) => completePurchase(caller, input));
