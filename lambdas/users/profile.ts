import { users } from '../../shared/contract/users.ts';
import { endpoint } from '../http/endpoint.ts';
import { viewProfile } from './view-profile.ts';

export const handler = endpoint(users.profile, async ({ caller, input }) => viewProfile(caller, input.userId));
