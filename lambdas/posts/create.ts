import { posts } from '../../shared/contract/posts.ts';
import { endpoint } from '../http/endpoint.ts';
import { publishPost } from './publish-post.ts';

export const handler = endpoint(posts.create, async ({ caller, input }) => publishPost(caller, input));
