import { contract } from '../../shared/contract/contract.ts';
import { endpoint } from '../platform/endpoint.ts';
import { deleteOwnPost } from './delete-own-post.ts';

export const handler = endpoint(contract.posts.delete, async ({ caller, input }) => {
  await deleteOwnPost(caller, input.postId);
  return {};
});
