import { ulid } from 'ulid';
import type { Input, Response } from '../../shared/contract/endpoint.ts';
import type { files } from '../../shared/contract/files.ts';
import { isPictureType } from '../../shared/depth/file-types.ts';
import { MAX_PHOTO_BYTES } from '../../shared/depth/limits.ts';
import { ensureProfile } from '../members/ensure-profile.ts';
import type { Caller } from '../platform/identity.ts';
import { NotAnImage, PictureTooLarge } from '../storage/errors.ts';
import { checkSize } from '../storage/file-size.ts';
import { signUpload } from '../storage/presigned-urls.ts';
import { formatStorageKey, publicUrlFor } from '../storage/storage-key.ts';

/**
 * Signs the upload of one file under a new storage key.
 *
 * Creates a missing profile, so that the file can be credited when it arrives.
 *
 * @throws EmptyFile, FileTooLarge if the announced size is not allowed
 * @throws FileTypeNotAllowed if the upload is for a picture and the type is not an image
 */
export async function prepareUpload(
  caller: Caller,
  {
    fileName,
    fileType,
    fileSize,
    isProfilePhoto,
    purpose = isProfilePhoto ? 'avatar' : 'file',
  }: Input<typeof files.upload>,
): Promise<Response<typeof files.upload>> {
  if (fileSize !== undefined) checkSize(fileSize);
  if (purpose !== 'file') {
    if (!isPictureType(fileType)) throw new NotAnImage();
    if (fileSize !== undefined && fileSize > MAX_PHOTO_BYTES) throw new PictureTooLarge();
  }
  await ensureProfile(caller);
  const fileId = formatStorageKey({ purpose, userId: caller.userId, ulid: ulid(), fileName });
  const presignedUrl = await signUpload(fileId, fileType, fileSize);
  const publicUrl = purpose === 'avatar' ? publicUrlFor(fileId) : null;
  return { presignedUrl, fileId, publicUrl };
}
