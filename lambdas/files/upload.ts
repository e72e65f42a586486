import { files } from '../../shared/contract/files.ts';
import { endpoint } from '../http/endpoint.ts';
import { prepareUpload } from './prepare-upload.ts';

export const handler = endpoint(files.upload, async ({ caller, input }) => prepareUpload(caller, input));
