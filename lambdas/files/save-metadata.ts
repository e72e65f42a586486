import { contract } from '../../shared/contract/contract.ts';
import { endpoint } from '../platform/endpoint.ts';
import { saveUploadedFile } from './save-uploaded-file.ts';

export const handler = endpoint(contract.files.saveMetadata, async ({ caller, input }) =>
  saveUploadedFile(caller, input),
);
