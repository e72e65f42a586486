import { contract } from '../../shared/contract/contract.ts';
import { endpoint } from '../platform/endpoint.ts';
import { listMemberFiles } from './list-member-files.ts';

export const handler = endpoint(contract.files.listOfMember, async ({ caller, input }) =>
  listMemberFiles(caller, input),
);
