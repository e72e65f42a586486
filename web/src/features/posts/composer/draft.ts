/** A text that is being written, and the key under which it will be sent. */
export interface Draft {
  readonly text: string;
  /** Made once for each post: however often it is sent, it is published once. */
  readonly idempotencyKey: string;
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

const nameOf = (viewerId: string) => `fathom.post-draft.${viewerId}`;

function newDraft(text = ''): Draft {
  return { text, idempotencyKey: crypto.randomUUID() };
}

/** What was being written in this tab when the member left the composer, or an empty page. */
export function readDraft(viewerId: string, storage: Storage = sessionStorage): Draft {
  try {
    const { text, idempotencyKey } = JSON.parse(storage.getItem(nameOf(viewerId)) ?? '{}');
    if (typeof text === 'string' && typeof idempotencyKey === 'string') return { text, idempotencyKey };
  } catch {
    // Whatever lies there is no draft, or nothing may be kept here at all.
  }
  return newDraft();
}

/** Keeps a draft for as long as the tab is open; an empty one is forgotten. */
export function keepDraft(viewerId: string, draft: Draft, storage: Storage = sessionStorage): void {
  try {
    if (draft.text === '') storage.removeItem(nameOf(viewerId));
    else storage.setItem(nameOf(viewerId), JSON.stringify(draft));
  } catch {
    // Nothing may be kept here: the draft lives as long as the composer.
  }
}
