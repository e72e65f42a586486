import { contract } from '../../shared/contract/contract.ts';
import { endpoint } from '../platform/endpoint.ts';
import { updateProfile } from './edit-profile.ts';

export const handler = endpoint(contract.account.updateProfile, async ({ caller, input }) =>
  updateProfile(caller, input),
);
