import { messages } from '../../shared/contract/messages.ts';
import { endpoint } from '../http/endpoint.ts';
import { listConversations } from './list-conversations.ts';

export const handler = endpoint(messages.conversations, async ({ caller, input }) => listConversations(caller, input));
