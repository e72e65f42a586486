import type { account } from '../../shared/contract/account.ts';
import type { Input, Response } from '../../shared/contract/endpoint.ts';
import { ensureProfile } from '../members/ensure-profile.ts';
import { InvalidInput, NotYou } from '../platform/errors.ts';
import type { Caller } from '../platform/identity.ts';
import { inspectPicture } from '../storage/inspect-picture.ts';
import { deleteObject } from '../storage/object-store.ts';
import { parsePublicUrl, parseStorageKey } from '../storage/storage-key.ts';
import { editProfile } from '../table/profile.ts';
import { presentOwnProfile } from './own-profile.ts';

/**
 * Sets or removes the caller's profile picture, and deletes the previous one.
 *
 * @param photoUrl - the upload's `publicUrl`; empty to remove the picture
 * @throws InvalidInput if it is not the URL of a profile picture
 * @throws NotYou if another member uploaded it
 * @throws FileNotStored and the errors of {@link inspectPicture}
 */
export async function updatePhoto(
  caller: Caller,
  { photoUrl }: Input<typeof account.updatePhoto>,
): Promise<Response<typeof account.updatePhoto>> {
  if (photoUrl !== '') await inspectPicture(ownAvatar(caller, photoUrl));
  const { before, after } = await editProfile(await ensureProfile(caller), { profilePicture: photoUrl });
  const previousKey = parsePublicUrl(before.profilePicture);
  if (previousKey !== undefined && before.profilePicture !== photoUrl) await deleteObject(previousKey);
  return { profile: presentOwnProfile(after) };
}

function ownAvatar(caller: Caller, photoUrl: string): string {
  const key = parsePublicUrl(photoUrl) ?? '';
  const address = parseStorageKey(key);
  if (address?.purpose !== 'avatar') throw new InvalidInput('Photo URL must be the publicUrl of an upload.');
  if (address.userId !== caller.userId) throw new NotYou('You can only update your own profile picture');
  return key;
}
