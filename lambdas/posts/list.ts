import { contract } from '../../shared/contract/contract.ts';
import { viewerOf } from '../account/viewer.ts';
import { endpoint } from '../platform/endpoint.ts';
import { listPosts } from './list-posts.ts';

export const handler = endpoint(contract.posts.list, async ({ caller, input }) =>
  listPosts(await viewerOf(caller), input),
);
