import * as z from 'zod';
import { CONVERSATIONS_PAGE_SIZE, MESSAGES_PAGE_LIMIT, MESSAGES_PAGE_SIZE } from '../rules/limits.ts';
import { endpoints } from './endpoint.ts';
import { encodeFormat } from './field-rule.ts';
import { queryNumber } from './number.ts';
import { nextCursorSchema, pageQuery } from './page.ts';
import { userIdSchema } from './user-id.ts';
import { userCardSchema } from './users.ts';

/** A message's ID: a ULID from the server. Orders the messages of a conversation. */
export const messageIdSchema = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, encodeFormat('message-id'));

/** An ID that the client creates. A message that is sent again with the same ID is stored once. */
export const clientMessageIdSchema = z.string().regex(/^[A-Za-z0-9-]{8,64}$/, encodeFormat('client-key'));

/** One message. The conversation's watermarks show who has read it. */
export const messageSchema = z.object({
  id: messageIdSchema,
  clientMessageId: z.string(),
  sender: z.string(),
  recipient: z.string(),
  content: z.string(),
  timestamp: z.string().describe('When the server stored it, ISO 8601.'),
});
export type Message = z.output<typeof messageSchema>;

/** One row of the inbox, for one of the two participants. */
const conversationSchema = z.object({
  id: z.string().describe('Both member IDs, sorted and joined with an underscore.'),
  user: userCardSchema.describe('The partner.'),
  lastMessage: z.object({ id: messageIdSchema, content: z.string(), senderId: z.string(), timestamp: z.string() }),
  lastUpdated: z.string().describe('ISO 8601.'),
  unreadCount: z.number().int().nonnegative().describe('1 after a message from the partner, 0 once it is read.'),
});
export type Conversation = z.output<typeof conversationSchema>;

/** Both participants' watermarks: the last message that each has read; null until they read one. */
const readStateSchema = z.object({ own: messageIdSchema.nullable(), other: messageIdSchema.nullable() });

/** Selects messages of a conversation; the latest by default. */
const messageRangeSchema = z.strictObject({
  before: messageIdSchema.optional().describe('Only messages before this one.'),
  after: messageIdSchema.optional().describe('Only messages after this one.'),
  limit: queryNumber(1, MESSAGES_PAGE_LIMIT).default(MESSAGES_PAGE_SIZE),
});

export const messages = endpoints('messages', {
  conversations: () => ({
    method: 'GET',
    path: '/conversations',
    access: 'member',
    resource: 'list',
    summary: "List the caller's conversations, latest first.",
    query: pageQuery(CONVERSATIONS_PAGE_SIZE, 50),
    response: z.object({
      conversations: z.array(conversationSchema),
      unreadTotal: z.number().int().nonnegative().describe('Sum of the unread counts; 100 means 100 or more.'),
      cursor: nextCursorSchema,
    }),
    errors: ['Unauthenticated', 'InvalidCursor'],
  }),
  conversation: () => ({
    method: 'GET',
    path: '/conversations/{userId}',
    access: 'member',
    resource: 'conversation',
    summary: 'List the messages with one member, oldest first.',
    description:
      'The latest messages, or those before or after a message. With both `before` and `after`, the oldest of the ' +
      'messages between the two.',
    params: z.strictObject({ userId: userIdSchema }),
    query: messageRangeSchema,
    response: z.object({
      user: userCardSchema,
      messages: z.array(messageSchema),
      more: z.boolean().describe('Whether more messages exist in the requested direction.'),
      read: readStateSchema,
      left: z.boolean().describe('Whether the partner has deleted their account. They can no longer receive messages.'),
      missingMetres: z
        .number()
        .describe('Metres that the caller must rise to start this conversation; 0 if they may send messages.'),
    }),
    errors: ['Unauthenticated', 'NotFound'],
  }),
});
