import { useEffect, useRef, useState } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import { api } from '../../../platform/api/api.ts';
import { putFile } from '../../../platform/put-file.ts';
import { useOwnProfileChanged } from '../profile/own-profile.ts';
import { savePhoto } from './save-photo.ts';

/** Saves a profile photo, or that there is none, and shows it everywhere. What is under way ends with the component. */
export function useSavePhoto(userId: string) {
  const [percent, setPercent] = useState(0);
  const changed = useOwnProfileChanged();
  const stop = useRef<AbortController>(undefined);

  useEffect(() => () => stop.current?.abort(), []);

  async function save(picture: File | undefined): Promise<OwnProfile> {
    stop.current?.abort();
    stop.current = new AbortController();
    setPercent(0);
    const { signal } = stop.current;
    const profile = await savePhoto(picture, userId, { api, put: putFile, onProgress: setPercent, signal });
    changed(profile);
    return profile;
  }

  return { percent, save };
}
