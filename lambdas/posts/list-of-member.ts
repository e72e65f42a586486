import { posts } from '../../shared/contract/posts.ts';
import { endpoint } from '../http/endpoint.ts';
import { listMemberPosts } from './list-member-posts.ts';

export const handler = endpoint(posts.listOfMember, async ({ caller, input }) => listMemberPosts(caller, input));
