import { useEffect, useRef, useState } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import { api } from '../../../platform/api/api.ts';
import { putFile } from '../../../platform/pictures/put-file.ts';
import { useUpdateOwnProfile } from '../profile/own-profile.ts';
import { savePhoto } from './save-photo.ts';

/** Saves or removes the profile photo, and updates all caches. Unmounting aborts the upload. */
export function useSavePhoto(userId: string) {
  const [percent, setPercent] = useState(0);
  const updateOwnProfile = useUpdateOwnProfile();
  const abort = useRef<AbortController>(undefined);

  useEffect(() => () => abort.current?.abort(), []);

  async function save(picture: File | undefined): Promise<OwnProfile> {
    abort.current?.abort();
    abort.current = new AbortController();
    setPercent(0);
    const { signal } = abort.current;
    const profile = await savePhoto(picture, userId, { api, put: putFile, onProgress: setPercent, signal });
    updateOwnProfile(profile);
    return profile;
  }

  return { percent, save };
}
