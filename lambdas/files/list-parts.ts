import { contract } from '../../shared/contract/contract.ts';
import { endpoint } from '../platform/endpoint.ts';
import { listParts } from './multipart-upload.ts';

export const handler = endpoint(contract.files.listParts, async ({ caller, input }) => listParts(caller, input));
