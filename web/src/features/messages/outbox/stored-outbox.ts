import { type Outbox, type Unsent, withAllFailed } from './outbox-state.ts';

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

const nameOf = (viewerId: string) => `fathom.outbox.${viewerId}`;

/** What this tab had not sent when it was loaded anew: it has failed, and waits for a word of the member. */
export function readOutbox(viewerId: string, storage: () => Storage = () => sessionStorage): Outbox {
  try {
    const stored: unknown = JSON.parse(storage().getItem(nameOf(viewerId)) ?? '[]');
    return Array.isArray(stored) ? withAllFailed(stored.filter(isUnsent)) : [];
  } catch {
    // Whatever lies there is no outbox, or nothing may be kept here at all.
    return [];
  }
}

/** Keeps what is not sent for as long as the tab is open. */
export function keepOutbox(viewerId: string, outbox: Outbox, storage: () => Storage = () => sessionStorage): void {
  try {
    if (outbox.length === 0) storage().removeItem(nameOf(viewerId));
    else storage().setItem(nameOf(viewerId), JSON.stringify(outbox));
  } catch {
    // Nothing may be kept here: it lives as long as the page.
  }
}

function isUnsent(value: unknown): value is Unsent {
  const { clientMessageId, recipientId, content, writtenAt } = (value ?? {}) as Partial<Unsent>;
  return [clientMessageId, recipientId, content, writtenAt].every((field) => typeof field === 'string');
}
