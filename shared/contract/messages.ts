import * as z from 'zod';
import { CONVERSATIONS_PAGE_SIZE, MESSAGES_PAGE_LIMIT, MESSAGES_PAGE_SIZE, TICKET_SECONDS } from '../depth/limits.ts';
import { endpoints } from './endpoint.ts';
import { nextCursor, pageQuery } from './page.ts';
import { userId } from './user-id.ts';
import { userCard } from './users.ts';

/** A message's id: a ULID of the server. Within a conversation, messages are ordered by it. */
export const messageId = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, 'must be an id that the server gave');

/** Made by the client for one message: sent again with it, the message is stored once. */
export const clientMessageId = z.string().regex(/^[A-Za-z0-9-]{8,64}$/, 'must be 8 to 64 letters, digits and hyphens');

/** One message (specification §3 "Message"). Who has read it follows from the watermarks of its conversation. */
export const message = z.object({
  id: messageId,
  clientMessageId: z.string(),
  sender: z.string(),
  recipient: z.string(),
  content: z.string(),
  timestamp: z.string().describe('When the server stored it, ISO 8601.'),
});
export type Message = z.output<typeof message>;

/** One row of the inbox (specification §3 "Conversation metadata"), as one of its two participants sees it. */
const conversation = z.object({
  id: z.string().describe('Both member ids, sorted and joined with an underscore.'),
  user: userCard.describe('The other participant.'),
  lastMessage: z.object({ id: messageId, content: z.string(), senderId: z.string(), timestamp: z.string() }),
  lastUpdated: z.string().describe('ISO 8601.'),
  unreadCount: z.number().int().describe('1 after each message of the other, 0 once read (decision 8).'),
});
export type Conversation = z.output<typeof conversation>;

/** Up to which message either side has read; null before the first. */
const readState = z.object({ own: messageId.nullable(), other: messageId.nullable() });

const hereBeforeAfter = z.strictObject({
  before: messageId.optional().describe('Only messages before this one.'),
  after: messageId.optional().describe('Only messages after this one.'),
  limit: z.coerce.number<number>().int().min(1).max(MESSAGES_PAGE_LIMIT).default(MESSAGES_PAGE_SIZE),
});

export const messages = endpoints('messages', {
  ticket: {
    method: 'POST',
    path: '/messages/ticket',
    access: 'member',
    accesses: 'self',
    summary: `A ticket that opens one WebSocket, once, within ${TICKET_SECONDS} seconds: a token in a URL would be logged.`,
    response: z.object({ ticket: z.string(), expiresInSeconds: z.number().int() }),
    errors: ['Unauthenticated'],
  },
  conversations: {
    method: 'GET',
    path: '/conversations',
    access: 'member',
    accesses: 'list',
    summary: "The caller's inbox, newest first.",
    query: pageQuery(CONVERSATIONS_PAGE_SIZE, 50),
    response: z.object({
      conversations: z.array(conversation),
      unreadTotal: z.number().int().describe('Sum of the unread counts; 100 means 100 or more.'),
      cursor: nextCursor,
    }),
    errors: ['Unauthenticated', 'InvalidCursor'],
  },
  conversation: {
    method: 'GET',
    path: '/conversations/{userId}',
    access: 'member',
    accesses: 'conversation',
    summary: 'Messages with one member, oldest first: the latest, those before one, or those after one.',
    params: z.strictObject({ userId }),
    query: hereBeforeAfter,
    response: z.object({
      user: userCard,
      messages: z.array(message),
      more: z.boolean().describe('Whether there are further ones in the direction that was asked for.'),
      read: readState,
      left: z.boolean().describe('Whether the other has left: nobody can write to them any more.'),
      missingMetres: z
        .number()
        .describe('How far the caller has to ascend to begin this conversation; 0 when they may write.'),
    }),
    errors: ['Unauthenticated', 'NotFound'],
  },
});
