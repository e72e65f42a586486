import { files } from '../../shared/contract/files.ts';
import { endpoint } from '../http/endpoint.ts';
import { saveUploadedFile } from './save-uploaded-file.ts';

export const handler = endpoint(files.saveMetadata, async ({ caller, input }) => saveUploadedFile(caller, input));
