import { account } from '../../shared/contract/account.ts';
import { endpoint } from '../http/endpoint.ts';
import { readDepthLog } from './read-depth-log.ts';

export const handler = endpoint(account.depthLog, async ({ caller, input }) => readDepthLog(caller, input));
