import { useEffect, useRef, useState } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import { authState } from '../../../platform/auth/auth-state.ts';
import { readDraft, saveDraft } from '../../../platform/browser/drafts.ts';

/** The texts of a profile. */
interface ProfileTexts {
  readonly username: string;
  readonly bio: string;
}

/**
 * Holds the edited texts of the member's profile. Stores them for a reload and for the end of the session. Leaving the form
 * in another way is answered by the leave guard, and discards them.
 */
export function useProfileDraft({ id, username, bio }: OwnProfile) {
  const savedTexts: ProfileTexts = { username, bio };
  const [editedTexts, setEditedTexts] = useState(() => readTexts(id) ?? savedTexts);

  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
      // In development, React unmounts and mounts again at once.
      queueMicrotask(() => {
        if (!mounted.current && authState().status === 'signedIn') saveDraft(id, 'profile', null);
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

function readTexts(memberId: string): ProfileTexts | undefined {
  try {
    const { username, bio } = JSON.parse(readDraft(memberId, 'profile') ?? '{}');
    if (typeof username === 'string' && typeof bio === 'string') return { username, bio };
  } catch {
    // The stored value is not a draft.
  }
  return undefined;
}
