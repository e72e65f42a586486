import { posts } from '../../shared/contract/posts.ts';
import { endpoint } from '../http/endpoint.ts';
import { listPostComments } from './list-post-comments.ts';

export const handler = endpoint(posts.listComments, async ({ caller, input }) => listPostComments(caller, input));
