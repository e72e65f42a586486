import { type OutboxState, type UnsentMessage, withAllFailed } from './outbox-state.ts';

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

const storageKey = (viewerId: string) => `fathom.outbox.${viewerId}`;

/** Returns the messages that this tab hadn't sent before a reload, all as failed: only the member can resend them. */
export function readOutbox(viewerId: string, storage: () => Storage = () => sessionStorage): OutboxState {
  try {
    const stored: unknown = JSON.parse(storage().getItem(storageKey(viewerId)) ?? '[]');
    return Array.isArray(stored) ? withAllFailed(stored.filter(isUnsent)) : [];
  } catch {
    // The stored value is invalid, or the browser forbids storage.
    return [];
  }
}

/** Stores the unsent messages until the tab closes. */
export function saveOutbox(viewerId: string, outbox: OutboxState, storage: () => Storage = () => sessionStorage): void {
  try {
    if (outbox.length === 0) storage().removeItem(storageKey(viewerId));
    else storage().setItem(storageKey(viewerId), JSON.stringify(outbox));
  } catch {
    // The browser forbids storage. The outbox lasts as long as the page.
  }
}

function isUnsent(value: unknown): value is UnsentMessage {
  const { clientMessageId, recipientId, content, writtenAt } = (value ?? {}) as Partial<UnsentMessage>;
  return [clientMessageId, recipientId, content, writtenAt].every((field) => typeof field === 'string');
}
