type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

const nameOf = (viewerId: string, userId: string) => `fathom.message-draft.${viewerId}.${userId}`;

/** What was being written to somebody in this tab. */
export function readDraft(viewerId: string, userId: string, storage: () => Storage = () => sessionStorage): string {
  try {
    return storage().getItem(nameOf(viewerId, userId)) ?? '';
  } catch {
    // Nothing may be kept here at all.
    return '';
  }
}

/** Keeps it for as long as the tab is open. */
export function keepDraft(
  viewerId: string,
  userId: string,
  text: string,
  storage: () => Storage = () => sessionStorage,
): void {
  try {
    if (text === '') storage().removeItem(nameOf(viewerId, userId));
    else storage().setItem(nameOf(viewerId, userId), text);
  } catch {
    // Nothing may be kept here: the draft lives as long as the composer.
  }
}
