import type { OwnProfile } from '../../shared/contract/account.ts';
import { acceptPicture } from '../files/accept-picture.ts';
import { deleteObject } from '../files/file-store.ts';
import { keyOfPublicUrl, parseStorageKey } from '../files/storage-key.ts';
import { InvalidInput, NotYou } from '../platform/errors.ts';
import type { Caller } from '../platform/identity.ts';
import { editProfile } from '../table/profile.ts';
import { ensureProfile } from './ensure-profile.ts';
import { presentOwnProfile } from './own-profile.ts';

/**
 * Takes an uploaded picture into use as the caller's profile picture, or none; the one before is deleted.
 *
 * @param photoUrl - the public address that the upload was given; empty for no picture
 * @throws InvalidInput when it is no such address
 * @throws NotYou when somebody else uploaded it
 * @throws FileNotStored and the other refusals of {@link acceptPicture}
 */
export async function updatePhoto(caller: Caller, photoUrl: string): Promise<{ profile: OwnProfile }> {
  if (photoUrl !== '') await acceptPicture(ownAvatar(caller, photoUrl));
  const { replaced, now } = await editProfile(await ensureProfile(caller), { profilePicture: photoUrl });
  const former = keyOfPublicUrl(replaced.profilePicture);
  if (former !== undefined && replaced.profilePicture !== photoUrl) await deleteObject(former);
  return { profile: presentOwnProfile(now) };
}

function ownAvatar(caller: Caller, photoUrl: string): string {
  const key = keyOfPublicUrl(photoUrl) ?? '';
  const address = parseStorageKey(key);
  if (address?.purpose !== 'avatar') throw new InvalidInput('photoUrl: must be the address that the upload was given');
  if (address.userId !== caller.userId) throw new NotYou('You can only update your own profile picture');
  return key;
}
