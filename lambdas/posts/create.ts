import { contract } from '../../shared/contract/contract.ts';
import { endpoint } from '../platform/endpoint.ts';
import { publishPost } from './publish-post.ts';

export const handler = endpoint(contract.posts.create, async ({ caller, input }) => publishPost(caller, input));
