import { useEffect, useRef, useState } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import { authState } from '../../../platform/auth/auth-state.ts';
import { readDraft, saveDraft } from '../../../platform/browser/drafts.ts';

/** The editable texts of a profile. */
interface ProfileTexts {
  readonly username: string;
  readonly bio: string;
}

/**
 * Returns the edited texts of the member's profile, and a function that edits them.
 *
 * It stores the texts, so that they survive a reload and the end of the session. Leaving the form in another way
 * discards them, after the leave guard has asked.
 */
export function useProfileDraft({ id, username, bio }: OwnProfile) {
  const savedTexts: ProfileTexts = { username, bio };
  const [editedTexts, setEditedTexts] = useState(() => readTexts(id) ?? savedTexts);
  const isMounted = useRef(false);

  useEffect(() => {
    isMounted.current = true;

    return () => {
      isMounted.current = false;
      // In development, React unmounts and immediately mounts again.
      queueMicrotask(() => {
        if (!isMounted.current && authState().status === 'signedIn') saveDraft(id, 'profile', null);
      });
    };
  }, [id]);

  return {
    ...editedTexts,
    edit(change: Partial<ProfileTexts>) {
      const newTexts = { ...editedTexts, ...change };
      setEditedTexts(newTexts);
      saveDraft(id, 'profile', JSON.stringify(newTexts));
    },
  };
}

/** Returns the stored texts of a member, or undefined if there are none. */
function readTexts(memberId: string): ProfileTexts | undefined {
  try {
    const { username, bio } = JSON.parse(readDraft(memberId, 'profile') ?? '{}');
    if (typeof username === 'string' && typeof bio === 'string') return { username, bio };
  } catch {
    // The stored value is not a draft.
  }

  return undefined;
}
