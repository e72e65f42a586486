import { isTransientCode } from '../../../../../shared/contract/error-codes.ts';
import { backoffDelay } from '../../../platform/time/backoff-delay.ts';

/** A written message that the server hasn't confirmed yet. */
export interface UnsentMessage {
  /** The same for every attempt, so that the server stores the message once. */
  readonly clientMessageId: string;
  readonly recipientId: string;
  readonly content: string;
  /** ISO 8601. */
  readonly writtenAt: string;
  readonly state: 'waiting' | 'sending' | 'failed';
  /** The ID of the newest stored message when this one was written. If this one is stored, it is stored after that. */
  readonly knownUpTo?: string;
  /** Why the server refused the message, as an English sentence. */
  readonly problem?: string;
  /** The error code of the refusal. */
  readonly code?: string;
  /** The parameters of the error code. */
  readonly params?: unknown;
  /** When the message fails if it isn't confirmed, in milliseconds since 1970. */
  readonly deadline: number;
  /** When the next attempt may start after a transient error or at a limit, in milliseconds since 1970. */
  readonly notBefore?: number;
  /** When the message was sent last, in milliseconds since 1970. */
  readonly sentAt?: number;
  /** Number of transient errors in a row. */
  readonly refusals?: number;
}

/** All unsent messages, in the order of writing. */
export type OutboxState = readonly UnsentMessage[];

/** How long a message may wait before it fails, in milliseconds, even if refused. See docs/product.md#messages. */
export const MAX_WAIT_MS = 60_000;

/** How long to wait for a response before the connection counts as dead, in milliseconds. */
const RESPONSE_TIMEOUT_MS = 10_000;

/** An error response to a message. */
export interface Refusal {
  readonly code: string;
  readonly params?: unknown;
  readonly error: string;
  readonly retryAfterSeconds?: number | undefined;
}

/** Adds a message. It is sent after the earlier ones of its conversation. */
export function withNewMessage(
  outbox: OutboxState,
  message: Pick<UnsentMessage, 'clientMessageId' | 'recipientId' | 'content' | 'knownUpTo'>,
  now: number,
): OutboxState {
  const initialFields = {
    writtenAt: new Date(now).toISOString(),
    state: 'waiting',
    deadline: now + MAX_WAIT_MS,
  } as const;
  return [...outbox, { ...message, ...initialFields }];
}

/** Removes stored or discarded messages, in any state. */
export function withoutMessages(outbox: OutboxState, clientMessageIds: ReadonlySet<string>): OutboxState {
  const remainingMessages = outbox.filter(({ clientMessageId }) => !clientMessageIds.has(clientMessageId));
  return remainingMessages.length === outbox.length ? outbox : remainingMessages;
}

/**
 * Marks a refused message as failed, or as waiting if the error is transient.
 *
 * A waiting message waits for the time that the server names, and longer after each further error.
 */
export function withRefused(
  outbox: OutboxState,
  id: string,
  refusal: Refusal,
  now: number,
  random: () => number = Math.random,
): OutboxState {
  return outbox.map((message): UnsentMessage => {
    if (message.clientMessageId !== id || message.state !== 'sending') return message;
    if (!isTransientCode(refusal.code)) return toFailed(message, refusal, now);

    const { refusals = 0 } = message;
    const waitMs = Math.max(1000 * (refusal.retryAfterSeconds ?? 1), backoffDelay(refusals, random));
    return { ...message, state: 'waiting', notBefore: now + waitMs, refusals: refusals + 1 };
  });
}

/** Marks messages in flight as waiting, because their connection was lost. */
export function withLostConnection(outbox: OutboxState): OutboxState {
  if (!outbox.some(({ state }) => state === 'sending')) return outbox;
  return outbox.map((message) => (message.state === 'sending' ? { ...message, state: 'waiting' } : message));
}

/** Moves a failed message to the end of the outbox. It keeps its client message ID, because it may have been stored. */
export function withRetry(outbox: OutboxState, id: string, now: number): OutboxState {
  const failedMessage = outbox.find(({ clientMessageId, state }) => clientMessageId === id && state === 'failed');
  if (!failedMessage) return outbox;

  const { clientMessageId, recipientId, content, writtenAt, knownUpTo } = failedMessage;
  const message = { clientMessageId, recipientId, content, writtenAt, ...(knownUpTo && { knownUpTo }) };
  const retriedMessage: UnsentMessage = { ...message, state: 'waiting', deadline: now + MAX_WAIT_MS };
  return [...withoutMessages(outbox, new Set([id])), retriedMessage];
}

/** Adds the failed messages of a closed tab before the current messages. Adds each message only once. */
export function withRestoredMessages(outbox: OutboxState, messages: OutboxState): OutboxState {
  const knownIds = new Set(outbox.map(({ clientMessageId }) => clientMessageId));
  const addedMessages = messages.filter(({ clientMessageId }) => !knownIds.has(clientMessageId));
  return addedMessages.length === 0 ? outbox : [...addedMessages, ...outbox];
}

/** Marks all messages as failed, for a reloaded page: nothing is resent automatically. */
export function withAllFailed(outbox: OutboxState): OutboxState {
  return outbox.map((message) => (message.state === 'failed' ? message : toFailed(message)));
}

/** The next step of the outbox. */
interface SendPlan {
  readonly outbox: OutboxState;
  /** The messages to send now, in this order. */
  readonly messagesToSend: readonly UnsentMessage[];
  /** Whether a response is overdue, so that the connection must be replaced. */
  readonly hasConnectionTimedOut: boolean;
  /** When to plan again if nothing happens before, in milliseconds since 1970. Infinite if no message waits. */
  readonly nextTime: number;
}

interface PlanOptions {
  /** Whether the socket is open. */
  readonly isOpen: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Fails expired messages and picks the messages to send: one per conversation at a time. */
export function planSends(outbox: OutboxState, { isOpen, now }: PlanOptions): SendPlan {
  const messagesToSend: UnsentMessage[] = [];
  const busyRecipientIds = new Set<string>();
  let nextTime = Number.POSITIVE_INFINITY;
  let hasConnectionTimedOut = false;

  const newOutbox = outbox.map((message): UnsentMessage => {
    const { recipientId, state, deadline, notBefore = 0, sentAt = now } = message;
    if (state === 'failed') return message;
    if (now >= deadline) return toFailed(message);

    nextTime = Math.min(nextTime, deadline);
    // Even a waiting message holds back the later ones of its conversation, so that they stay in order.
    const isFirst = !busyRecipientIds.has(recipientId);
    busyRecipientIds.add(recipientId);

    if (state === 'sending') {
      hasConnectionTimedOut ||= now >= sentAt + RESPONSE_TIMEOUT_MS;
      nextTime = Math.min(nextTime, sentAt + RESPONSE_TIMEOUT_MS);
      return message;
    }

    if (!isFirst || !isOpen) return message;
    if (now < notBefore) {
      nextTime = Math.min(nextTime, notBefore);
      return message;
    }

    const sendingMessage: UnsentMessage = { ...message, state: 'sending', sentAt: now };
    messagesToSend.push(sendingMessage);
    nextTime = Math.min(nextTime, now + RESPONSE_TIMEOUT_MS);

    return sendingMessage;
  });

  const hasChanged = newOutbox.some((message, index) => message !== outbox[index]);

  return { outbox: hasChanged ? newOutbox : outbox, messagesToSend, hasConnectionTimedOut, nextTime };
}

/** Returns a message as failed, with the reason if the server refused it. */
function toFailed(message: UnsentMessage, refusal?: Refusal, now = 0): UnsentMessage {
  if (!refusal) return { ...message, state: 'failed' };

  const { code, params, error, retryAfterSeconds } = refusal;
  const waitFields = retryAfterSeconds !== undefined && { notBefore: now + 1000 * retryAfterSeconds };
  return { ...message, state: 'failed', problem: error, code, params, ...waitFields };
}
