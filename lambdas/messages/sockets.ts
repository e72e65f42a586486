/*
 * The functions that serve the routes of the WebSocket API, exported under the route's `handler` in the contract
 * (shared/contract/socket.ts). The build creates one Lambda function per export (infra/lambda-bundles.ts).
 */

export { connect, disconnect } from './connection.ts';
export { markRead } from './mark-read.ts';
export { sendMessage } from './send-message.ts';
export { ping, typing } from './typing.ts';
export { unknownAction as default } from './unknown-action.ts';
