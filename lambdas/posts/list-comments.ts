import { contract } from '../../shared/contract/contract.ts';
import { endpoint } from '../platform/endpoint.ts';
import { listPostComments } from './list-post-comments.ts';

export const handler = endpoint(contract.posts.listComments, async ({ caller, input }) =>
  listPostComments(caller, input),
);
