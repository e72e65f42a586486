import { ulid } from 'ulid';
import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { files } from '../../shared/contract/files.ts';
import { MINUTE_MS } from '../../shared/rules/durations.ts';
import { isPictureType } from '../../shared/rules/file-types.ts';
import { MAX_PICTURE_BYTES, MULTIPART_THRESHOLD_BYTES } from '../../shared/rules/limits.ts';
import { ensureProfile } from '../members/ensure-profile.ts';
import { InvalidInput } from '../platform/errors.ts';
import type { Caller } from '../platform/identity.ts';
import { NotAnImage, PictureTooLarge } from '../storage/errors.ts';
import { checkFileSize } from '../storage/file-size.ts';
import { signUpload } from '../storage/presigned-urls.ts';
import { ulidTime } from '../storage/signing-time.ts';
import { fileStorageKey, formatStorageKey, publicUrlFor, type StoragePurpose } from '../storage/storage-key.ts';
import { buildUploadReservation } from '../table/upload-reservation.ts';
import { countUpload } from './count-upload.ts';
import { findOwnUpload } from './own-upload.ts';

/** The storage purpose of each kind of upload. Profile pictures stay private until they are accepted. */
const PURPOSE_BY_KIND = { file: 'file', avatar: 'photo', post: 'post', poster: 'poster' } as const satisfies Record<
  string,
  StoragePurpose
>;

/** Maximum difference between the clocks of two function instances, in milliseconds. */
const MAX_CLOCK_SKEW_MS = MINUTE_MS;

/**
 * Signs the upload of one file under a new storage key.
 *
 * The ID of a file is a ULID. The IDs of pictures are their storage keys (docs/adr/0060-file-ids.md).
 *
 * Creates a missing profile, so that the file can be credited when it arrives.
 *
 * @throws EmptyFile, FileTooLarge if the announced size is not allowed
 * @throws InvalidInput if the file is so large that it must be uploaded in parts
 * @throws LimitReached if the caller has uploaded too much today, or stores too much
 * @throws NotAnImage, PictureTooLarge if the upload is for a picture, and its type or size is not allowed for pictures
 * @throws InvalidInput if the upload is a poster without a valid file ID
 * @throws NotYou if the upload is a poster of another member's file
 */
export async function prepareUpload(
  caller: Caller,
  {
    fileName,
    fileType,
    fileSize,
    checksum,
    isProfilePhoto,
    purpose: kind = isProfilePhoto ? 'avatar' : 'file',
    posterOf,
  }: Input<typeof files.upload>,
): Promise<Response<typeof files.upload>> {
  checkFileSize(fileSize);
  const uploadUlid = kind === 'poster' ? parseOwnFileUlid(caller, posterOf) : ulid();

  if (kind !== 'file') {
    if (!isPictureType(fileType)) throw new NotAnImage();
    if (fileSize > MAX_PICTURE_BYTES) throw new PictureTooLarge();
  }

  if (fileSize > MULTIPART_THRESHOLD_BYTES) {
    // Equal bytes must be stored the same way, so that S3 gives them equal checksums.
    throw new InvalidInput('file-needs-parts');
  }

  // The reservation shows that no post has the picture yet. Creating the post deletes the reservation.
  const reservations = kind === 'post' ? [buildUploadReservation(caller.userId, uploadUlid, fileSize)] : [];
  const countsAsStored = kind === 'file' || kind === 'post';
  await countUpload(await ensureProfile(caller), { bytes: fileSize, countsAsStored }, reservations);

  const object = { contentType: fileType, size: fileSize, checksum };
  if (kind === 'file') {
    const signedPut = await signUpload(fileStorageKey(caller.userId, uploadUlid), { ...object, fileName });
    return { ...signedPut, fileId: uploadUlid, publicUrl: null };
  }

  // Everyone who sees a picture can read its key, so the key doesn't contain the file's name.
  const address = { purpose: PURPOSE_BY_KIND[kind], userId: caller.userId, ulid: uploadUlid, fileName: ulid() };
  const key = formatStorageKey(address);
  const publicUrl = kind === 'avatar' ? publicUrlFor(key) : null;
  return { ...(await signUpload(key, object)), fileId: key, publicUrl };
}

/**
 * Returns the ULID of one of the caller's own files, which its poster shares. The file may not be stored yet.
 *
 * Rejects a ULID that lies in the future: this server created no such file, so the poster would never get a file.
 */
function parseOwnFileUlid(caller: Caller, fileId: string | undefined): string {
  const file = findOwnUpload(caller, fileId ?? '');
  if (!file || ulidTime(file.ulid) > Date.now() + MAX_CLOCK_SKEW_MS) {
    throw new InvalidInput({ reason: 'field', path: ['posterOf'], rule: 'format', format: 'file-id' });
  }

  return file.ulid;
}
