import { tabStorage } from '../../platform/browser/browser-storage.ts';
import { type DraftSubject, readDraft, saveDraft } from '../../platform/browser/drafts.ts';

/** The text of an unpublished post or comment, and its idempotency key. */
export interface Draft {
  readonly text: string;
  /** Created once per post or comment, so that retries publish it only once. */
  readonly idempotencyKey: string;
  /** The depth that the author has typed for a post. See `parseDepth`. */
  readonly depth?: string | undefined;
}

/** The subject of a draft: a new post, or a comment on a post. */
export type PostDraftSubject = Extract<DraftSubject, 'post' | `comment.${string}`>;

/** Returns an empty draft, or one with a text, under a new key. */
export function createDraft(text = ''): Draft {
  return { text, idempotencyKey: crypto.randomUUID() };
}

/** Returns the draft stored in this tab, or an empty one. */
export function readPostDraft(viewerId: string, subject: PostDraftSubject, storage = tabStorage): Draft {
  const storedText = readDraft(viewerId, subject, storage);
  if (storedText === null) return createDraft();

  try {
    const { text, idempotencyKey, depth } = JSON.parse(storedText);
    if (typeof text === 'string' && typeof idempotencyKey === 'string') {
      return { text, idempotencyKey, ...(typeof depth === 'string' && { depth }) };
    }
  } catch {
    // The stored value is not a draft.
  }

  return createDraft();
}

/** Stores a draft until the tab closes. Removes an empty one. */
export function savePostDraft(viewerId: string, subject: PostDraftSubject, draft: Draft, storage = tabStorage): void {
  // `draft` may have more fields, such as a picture. Only these are stored.
  const { text, idempotencyKey, depth } = draft;
  const storedDraft = { text, idempotencyKey, ...(depth && { depth }) };
  saveDraft(viewerId, subject, text === '' ? null : JSON.stringify(storedDraft), storage);
}
