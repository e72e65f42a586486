import { ulid } from 'ulid';
import type { account } from '../../shared/contract/account.ts';
import type { Input, Response } from '../../shared/contract/endpoint.ts';
import { ensureProfile } from '../members/ensure-profile.ts';
import { InvalidInput, NotYou } from '../platform/errors.ts';
import type { Caller } from '../platform/identity.ts';
import { FileNotStored } from '../storage/errors.ts';
import { inspectPicture } from '../storage/inspect-picture.ts';
import { deleteObject, publishObject } from '../storage/object-store.ts';
import {
  formatStorageKey,
  parsePublicUrl,
  parseStorageKey,
  pictureKeyOf,
  type StorageKey,
} from '../storage/storage-key.ts';
import { editProfile, type Profile } from '../table/profile.ts';
import { presentOwnProfile } from './own-profile.ts';

type UpdatePhotoResponse = Response<typeof account.updatePhoto>;

/**
 * Sets or removes the caller's profile picture, and deletes the previous one.
 *
 * The uploaded picture is private. This function inspects the picture, copies it under a new public key, and deletes
 * the upload. A call that stops halfway leaves at most an object that the reconciling job deletes.
 *
 * @param photoUrl - the upload's `publicUrl`; empty to remove the picture
 * @throws InvalidInput if `photoUrl` is not the URL of a profile picture
 * @throws NotYou if another member uploaded it
 * @throws FileNotStored if the upload is not stored, or if `photoUrl` names an earlier picture of the profile
 * @throws the errors of {@link inspectPicture}
 */
export async function updatePhoto(
  caller: Caller,
  { photoUrl }: Input<typeof account.updatePhoto>,
): Promise<UpdatePhotoResponse> {
  const profile = await ensureProfile(caller);
  if (photoUrl === '') return setPicture(profile, '');

  const address = parseOwnPicture(caller, photoUrl);
  if (showsPicture(profile, address)) return { profile: presentOwnProfile(profile) };
  if (address.purpose !== 'photo') throw new FileNotStored();

  const uploadKey = formatStorageKey(address);
  try {
    const response = await setPicture(profile, await publishPicture(profile, address));
    await deleteObject(uploadKey, 'used');
    return response;
  } catch (error) {
    if (!(error instanceof FileNotStored)) throw error;

    // A concurrent call may have accepted this upload and deleted it.
    const currentProfile = await ensureProfile(caller);
    if (!showsPicture(currentProfile, address)) throw error;
    return { profile: presentOwnProfile(currentProfile) };
  }
}

/**
 * Inspects an uploaded picture and copies it to the public prefix. Returns the copy's key.
 *
 * Stores the copy's ULID in the profile first. The reconciling job reads this ULID to detect copies that no profile
 * uses.
 */
async function publishPicture(profile: Profile, upload: StorageKey): Promise<string> {
  const copyUlid = ulid();
  const [picture] = await Promise.all([
    inspectPicture(formatStorageKey(upload)),
    editProfile(profile, { newestPicture: copyUlid }),
  ]);

  const fileName = `${upload.ulid}.${picture.contentType.replace('image/', '')}`;
  const publicKey = formatStorageKey({ ...upload, purpose: 'avatar', ulid: copyUlid, fileName });
  if (!(await publishObject(picture, publicKey))) throw new FileNotStored();

  return publicKey;
}

/** Stores the key of the profile picture, and deletes the previous picture. */
async function setPicture(profile: Profile, key: string): Promise<UpdatePhotoResponse> {
  const { before, after } = await editProfile(profile, { profilePicture: key });
  const previousKey = pictureKeyOf(before);
  if (previousKey !== '' && previousKey !== key) await deleteObject(previousKey, 'replaced');
  return { profile: presentOwnProfile(after) };
}

/** Returns whether the profile shows this picture: the accepted copy of this upload, or the copy itself. */
function showsPicture(profile: Profile, address: StorageKey): boolean {
  const key = pictureKeyOf(profile);
  if (address.purpose === 'avatar') return key === formatStorageKey(address);
  // `publishPicture` names the copy after the upload.
  return parseStorageKey(key)?.fileName.startsWith(`${address.ulid}.`) === true;
}

/** Parses the URL of a profile picture that the caller has uploaded. */
function parseOwnPicture(caller: Caller, photoUrl: string): StorageKey {
  const address = parseStorageKey(parsePublicUrl(photoUrl) ?? '');
  if (address?.purpose !== 'photo' && address?.purpose !== 'avatar') {
    throw new InvalidInput({ reason: 'field', path: ['photoUrl'], rule: 'format', format: 'public-url' });
  }
  if (address.userId !== caller.userId) throw new NotYou('change-picture');
  return address;
}
