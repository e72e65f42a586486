import { account } from '../../shared/contract/account.ts';
import { endpoint } from '../http/endpoint.ts';
import { deleteOwnAccount } from './delete-own-account.ts';

export const handler = endpoint(account.deleteAccount, async ({ caller }) => {
  await deleteOwnAccount(caller);
  return {};
});
