import { account } from '../../shared/contract/account.ts';
import { endpoint } from '../http/endpoint.ts';
import { contributeForTest } from './contribute-for-test.ts';

export const handler = endpoint(account.testContribution, async ({ caller, input }) =>
  contributeForTest(caller, input.idempotencyKey),
);
