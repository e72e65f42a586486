import { files } from '../../shared/contract/files.ts';
import { endpoint } from '../platform/endpoint.ts';
import { abortMultipart } from './multipart-upload.ts';

export const handler = endpoint(files.abortMultipart, async ({ caller, input }) => abortMultipart(caller, input));
