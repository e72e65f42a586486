/** The text of an unpublished post, and its idempotency key. */
export interface Draft {
  readonly text: string;
  /** Created once per post, so that retries publish it only once. */
  readonly idempotencyKey: string;
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

const storageKeyFor = (viewerId: string) => `fathom.post-draft.${viewerId}`;

function newDraft(text = ''): Draft {
  return { text, idempotencyKey: crypto.randomUUID() };
}

/** Returns the draft stored in this tab, or an empty one. */
export function readDraft(viewerId: string, storage: Storage = sessionStorage): Draft {
  try {
    const { text, idempotencyKey } = JSON.parse(storage.getItem(storageKeyFor(viewerId)) ?? '{}');
    if (typeof text === 'string' && typeof idempotencyKey === 'string') return { text, idempotencyKey };
  } catch {
    // The stored value is not a draft, or storage is blocked.
  }
  return newDraft();
}

/** Stores a draft until the tab closes. Removes an empty one. */
export function saveDraft(viewerId: string, draft: Draft, storage: Storage = sessionStorage): void {
  try {
    if (draft.text === '') storage.removeItem(storageKeyFor(viewerId));
    else storage.setItem(storageKeyFor(viewerId), JSON.stringify(draft));
  } catch {
    // Storage is blocked: the draft lasts as long as the composer.
  }
}
