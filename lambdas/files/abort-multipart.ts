import { contract } from '../../shared/contract/contract.ts';
import { endpoint } from '../platform/endpoint.ts';
import { abortMultipart } from './multipart-upload.ts';

export const handler = endpoint(contract.files.abortMultipart, async ({ caller, input }) =>
  abortMultipart(caller, input),
);
