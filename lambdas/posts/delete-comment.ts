import { contract } from '../../shared/contract/contract.ts';
import { endpoint } from '../platform/endpoint.ts';
import { deleteOwnComment } from './delete-own-comment.ts';

export const handler = endpoint(contract.posts.deleteComment, async ({ caller, input }) =>
  deleteOwnComment(caller, input),
);
