import { files } from '../../shared/contract/files.ts';
import { endpoint } from '../http/endpoint.ts';
import { openFile } from './open-file.ts';

export const handler = endpoint(files.view, async ({ caller, input }) => openFile(caller, input.fileId));
