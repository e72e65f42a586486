import { tabStorage } from './browser-storage.ts';

/**
 * The subject of an unsent text: a new post, a comment on a post, a message to a member, the member's own profile, or
 * the details of the member's own file. See docs/adr/0056-unsent-input.md.
 */
export type DraftSubject = 'post' | 'profile' | `comment.${string}` | `message.${string}` | `file.${string}`;

const keyPrefix = (memberId: string) => `fathom.draft.${memberId}.`;

/** Returns a member's unsent text about a subject in this tab, or null. */
export function readDraft(memberId: string, subject: DraftSubject, storage = tabStorage): string | null {
  return storage.read(keyPrefix(memberId) + subject);
}

/** Stores a member's unsent text until the tab closes. Null removes it. */
export function saveDraft(memberId: string, subject: DraftSubject, draft: string | null, storage = tabStorage): void {
  storage.write(keyPrefix(memberId) + subject, draft);
}

/** Returns whether a member has unsent texts in this tab. */
export function hasDrafts(memberId: string, storage = tabStorage): boolean {
  return storage.keys().some((key) => key.startsWith(keyPrefix(memberId)));
}

/** Removes all unsent texts of a member from this tab. */
export function discardDrafts(memberId: string, storage = tabStorage): void {
  for (const key of storage.keys()) {
    if (key.startsWith(keyPrefix(memberId))) storage.write(key, null);
  }
}
