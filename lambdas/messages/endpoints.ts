/*
 * The functions that serve this capability's endpoints, exported under the endpoint's key in the contract. The build makes
 * one Lambda function of each (infra/lambda-bundles.ts); lambdas/endpoints.ts checks the types.
 */

export { readConversation as conversation } from './conversation.ts';
export { listConversations as conversations } from './conversations.ts';
export { createTicket as ticket } from './ticket.ts';
