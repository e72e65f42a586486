import type { Message } from '../../../../../shared/contract/messages.ts';
import { MIN_MESSAGE_ID } from '../../../../../shared/rules/limits.ts';

/**
 * The loaded messages of one conversation, each once, sorted by ID: the order in which the server stored them.
 *
 * Messages arrive with the first page, with later pages, and through the socket, in any order and more than once.
 */
export interface Timeline {
  readonly messages: readonly Message[];
  /**
   * No message is missing from this ID up to {@link completeUpTo}. An empty string if the conversation is loaded from
   * its beginning. Undefined before the first page.
   */
  readonly completeFrom: string | undefined;
  /**
   * No message is missing up to this ID. Messages from the socket don't move it: of two messages stored at the same
   * time, the later may arrive first, and the earlier may be lost with the connection.
   */
  readonly completeUpTo: string;
}

/** One page of messages, as the server returns it. */
export interface MessagePage {
  readonly messages: readonly Message[];
  readonly more: boolean;
}

export const EMPTY_TIMELINE: Timeline = { messages: [], completeFrom: undefined, completeUpTo: MIN_MESSAGE_ID };

/** Adds a message that arrived through the socket. */
export function withReceived(timeline: Timeline, message: Message): Timeline {
  return { ...timeline, messages: merge(timeline.messages, [message]) };
}

/** Returns whether a message is missing: it was neither loaded nor received through the socket. */
export function isMessageMissing({ messages, completeUpTo }: Timeline, id: string): boolean {
  return id > completeUpTo && !messages.some((message) => message.id === id);
}

/** Adds the first page, which has the newest messages. */
export function withLatest(timeline: Timeline, { messages, more }: MessagePage): Timeline {
  return {
    messages: merge(timeline.messages, messages),
    completeFrom: more ? (messages[0]?.id ?? '') : '',
    completeUpTo: messages.at(-1)?.id ?? MIN_MESSAGE_ID,
  };
}

/** Adds the page before {@link Timeline.completeFrom}. */
export function withEarlier(timeline: Timeline, { messages, more }: MessagePage): Timeline {
  return {
    ...timeline,
    messages: merge(timeline.messages, messages),
    completeFrom: more ? (messages[0]?.id ?? timeline.completeFrom) : '',
  };
}

/** Adds a page after {@link Timeline.completeUpTo}. */
export function withNewer(timeline: Timeline, { messages }: MessagePage): Timeline {
  return {
    ...timeline,
    messages: merge(timeline.messages, messages),
    completeUpTo: messages.at(-1)?.id ?? timeline.completeUpTo,
  };
}

/** Returns the messages to show: without those before {@link Timeline.completeFrom}, where messages may be missing. */
export function selectVisibleMessages({ messages, completeFrom }: Timeline): readonly Message[] {
  if (completeFrom === undefined) return [];

  const firstIndex = messages.findIndex(({ id }) => id >= completeFrom);
  if (firstIndex === -1) return [];

  // Returns the same array if possible, so that nothing renders again.
  return firstIndex === 0 ? messages : messages.slice(firstIndex);
}

/** Adds the messages that are new. Returns the same array if none are, so that nothing renders again. */
function merge(messages: readonly Message[], incomingMessages: readonly Message[]): readonly Message[] {
  const knownIds = new Set(messages.map(({ id }) => id));
  const newMessages = incomingMessages.filter(({ id }) => !knownIds.has(id));
  if (newMessages.length === 0) return messages;

  const messagesById = new Map([...messages, ...newMessages].map((message) => [message.id, message]));
  return [...messagesById.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}
