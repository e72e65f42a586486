import { posts } from '../../shared/contract/posts.ts';
import { viewerOf } from '../account/viewer.ts';
import { endpoint } from '../http/endpoint.ts';
import { listPosts } from './list-posts.ts';

export const handler = endpoint(posts.list, async ({ caller, input }) => listPosts(await viewerOf(caller), input));
