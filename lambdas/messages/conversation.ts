import { contract } from '../../shared/contract/contract.ts';
import { endpoint } from '../platform/endpoint.ts';
import { readConversation } from './read-conversation.ts';

export const handler = endpoint(contract.messages.conversation, async ({ caller, input }) =>
  readConversation(caller, input),
);
