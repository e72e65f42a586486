import { posts } from '../../shared/contract/posts.ts';
import { endpoint } from '../http/endpoint.ts';
import { commentOnPost } from './comment-on-post.ts';

export const handler = endpoint(posts.addComment, async ({ caller, input }) => commentOnPost(caller, input));
