import { useEffect, useEffectEvent, useState } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import { api } from '../../../platform/api/api.ts';
import { useOneAtATime } from '../../../platform/state/one-at-a-time.ts';
import { isUnauthenticated } from '../profile-picture/save-picture.ts';
import type { usePictureChoice } from '../profile-picture/use-picture-choice.ts';
import { useSavePicture } from '../profile-picture/use-save-picture.ts';
import { useUpdateOwnProfile } from './own-profile.ts';
import { texts } from './texts.ts';
import type { ProfileFields } from './use-profile-draft.ts';

/** What the form contains, except for the choice of a picture. */
interface ProfileInput extends ProfileFields {
  /** How often the member has opened the file dialog. A picture may follow while it's open. */
  readonly fileDialogCount: number;
}

/** How long the success message shows before `onDone`, in milliseconds. */
const SUCCESS_MS = 2000;

interface SaveProfileOptions {
  /** The profile's fields as the form shows them. */
  readonly fields: ProfileFields;
  readonly pictureChoice: ReturnType<typeof usePictureChoice>;
  /** Called if the session has ended. */
  readonly onUnauthenticated: () => void;
  readonly onDone: () => void;
}

/**
 * Returns `save`, which saves the member's profile and picture, and the state of saving.
 *
 * Calls `onDone` two seconds after a success. If the member has edited the form since `save` was called, the state
 * becomes `idle` again instead. See docs/product.md#interface.
 */
export function useSaveProfile(profile: OwnProfile, options: SaveProfileOptions) {
  const { fields, pictureChoice, onUnauthenticated, onDone } = options;
  const [state, setState] = useState<'idle' | 'saving' | 'saved'>('idle');
  const [error, setError] = useState<string>();
  // The input that the latest save sent. Undefined until the save succeeds.
  const [savedInput, setSavedInput] = useState<ProfileInput>();
  const pictureUpload = useSavePicture(profile.id);
  const updateOwnProfile = useUpdateOwnProfile();
  const runOneAtATime = useOneAtATime();

  const input: ProfileInput = { ...fields, fileDialogCount: pictureChoice.fileDialogCount };
  // A saved choice is reset, so any other choice is newer.
  const hasNewerInput = pictureChoice.choice.kind !== 'current' || !isSameInput(input, savedInput);
  // Set while rendering, so that the form never shows newer input as saved, and its leave guard stays active.
  if (state === 'saved' && hasNewerInput) setState('idle');

  const onSuccessShown = useEffectEvent(onDone);
  useEffect(() => {
    if (state !== 'saved') return;

    const timer = setTimeout(() => onSuccessShown(), SUCCESS_MS);
    return () => clearTimeout(timer);
  }, [state]);

  async function save() {
    setState('saving');
    setError(undefined);
    setSavedInput(undefined);

    // Until the picture is saved, errors already have a text for the member.
    let describeError = (message: string) => message;
    const { choice } = pictureChoice;

    try {
      if (choice.kind !== 'current') {
        await pictureUpload.save(choice.kind === 'chosen' ? choice.picture : undefined);
        // The picture stays saved even if saving the fields fails. So a retry doesn't save it again.
        pictureChoice.resetSaved(choice);
      }

      describeError = texts.saveFailed;
      const response = await api.account.updateProfile({ userId: profile.id, ...fields });
      updateOwnProfile(response.profile);
      setSavedInput(input);
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
    /** Whether the latest save has succeeded. Stays true while the member edits the form again. */
    wasSaved: savedInput !== undefined,
    percent: pictureUpload.percent,
    save: async () => {
      // `state` changes only with the next render, so it doesn't stop a fast second click. `runOneAtATime` does.
      if (state === 'idle') await runOneAtATime(save);
    },
  };
}

/** Returns whether the member has edited nothing between the two inputs. */
function isSameInput(input: ProfileInput, otherInput: ProfileInput | undefined): boolean {
  return (
    input.username === otherInput?.username &&
    input.bio === otherInput.bio &&
    input.fileDialogCount === otherInput.fileDialogCount
  );
}
