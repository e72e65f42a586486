import type { ErrorCode } from '../../../../../shared/contract/error-codes.ts';

/** A message on its way: written, and not known to be stored. */
export interface Unsent {
  /** Made once: however often the message is sent, it is stored once. */
  readonly clientMessageId: string;
  readonly recipientId: string;
  readonly content: string;
  /** ISO 8601. */
  readonly writtenAt: string;
  readonly state: 'waiting' | 'sending' | 'failed';
  /** Why it failed, if the server has said so. */
  readonly problem?: string;
  /** By then it must have been stored, or it has failed: milliseconds since the epoch, as the next two. */
  readonly deadline: number;
  /** The server wants no attempt before. */
  readonly notBefore?: number;
  readonly sentAt?: number;
}

export type Outbox = readonly Unsent[];

/** How long a message may wait for a connection. */
export const PATIENCE_MS = 60_000;

/** An answer that has not come by then will not come by this connection. */
export const ANSWER_WITHIN_MS = 10_000;

/** A refusal of the server. */
export interface Refusal {
  readonly code: string;
  readonly error: string;
  readonly retryAfterSeconds?: number | undefined;
}

/** Refusals that pass: the same message is welcome a moment later. */
const PASSING: readonly string[] = ['TooManyMessages', 'Throttled'] satisfies ErrorCode[];

/** With a message more, which is sent after all before. */
export function withWritten(
  outbox: Outbox,
  message: Pick<Unsent, 'clientMessageId' | 'recipientId' | 'content'>,
  now: number,
): Outbox {
  const written = { writtenAt: new Date(now).toISOString(), state: 'waiting', deadline: now + PATIENCE_MS } as const;
  return [...outbox, { ...message, ...written }];
}

/** Without what is stored, whatever was believed of it, or what is given up. */
export function without(outbox: Outbox, clientMessageIds: ReadonlySet<string>): Outbox {
  const left = outbox.filter(({ clientMessageId }) => !clientMessageIds.has(clientMessageId));
  return left.length === outbox.length ? outbox : left;
}

/** What the server has refused has failed, unless that passes. */
export function withRefused(outbox: Outbox, id: string, refusal: Refusal, now: number): Outbox {
  return outbox.map((unsent): Unsent => {
    if (unsent.clientMessageId !== id || unsent.state !== 'sending') return unsent;
    if (!PASSING.includes(refusal.code)) return failed(unsent, refusal.error);
    const wait = 1000 * (refusal.retryAfterSeconds ?? 1);
    return { ...unsent, state: 'waiting', notBefore: now + wait, deadline: unsent.deadline + wait };
  });
}

/** With a lost connection: what was under way by it has to be sent again. */
export function withLostConnection(outbox: Outbox): Outbox {
  if (!outbox.some(({ state }) => state === 'sending')) return outbox;
  return outbox.map((unsent) => (unsent.state === 'sending' ? { ...unsent, state: 'waiting' } : unsent));
}

/** Tries a failed message again, as the last: under its own id, in case that it was stored after all. */
export function withRetried(outbox: Outbox, id: string, now: number): Outbox {
  const found = outbox.find(({ clientMessageId, state }) => clientMessageId === id && state === 'failed');
  if (!found) return outbox;
  const { clientMessageId, recipientId, content, writtenAt } = found;
  const again = { clientMessageId, recipientId, content, writtenAt, state: 'waiting', deadline: now + PATIENCE_MS };
  return [...without(outbox, new Set([id])), again as Unsent];
}

/** As it is after the page was loaded anew: nothing is sent by itself. */
export function withAllFailed(outbox: Outbox): Outbox {
  return outbox.map((unsent) => (unsent.state === 'failed' ? unsent : failed(unsent)));
}

/** What is to be done now. */
interface Due {
  readonly outbox: Outbox;
  /** To be sent, in this order. */
  readonly send: readonly Unsent[];
  /** Whether the connection owes an answer for too long. */
  readonly deadConnection: boolean;
  /** When to look again, if nothing happens before: milliseconds since the epoch. */
  readonly next: number;
}

/** Gives up what has waited for too long, and chooses what can be sent: one message of each conversation at a time. */
export function due(outbox: Outbox, open: boolean, now: number): Due {
  const send: Unsent[] = [];
  const busy = new Set<string>();
  let next = Number.POSITIVE_INFINITY;
  let deadConnection = false;
  const after = outbox.map((unsent): Unsent => {
    const { recipientId, state, deadline, notBefore = 0, sentAt = now } = unsent;
    if (state === 'failed') return unsent;
    if (now >= deadline) return failed(unsent);
    next = Math.min(next, deadline);
    const first = !busy.has(recipientId);
    busy.add(recipientId);
    if (state === 'sending') {
      deadConnection ||= now >= sentAt + ANSWER_WITHIN_MS;
      next = Math.min(next, sentAt + ANSWER_WITHIN_MS);
      return unsent;
    }
    if (!first || !open) return unsent;
    if (now < notBefore) {
      next = Math.min(next, notBefore);
      return unsent;
    }
    const sending: Unsent = { ...unsent, state: 'sending', sentAt: now };
    send.push(sending);
    next = Math.min(next, now + ANSWER_WITHIN_MS);
    return sending;
  });
  const changed = after.some((unsent, index) => unsent !== outbox[index]);
  return { outbox: changed ? after : outbox, send, deadConnection, next };
}

function failed(unsent: Unsent, problem?: string): Unsent {
  return { ...unsent, state: 'failed', ...(problem && { problem }) };
}
