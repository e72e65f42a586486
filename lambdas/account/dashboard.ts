import { account } from '../../shared/contract/account.ts';
import { endpoint } from '../http/endpoint.ts';
import { readDashboard } from './read-dashboard.ts';

export const handler = endpoint(account.dashboard, async ({ caller }) => readDashboard(caller));
