import { files } from '../../shared/contract/files.ts';
import { endpoint } from '../http/endpoint.ts';
import { listFiles } from './list-files.ts';

export const handler = endpoint(files.list, async ({ caller, input }) => listFiles(caller, input));
