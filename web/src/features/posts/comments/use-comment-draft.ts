import { useEffect, useState } from 'react';
import { readDraft } from '../../../platform/browser/drafts.ts';
import { type Draft, readPostDraft, savePostDraft } from '../draft.ts';

/**
 * Sends an event to all forms of a comment when a request has replaced the comment's draft. The type names the member
 * and the comment, and the detail is the new draft.
 */
const replacements = new EventTarget();

/** Returns the unsent comment on a post, and functions that change it. Stores the draft until the tab closes. */
export function useCommentDraft(viewerId: string, postId: string) {
  const subject = `comment.${postId}` as const;
  const replacementType = `${viewerId}.${subject}`;
  const [draft, setDraft] = useState(() => readPostDraft(viewerId, subject));

  // A form that was opened while the comment was being sent also shows its text.
  useEffect(() => {
    const onReplacement = (event: Event) => setDraft((event as CustomEvent<Draft>).detail);
    replacements.addEventListener(replacementType, onReplacement);
    return () => replacements.removeEventListener(replacementType, onReplacement);
  }, [replacementType]);

  return {
    draft,
    setDraft(newDraft: Draft) {
      setDraft(newDraft);
      savePostDraft(viewerId, subject, newDraft);
    },
    /**
     * Returns a function that replaces the draft in all forms of this comment. If the member has typed more since this
     * call, it replaces the draft only in this form. The member can type in another form, after leaving the screen and
     * returning.
     */
    prepareReplace() {
      const storedText = readDraft(viewerId, subject);
      return (newDraft: Draft) => {
        setDraft(newDraft);
        if (readDraft(viewerId, subject) !== storedText) return;

        savePostDraft(viewerId, subject, newDraft);
        replacements.dispatchEvent(new CustomEvent(replacementType, { detail: newDraft }));
      };
    },
  };
}
