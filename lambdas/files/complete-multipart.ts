import { contract } from '../../shared/contract/contract.ts';
import { endpoint } from '../platform/endpoint.ts';
import { completeMultipart } from './multipart-upload.ts';

export const handler = endpoint(contract.files.completeMultipart, async ({ caller, input }) =>
  completeMultipart(caller, input),
);
