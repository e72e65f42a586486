import { posts } from '../../shared/contract/posts.ts';
import { endpoint } from '../http/endpoint.ts';
import { deleteOwnComment } from './delete-own-comment.ts';

export const handler = endpoint(posts.deleteComment, async ({ caller, input }) => deleteOwnComment(caller, input));
