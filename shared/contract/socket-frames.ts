import * as z from 'zod';
import { MAX_MESSAGE_BYTES, MAX_MESSAGE_LENGTH } from '../rules/limits.ts';
import { countJsonBytes } from '../text/text.ts';
import { errorParamsSchema } from './error-body.ts';
import { encodeFormat } from './field-rule.ts';
import { clientMessageIdSchema, messageIdSchema, messageSchema } from './messages.ts';
import { requiredText } from './text.ts';
import { userIdSchema } from './user-id.ts';

/** The frames that a client may send. Each action is one route of the WebSocket API. */
export const socketActions = {
  sendMessage: z.strictObject({
    action: z.literal('sendMessage'),
    clientMessageId: clientMessageIdSchema,
    recipientId: userIdSchema,
    content: requiredText(MAX_MESSAGE_LENGTH).refine(
      // A client can split a larger message into several frames, but API Gateway may not send it to the recipient.
      (text) => countJsonBytes(text) <= MAX_MESSAGE_BYTES,
      encodeFormat('message-size'),
    ),
  }),
  markRead: z.strictObject({
    action: z.literal('markRead'),
    userId: userIdSchema.describe('The partner.'),
    messageId: messageIdSchema.describe('The last message that the caller has read.'),
  }),
  typing: z.strictObject({ action: z.literal('typing'), recipientId: userIdSchema }),
  ping: z.strictObject({ action: z.literal('ping') }),
} as const;

export type SocketActions = typeof socketActions;
export type SocketAction = keyof SocketActions;

/**
 * The limit of each action: see `LimitDeclaration`. Frames of an action with `each` have their own count. All other
 * frames share one count. In addition, the writes of an action with `within` count for its limits.
 */
export const socketLimits: Readonly<
  Record<
    SocketAction,
    | { readonly each: 'typing' }
    | { readonly within: readonly ('messages' | 'conversations')[] }
    | { readonly none: string }
  >
> = {
  sendMessage: { within: ['messages', 'conversations'] },
  markRead: { none: 'One write at most, of the own inbox row.' },
  typing: { each: 'typing' },
  ping: { none: 'Writes nothing.' },
};

/** A frame that a client sends. */
export type ClientFrame = { [A in SocketAction]: z.input<SocketActions[A]> }[SocketAction];

/** One route of the WebSocket API. */
export interface SocketRoute {
  /** API Gateway's route key. */
  readonly key: '$connect' | '$disconnect' | '$default' | SocketAction;
  /** Name of the export in `lambdas/socket-routes.ts`. */
  readonly handler: string;
  /** Unique name of the Lambda function. */
  readonly name: string;
  readonly summary: string;
}

/** The route of a frame: its action, or `$default` for frames without a known action. */
export type FrameRoute = Exclude<SocketRoute['key'], '$connect' | '$disconnect'>;

const toCamelCase = (kebabName: string) => kebabName.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Defines a route by its key, its name in kebab case, and its summary. */
const defineRoute = (key: SocketRoute['key'], kebabName: string, summary: string): SocketRoute => ({
  key,
  handler: toCamelCase(kebabName),
  name: `sockets-${kebabName}`,
  summary,
});

/** Every route of the WebSocket API. */
export const socketRoutes: readonly SocketRoute[] = [
  defineRoute('$connect', 'connect', 'Open a WebSocket with a ticket.'),
  defineRoute('$disconnect', 'disconnect', 'Delete the registration of a closed WebSocket.'),
  defineRoute('$default', 'default', 'Reject a frame with an unknown action.'),
  defineRoute('sendMessage', 'send-message', 'Store a message and send it to both participants.'),
  defineRoute('markRead', 'mark-read', 'Move the watermark of a conversation.'),
  defineRoute('typing', 'typing', 'Send a typing hint to a member.'),
  defineRoute('ping', 'ping', 'Keep a WebSocket open.'),
];

/** The ID by which a client notices missed frames. */
const previousIdSchema = messageIdSchema
  .optional()
  .describe(
    'The newest message of the conversation before this frame. A client that lacks it has missed frames, and ' +
      'loads the conversation. Absent if there is none, or if the message is sent again.',
  );

/** The frames that the server sends. */
export const serverFrameSchema = z.discriminatedUnion('type', [
  z
    .object({ type: z.literal('sent'), message: messageSchema, previousId: previousIdSchema })
    .describe('To all sockets of the sender: the message is stored.'),
  z
    .object({ type: z.literal('message'), message: messageSchema, previousId: previousIdSchema })
    .describe('To all sockets of the recipient.'),
  z
    .object({ type: z.literal('read'), readerId: z.string(), userId: z.string(), messageId: messageIdSchema })
    .describe(
      'To both participants: the reader has read the conversation up to this message. Also the response to each ' +
        '`markRead`.',
    ),
  z
    .object({ type: z.literal('typing'), userId: z.string(), previousId: previousIdSchema })
    .describe('To the recipient: this member is typing.'),
  z.object({ type: z.literal('depth'), depth: z.number() }).describe("The member's own new depth, in metres."),
  z.object({ type: z.literal('pong') }),
  z.object({
    type: z.literal('error'),
    code: z.string().describe('An error code, as in HTTP responses.'),
    params: errorParamsSchema,
    error: z.string().describe('A sentence for members, in English.'),
    action: z
      // The type of z.enum requires a list with at least one entry.
      .enum(Object.keys(socketActions) as [SocketAction])
      .optional()
      .describe('The rejected action, if it is known.'),
    clientMessageId: z.string().optional().describe("The rejected message's client ID."),
    userId: z.string().optional().describe('The partner in a rejected `markRead`.'),
    retryAfterSeconds: z
      .number()
      .optional()
      .describe('Set if the error is transient or a limit: the same frame can succeed after this time.'),
  }),
]);
export type ServerFrame = z.output<typeof serverFrameSchema>;
