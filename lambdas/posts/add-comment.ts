import { contract } from '../../shared/contract/contract.ts';
import { endpoint } from '../platform/endpoint.ts';
import { commentOnPost } from './comment-on-post.ts';

export const handler = endpoint(contract.posts.addComment, async ({ caller, input }) => commentOnPost(caller, input));
