/*
 * The functions that serve this capability's endpoints, exported under the endpoint's key in the contract. The build
 * creates one Lambda function per export (infra/lambda-bundles.ts). lambdas/endpoints.ts checks the types.
 */

export { readConversation as conversation } from './conversation.ts';
export { listConversations as conversations } from './conversations.ts';
