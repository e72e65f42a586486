/*
 * The functions that serve the routes of the WebSocket API, exported under the route's `handler` in the contract
 * (shared/contract/socket-frames.ts). The build creates one Lambda function per export (infra/lambda-bundles.ts).
 */

export { markRead } from './messages/mark-read.ts';
export { sendMessage } from './messages/send-message.ts';
export { typing } from './messages/typing.ts';
export { connect, disconnect } from './sockets/connection.ts';
export { ping } from './sockets/ping.ts';
export { unknownAction as default } from './sockets/unknown-action.ts';
