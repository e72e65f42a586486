import { contract } from '../../shared/contract/contract.ts';
import { endpoint } from '../platform/endpoint.ts';
import { likePost } from './like-post.ts';

export const handler = endpoint(contract.posts.like, async ({ caller, input }) => likePost(caller, input.postId, true));
