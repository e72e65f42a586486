import { contract } from '../../shared/contract/contract.ts';
import { endpoint } from '../platform/endpoint.ts';
import { likePost } from './like-post.ts';

export const handler = endpoint(contract.posts.unlike, async ({ caller, input }) =>
  likePost(caller, input.postId, false),
);
