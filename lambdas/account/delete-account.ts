import { contract } from '../../shared/contract/contract.ts';
import { endpoint } from '../platform/endpoint.ts';
import { deleteOwnAccount } from './delete-own-account.ts';

export const handler = endpoint(contract.account.deleteAccount, async ({ caller }) => {
  await deleteOwnAccount(caller);
  return {};
});
