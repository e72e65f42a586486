import { files } from '../../shared/contract/files.ts';
import { endpoint } from '../http/endpoint.ts';
import { listMemberFiles } from './list-member-files.ts';

export const handler = endpoint(files.listOfMember, async ({ caller, input }) => listMemberFiles(caller, input));
