import * as z from 'zod';
import { MAX_MESSAGE_LENGTH } from '../depth/limits.ts';
import { clientMessageId, message, messageId } from './messages.ts';
import { requiredText } from './text.ts';
import { userId } from './user-id.ts';

/** What a client may send through the WebSocket (design §6): one route of the WebSocket API each. */
export const socketActions = {
  sendMessage: z.strictObject({
    action: z.literal('sendMessage'),
    clientMessageId,
    recipientId: userId,
    content: requiredText(MAX_MESSAGE_LENGTH),
  }),
  markRead: z.strictObject({
    action: z.literal('markRead'),
    userId: userId.describe('The other participant.'),
    messageId: messageId.describe('Everything up to this message has been read.'),
  }),
  typing: z.strictObject({ action: z.literal('typing'), recipientId: userId }),
  ping: z.strictObject({ action: z.literal('ping') }),
} as const;

export type SocketActions = typeof socketActions;
export type SocketAction = keyof SocketActions;
/** A frame that a client sends. */
export type ClientFrame = { [A in SocketAction]: z.input<SocketActions[A]> }[SocketAction];

/** One route of the WebSocket API, with the function that serves it. */
interface SocketRoute {
  /** As API Gateway names it. */
  readonly key: '$connect' | '$disconnect' | '$default' | SocketAction;
  /** Name of its export in `lambdas/messages/sockets.ts`. */
  readonly handler: string;
  /** Unique in the system. */
  readonly name: string;
  readonly summary: string;
}

const camelCase = (word: string) => word.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

const route = (key: SocketRoute['key'], word: string, summary: string): SocketRoute => ({
  key,
  handler: camelCase(word),
  name: `messages-socket-${word}`,
  summary,
});

/** Every route of the WebSocket API, as the contract lists every endpoint. */
export const socketRoutes: readonly SocketRoute[] = [
  route('$connect', 'connect', 'Opens a WebSocket for whoever brings a good ticket'),
  route('$disconnect', 'disconnect', 'Forgets a WebSocket that has ended'),
  route('$default', 'default', 'Answers what is no known action'),
  route('sendMessage', 'send-message', 'Stores a message and tells both participants'),
  route('markRead', 'mark-read', 'Moves the watermark of a conversation'),
  route('typing', 'typing', 'Tells somebody that they are being written to'),
  route('ping', 'ping', 'Keeps a WebSocket from being idle'),
];

/** What the server sends. */
export const serverFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('sent'), message }).describe('To all sockets of the sender: the message is stored.'),
  z.object({ type: z.literal('message'), message }).describe('To all sockets of the recipient.'),
  z
    .object({ type: z.literal('read'), readerId: z.string(), userId: z.string(), messageId })
    .describe('To both: the reader has read the conversation with the other up to this message.'),
  z.object({ type: z.literal('typing'), userId: z.string() }).describe('To the recipient: somebody is typing to them.'),
  z.object({ type: z.literal('depth'), depth: z.number() }).describe("The member's own depth now, in metres."),
  z.object({ type: z.literal('pong') }),
  z.object({
    type: z.literal('error'),
    code: z.string().describe('A machine code, as of HTTP errors.'),
    error: z.string().describe('A sentence for a person.'),
    clientMessageId: z.string().optional().describe('Of the message that was not stored.'),
    retryAfterSeconds: z.number().optional(),
  }),
]);
export type ServerFrame = z.output<typeof serverFrame>;
