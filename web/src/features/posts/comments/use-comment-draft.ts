import { useState } from 'react';
import { readDraft } from '../../../platform/browser/drafts.ts';
import { type Draft, readPostDraft, savePostDraft } from '../draft.ts';

/** Returns the unsent comment on a post, and functions that change it. Stores the draft until the tab closes. */
export function useCommentDraft(viewerId: string, postId: string) {
  const subject = `comment.${postId}` as const;
  const [draft, setDraft] = useState(() => readPostDraft(viewerId, subject));

  return {
    draft,
    setDraft(newDraft: Draft) {
      setDraft(newDraft);
      savePostDraft(viewerId, subject, newDraft);
    },
    /**
     * Returns a function that replaces the draft. It leaves the stored draft if the member has typed more since this
     * call. The member can do so in another form, after leaving the screen and returning.
     */
    prepareReplace() {
      const storedText = readDraft(viewerId, subject);
      return (newDraft: Draft) => {
        setDraft(newDraft);
        if (readDraft(viewerId, subject) === storedText) savePostDraft(viewerId, subject, newDraft);
      };
    },
  };
}
