import { useEffect, useRef, useState } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import { authState } from '../../../platform/auth/auth-state.ts';
import { readDraft, saveDraft } from '../../../platform/browser/drafts.ts';

/** The editable fields of a profile. */
export interface ProfileFields {
  readonly username: string;
  readonly bio: string;
}

/**
 * Returns the edited fields of the member's profile, and `updateDraft`, which changes some of them.
 *
 * The stored draft survives a reload and the end of the session. If the member leaves the form otherwise, the leave
 * guard asks, and then the draft is discarded.
 */
export function useProfileDraft({ id, username, bio }: OwnProfile) {
  const [editedFields, setEditedFields] = useState<ProfileFields>(() => readStoredFields(id) ?? { username, bio });
  const isMounted = useRef(false);

  useEffect(() => {
    isMounted.current = true;

    return () => {
      isMounted.current = false;
      // In development, React unmounts and immediately mounts again. So this waits, and discards the draft only if the
      // form stays unmounted.
      queueMicrotask(() => {
        if (!isMounted.current && authState().status === 'signedIn') saveDraft(id, 'profile', null);
      });
    };
  }, [id]);

  return {
    ...editedFields,
    updateDraft(changes: Partial<ProfileFields>) {
      const newFields = { ...editedFields, ...changes };
      setEditedFields(newFields);
      saveDraft(id, 'profile', JSON.stringify(newFields));
    },
  };
}

/** Returns the stored fields of a member, or undefined if none are stored. */
function readStoredFields(memberId: string): ProfileFields | undefined {
  try {
    const { username, bio } = JSON.parse(readDraft(memberId, 'profile') ?? '{}');
    if (typeof username === 'string' && typeof bio === 'string') return { username, bio };
  } catch {
    // The stored value is not a draft.
  }

  return undefined;
}
