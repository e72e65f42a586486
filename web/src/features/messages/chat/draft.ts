import { tabStorage } from '../../../platform/browser-storage.ts';

const storageKey = (viewerId: string, userId: string) => `fathom.message-draft.${viewerId}.${userId}`;

/** Returns the unsent text for a partner in this tab, or ''. */
export function readDraft(viewerId: string, userId: string, storage = tabStorage): string {
  return storage.read(storageKey(viewerId, userId)) ?? '';
}

/** Stores the unsent text until the tab closes. */
export function saveDraft(viewerId: string, userId: string, text: string, storage = tabStorage): void {
  storage.write(storageKey(viewerId, userId), text || null);
}
