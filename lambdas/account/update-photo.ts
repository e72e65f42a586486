import type { account } from '../../shared/contract/account.ts';
import type { Input, Response } from '../../shared/contract/endpoint.ts';
import { ensureProfile } from '../members/ensure-profile.ts';
import { InvalidInput, NotYou } from '../platform/errors.ts';
import type { Caller } from '../platform/identity.ts';
import { inspectPicture } from '../storage/inspect-picture.ts';
import { deleteObject } from '../storage/object-store.ts';
import { keyOfPublicUrl, parseStorageKey } from '../storage/storage-key.ts';
import { editProfile } from '../table/profile.ts';
import { presentOwnProfile } from './own-profile.ts';

/**
 * Takes an uploaded picture into use as the caller's profile picture, or none; the one before is deleted.
 *
 * @param photoUrl - the public address that the upload was given; empty for no picture
 * @throws InvalidInput when it is no such address
 * @throws NotYou when somebody else uploaded it
 * @throws FileNotStored and the other refusals of {@link inspectPicture}
 */
export async function updatePhoto(
  caller: Caller,
  { photoUrl }: Input<typeof account.updatePhoto>,
): Promise<Response<typeof account.updatePhoto>> {
  if (photoUrl !== '') await inspectPicture(ownAvatar(caller, photoUrl));
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
