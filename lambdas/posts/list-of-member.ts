import { contract } from '../../shared/contract/contract.ts';
import { endpoint } from '../platform/endpoint.ts';
import { listMemberPosts } from './list-member-posts.ts';

export const handler = endpoint(contract.posts.listOfMember, async ({ caller, input }) =>
  listMemberPosts(caller, input),
);
