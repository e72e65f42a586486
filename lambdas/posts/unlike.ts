import { posts } from '../../shared/contract/posts.ts';
import { endpoint } from '../http/endpoint.ts';
import { likePost } from './like-post.ts';

export const handler = endpoint(posts.unlike, async ({ caller, input }) => likePost(caller, input.postId, false));
