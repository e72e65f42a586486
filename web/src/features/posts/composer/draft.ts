import { tabStorage } from '../../../platform/browser-storage.ts';

/** The text of an unpublished post, and its idempotency key. */
export interface Draft {
  readonly text: string;
  /** Created once per post, so that retries publish it only once. */
  readonly idempotencyKey: string;
}

const storageKeyFor = (viewerId: string) => `fathom.post-draft.${viewerId}`;

function newDraft(text = ''): Draft {
  return { text, idempotencyKey: crypto.randomUUID() };
}

/** Returns the draft stored in this tab, or an empty one. */
export function readDraft(viewerId: string, storage = tabStorage): Draft {
  try {
    const { text, idempotencyKey } = JSON.parse(storage.read(storageKeyFor(viewerId)) ?? '{}');
    if (typeof text === 'string' && typeof idempotencyKey === 'string') return { text, idempotencyKey };
  } catch {
    // The stored value is not a draft.
  }
  return newDraft();
}

/** Stores a draft until the tab closes. Removes an empty one. */
export function saveDraft(viewerId: string, draft: Draft, storage = tabStorage): void {
  storage.write(storageKeyFor(viewerId), draft.text === '' ? null : JSON.stringify(draft));
}
