import type { Message } from '../../../../../shared/contract/messages.ts';

/**
 * What is known of one conversation. Messages come by three ways, in any order and more than once: with the page that was
 * asked for first, with those asked for later, and through the socket. Each is held once, in the order of ids, which is
 * the order in which the server stored them.
 */
export interface Timeline {
  readonly messages: readonly Message[];
  /** From this message on everything is known up to {@link upTo}; '' from the very first. Undefined: nothing is yet. */
  readonly from: string | undefined;
  /**
   * Up to this message there is no gap. What the socket brings does not move it: of two messages
   * stored together the later may come first, and a lost connection keep the other.
   */
  readonly upTo: string;
}

/** One answer to a question for messages. */
export interface MessagePage {
  readonly messages: readonly Message[];
  readonly more: boolean;
}

/** Before every id that there can be. */
const BEFORE_ALL = '0'.repeat(26);

export const UNKNOWN: Timeline = { messages: [], from: undefined, upTo: BEFORE_ALL };

/** With what the socket has brought. */
export function withReceived(timeline: Timeline, message: Message): Timeline {
  return { ...timeline, messages: merged(timeline.messages, [message]) };
}

/** With the latest page, asked for before anything was known. */
export function withLatest(timeline: Timeline, { messages, more }: MessagePage): Timeline {
  return {
    messages: merged(timeline.messages, messages),
    from: more ? (messages[0]?.id ?? '') : '',
    upTo: messages.at(-1)?.id ?? BEFORE_ALL,
  };
}

/** With the page before {@link Timeline.from}. */
export function withOlder(timeline: Timeline, { messages, more }: MessagePage): Timeline {
  return {
    ...timeline,
    messages: merged(timeline.messages, messages),
    from: more ? (messages[0]?.id ?? timeline.from) : '',
  };
}

/** With a page after {@link Timeline.upTo}. */
export function withNewer(timeline: Timeline, { messages }: MessagePage): Timeline {
  return { ...timeline, messages: merged(timeline.messages, messages), upTo: messages.at(-1)?.id ?? timeline.upTo };
}

/** What can be shown: not what lies before the known part, with who knows what in between. */
export function shownMessages({ messages, from }: Timeline): readonly Message[] {
  if (from === undefined) return [];
  const first = messages.findIndex(({ id }) => id >= from);
  return first <= 0 ? (first === 0 ? messages : []) : messages.slice(first);
}

function merged(held: readonly Message[], others: readonly Message[]): readonly Message[] {
  const known = new Set(held.map(({ id }) => id));
  const fresh = others.filter(({ id }) => !known.has(id));
  if (fresh.length === 0) return held;
  return [...new Map([...held, ...fresh].map((message) => [message.id, message])).values()].sort((one, other) =>
    one.id < other.id ? -1 : 1,
  );
}
