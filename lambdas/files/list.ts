import { contract } from '../../shared/contract/contract.ts';
import { endpoint } from '../platform/endpoint.ts';
import { listFiles } from './list-files.ts';

export const handler = endpoint(contract.files.list, async ({ caller, input }) => listFiles(caller, input));
