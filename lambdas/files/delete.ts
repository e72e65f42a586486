import { contract } from '../../shared/contract/contract.ts';
import { endpoint } from '../platform/endpoint.ts';
import { deleteOwnFile } from './delete-own-file.ts';

export const handler = endpoint(contract.files.delete, async ({ caller, input }) =>
  deleteOwnFile(caller, input.fileId),
);
