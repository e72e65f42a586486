import { contract } from '../../shared/contract/contract.ts';
import { endpoint } from '../platform/endpoint.ts';
import { openFile } from './open-file.ts';

export const handler = endpoint(contract.files.view, async ({ caller, input }) => openFile(caller, input.fileId));
