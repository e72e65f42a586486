import { contract } from '../../shared/contract/contract.ts';
import { endpoint } from '../platform/endpoint.ts';
import { readDepthLog } from './read-depth-log.ts';

export const handler = endpoint(contract.account.depthLog, async ({ caller, input }) => readDepthLog(caller, input));
