import { contract } from '../../shared/contract/contract.ts';
import { endpoint } from '../platform/endpoint.ts';
import { readDashboard } from './read-dashboard.ts';

export const handler = endpoint(contract.account.dashboard, async ({ caller }) => readDashboard(caller));
