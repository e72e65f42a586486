import { useEffect, useEffectEvent, useState } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import { api } from '../../../platform/api/api.ts';
import { useOneAtATime } from '../../../platform/state/one-at-a-time.ts';
import { isUnauthenticated } from '../profile-picture/save-picture.ts';
import type { usePictureChoice } from '../profile-picture/use-picture-choice.ts';
import { useSavePicture } from '../profile-picture/use-save-picture.ts';
import { useUpdateOwnProfile } from './own-profile.ts';
import { texts } from './texts.ts';

/** How long the success message shows before `onDone`, in milliseconds. */
const SUCCESS_MS = 2000;

interface SaveProfileCallbacks {
  /** Called if the session has ended. */
  readonly onUnauthenticated: () => void;
  readonly onDone: () => void;
}

/**
 * Returns `save`, which saves the member's profile and picture, and the state of saving.
 *
 * Calls `onDone` two seconds after a success. See docs/product.md#interface.
 */
export function useSaveProfile(profile: OwnProfile, { onUnauthenticated, onDone }: SaveProfileCallbacks) {
  const [state, setState] = useState<'idle' | 'saving' | 'saved'>('idle');
  const [error, setError] = useState<string>();
  const pictureUpload = useSavePicture(profile.id);
  const updateOwnProfile = useUpdateOwnProfile();
  const runOneAtATime = useOneAtATime();

  const onSuccessShown = useEffectEvent(onDone);
  useEffect(() => {
    if (state !== 'saved') return;

    const timer = setTimeout(() => onSuccessShown(), SUCCESS_MS);
    return () => clearTimeout(timer);
  }, [state]);

  async function save(fields: { username: string; bio: string }, pictureChoice: ReturnType<typeof usePictureChoice>) {
    setState('saving');
    setError(undefined);

    // Until the picture is saved, errors already have a text for the member.
    let describeError = (message: string) => message;
    const { choice } = pictureChoice;

    try {
      if (choice.kind !== 'current') {
        await pictureUpload.save(choice.kind === 'chosen' ? choice.picture : undefined);
        // The picture stays saved even if saving the fields fails. So a retry doesn't save it again.
        pictureChoice.reset();
      }

      describeError = texts.saveFailed;
      const response = await api.account.updateProfile({ userId: profile.id, ...fields });
      updateOwnProfile(response.profile);
      setState('saved');
    } catch (failure) {
      setState('idle');
      if (isUnauthenticated(failure)) {
        console.error(texts.notAuthenticated);
        return onUnauthenticated();
      }

      console.error(failure);
      setError(describeError(failure instanceof Error ? failure.message : texts.unknownFailure));
    }
  }

  return {
    state,
    error,
    percent: pictureUpload.percent,
    save: async (...input: Parameters<typeof save>) => {
      // `state` changes only with the next render, so it doesn't stop a fast second click. `runOneAtATime` does.
      if (state === 'idle') await runOneAtATime(() => save(...input));
    },
  };
}
