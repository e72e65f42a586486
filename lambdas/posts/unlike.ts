import { posts } from '../../shared/contract/posts.ts';
import { endpoint } from '../platform/endpoint.ts';
import { likePost } from './like-post.ts';

export const handler = endpoint(posts.unlike, async ({ caller, input }) => likePost(caller, input.postId, false));
