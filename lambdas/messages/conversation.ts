import { messages } from '../../shared/contract/messages.ts';
import { endpoint } from '../http/endpoint.ts';
import { readConversation } from './read-conversation.ts';

export const handler = endpoint(messages.conversation, async ({ caller, input }) => readConversation(caller, input));
