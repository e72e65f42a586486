import { files } from '../../shared/contract/files.ts';
import { endpoint } from '../http/endpoint.ts';
import { deleteOwnFile } from './delete-own-file.ts';

export const handler = endpoint(files.delete, async ({ caller, input }) => deleteOwnFile(caller, input.fileId));
