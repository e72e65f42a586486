import { contract } from '../../shared/contract/contract.ts';
import { endpoint } from '../platform/endpoint.ts';
import { startMultipart } from './multipart-upload.ts';

export const handler = endpoint(contract.files.startMultipart, async ({ caller, input }) =>
  startMultipart(caller, input),
);
