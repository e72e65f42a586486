import { useEffect, useRef, useState } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import { api } from '../../../platform/api/api.ts';
import { putFile } from '../../../platform/pictures/put-file.ts';
import { useUpdateOwnProfile } from '../profile/own-profile.ts';
import { savePicture } from './save-picture.ts';

/**
 * Returns a function that saves or removes the profile picture, and the progress of the upload in percent.
 *
 * The function updates the profile in all caches. Unmounting aborts the upload.
 */
export function useSavePicture(userId: string) {
  const [percent, setPercent] = useState(0);
  const updateOwnProfile = useUpdateOwnProfile();
  const controller = useRef<AbortController>(undefined);

  useEffect(() => () => controller.current?.abort(), []);

  async function save(picture: File | undefined): Promise<OwnProfile> {
    controller.current?.abort();
    controller.current = new AbortController();
    const { signal } = controller.current;
    setPercent(0);

    const profile = await savePicture(picture, userId, { api, put: putFile, onProgress: setPercent, signal });
    updateOwnProfile(profile);

    return profile;
  }

  return { percent, save };
}
