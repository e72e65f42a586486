import { useEffect, useState } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import { api } from '../../../platform/api/api.ts';
import { isUnauthenticated } from '../photo/save-photo.ts';
import type { usePhotoChoice } from '../photo/use-photo-choice.ts';
import { useSavePhoto } from '../photo/use-save-photo.ts';
import { texts } from '../texts.ts';
import { useOwnProfileChanged } from './own-profile.ts';

const SHOWN_MS = 2000;

interface SaveProfileEnds {
  readonly onUnauthenticated: () => void;
  readonly onDone: () => void;
}

/** Saves what was changed of a profile; success is shown for two seconds before it is done (specification §4). */
export function useSaveProfile(profile: OwnProfile, { onUnauthenticated, onDone }: SaveProfileEnds) {
  const [state, setState] = useState<'idle' | 'saving' | 'saved'>('idle');
  const [error, setError] = useState<string>();
  const photoSaving = useSavePhoto(profile.id);
  const changed = useOwnProfileChanged();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the two seconds begin once.
  useEffect(() => {
    if (state !== 'saved') return;
    const timer = setTimeout(onDone, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);

  async function save(text: { username: string; bio: string }, photo: ReturnType<typeof usePhotoChoice>) {
    if (state !== 'idle') return;
    setState('saving');
    setError(undefined);
    let describe = (message: string) => message;
    try {
      if (photo.choice.kind !== 'present') {
        await photoSaving.save(photo.choice.kind === 'chosen' ? photo.choice.picture : undefined);
        // It is saved, whatever becomes of the rest.
        photo.reset();
      }
      describe = texts.saveFailed;
      changed((await api.account.updateProfile({ userId: profile.id, ...text })).profile);
      setState('saved');
    } catch (failure) {
      setState('idle');
      if (isUnauthenticated(failure)) {
        // The login that follows asks for what is missing.
        console.error(texts.notAuthenticated);
        return onUnauthenticated();
      }
      console.error(failure);
      setError(describe(failure instanceof Error ? failure.message : texts.unknownFailure));
    }
  }

  return { state, error, percent: photoSaving.percent, save };
}
