import { files } from '../../shared/contract/files.ts';
import { endpoint } from '../http/endpoint.ts';
import { completeMultipart } from './multipart-upload.ts';

export const handler = endpoint(files.completeMultipart, async ({ caller, input }) => completeMultipart(caller, input));
