import { contract } from '../../shared/contract/contract.ts';
import { endpoint } from '../platform/endpoint.ts';
import { listConversations } from './list-conversations.ts';

export const handler = endpoint(contract.messages.conversations, async ({ caller, input }) =>
  listConversations(caller, input),
);
