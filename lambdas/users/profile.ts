import { contract } from '../../shared/contract/contract.ts';
import { endpoint } from '../platform/endpoint.ts';
import { viewProfile } from './view-profile.ts';

export const handler = endpoint(contract.users.profile, async ({ caller, input }) => viewProfile(caller, input.userId));
