import { files } from '../../shared/contract/files.ts';
import { endpoint } from '../http/endpoint.ts';
import { listParts } from './multipart-upload.ts';

export const handler = endpoint(files.listParts, async ({ caller, input }) => listParts(caller, input));
