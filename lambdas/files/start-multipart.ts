import { files } from '../../shared/contract/files.ts';
import { endpoint } from '../http/endpoint.ts';
import { startMultipart } from './multipart-upload.ts';

export const handler = endpoint(files.startMultipart, async ({ caller, input }) => startMultipart(caller, input));
