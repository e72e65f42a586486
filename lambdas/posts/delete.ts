import { posts } from '../../shared/contract/posts.ts';
import { endpoint } from '../http/endpoint.ts';
import { deleteOwnPost } from './delete-own-post.ts';

export const handler = endpoint(posts.delete, async ({ caller, input }) => {
  await deleteOwnPost(caller, input.postId);
  return {};
});
