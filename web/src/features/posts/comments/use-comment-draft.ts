import { useState } from 'react';
import { type Draft, readPostDraft, savePostDraft } from '../draft.ts';

/** Returns the unsent comment on a post, and a function that changes it. Stores the draft until the tab closes. */
export function useCommentDraft(viewerId: string, postId: string) {
  const [draft, setDraft] = useState(() => readPostDraft(viewerId, `comment.${postId}`));

  return {
    draft,
    setDraft(newDraft: Draft) {
      setDraft(newDraft);
      savePostDraft(viewerId, `comment.${postId}`, newDraft);
    },
  };
}
