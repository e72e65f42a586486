type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

const storageKey = (viewerId: string, userId: string) => `fathom.message-draft.${viewerId}.${userId}`;

/** Returns the unsent text for a partner in this tab, or ''. */
export function readDraft(viewerId: string, userId: string, storage: () => Storage = () => sessionStorage): string {
  try {
    return storage().getItem(storageKey(viewerId, userId)) ?? '';
  } catch {
    // The browser forbids storage.
    return '';
  }
}

/** Stores the unsent text until the tab closes. */
export function saveDraft(
  viewerId: string,
  userId: string,
  text: string,
  storage: () => Storage = () => sessionStorage,
): void {
  try {
    if (text === '') storage().removeItem(storageKey(viewerId, userId));
    else storage().setItem(storageKey(viewerId, userId), text);
  } catch {
    // The browser forbids storage. The draft lasts as long as the composer.
  }
}
