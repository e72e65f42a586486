import { files } from '../../shared/contract/files.ts';
import { endpoint } from '../http/endpoint.ts';
import { abortMultipart } from './multipart-upload.ts';

export const handler = endpoint(files.abortMultipart, async ({ caller, input }) => abortMultipart(caller, input));
