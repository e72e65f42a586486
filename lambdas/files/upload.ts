import { contract } from '../../shared/contract/contract.ts';
import { endpoint } from '../platform/endpoint.ts';
import { prepareUpload } from './prepare-upload.ts';

export const handler = endpoint(contract.files.upload, async ({ caller, input }) => prepareUpload(caller, input));
