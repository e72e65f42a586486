import { account } from '../../shared/contract/account.ts';
import { endpoint } from '../http/endpoint.ts';
import { updateProfile } from './edit-profile.ts';

export const handler = endpoint(account.updateProfile, async ({ caller, input }) => updateProfile(caller, input));
