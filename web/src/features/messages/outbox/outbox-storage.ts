import { tabStorage } from '../../../platform/browser-storage.ts';
import { type OutboxState, type UnsentMessage, withAllFailed } from './outbox-state.ts';

const storageKey = (viewerId: string) => `fathom.outbox.${viewerId}`;

/** Returns the messages that this tab hadn't sent before a reload, all as failed: only the member can resend them. */
export function readOutbox(viewerId: string, storage = tabStorage): OutboxState {
  try {
    const stored: unknown = JSON.parse(storage.read(storageKey(viewerId)) ?? '[]');
    return Array.isArray(stored) ? withAllFailed(stored.filter(isUnsent)) : [];
  } catch {
    // The stored value is invalid.
    return [];
  }
}

/** Stores the unsent messages until the tab closes. */
export function saveOutbox(viewerId: string, outbox: OutboxState, storage = tabStorage): void {
  storage.write(storageKey(viewerId), outbox.length === 0 ? null : JSON.stringify(outbox));
}

function isUnsent(value: unknown): value is UnsentMessage {
  const { clientMessageId, recipientId, content, writtenAt } = (value ?? {}) as Partial<UnsentMessage>;
  return [clientMessageId, recipientId, content, writtenAt].every((field) => typeof field === 'string');
}
