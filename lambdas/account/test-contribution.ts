import { contract } from '../../shared/contract/contract.ts';
import { endpoint } from '../platform/endpoint.ts';
import { contributeForTest } from './contribute-for-test.ts';

export const handler = endpoint(contract.account.testContribution, async ({ caller, input }) =>
  contributeForTest(caller, input.idempotencyKey),
);
