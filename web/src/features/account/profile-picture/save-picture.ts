import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import { computeChecksum } from '../../../../../shared/upload/checksum.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import type { Api } from '../../../platform/api/client.ts';
import { isNotScanned, retryWhileScanned } from '../../../platform/api/retry-while-scanned.ts';
import { ConnectionLostError, type putFile } from '../../../platform/pictures/put-file.ts';
import { wait } from '../../../platform/time/wait.ts';
import { texts } from '../texts.ts';

export interface SavePictureDependencies {
  readonly api: { readonly files: Pick<Api['files'], 'upload'>; readonly account: Pick<Api['account'], 'updatePhoto'> };
  readonly put: typeof putFile;
  readonly onProgress: (percent: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Uploads a picture and sets it as the profile picture, or removes the profile picture if none is given.
 *
 * @throws Error with a text for the member; Unauthenticated and AbortError unchanged
 */
export async function savePicture(
  picture: File | undefined,
  userId: string,
  { api, put, onProgress, signal }: SavePictureDependencies,
): Promise<OwnProfile> {
  let photoUrl = '';
  if (picture) {
    const { name: fileName, type: fileType, size: fileSize } = picture;
    const checksum = await computeChecksum(await picture.arrayBuffer());
    const { presignedUrl, headers, publicUrl } = await api.files
      .upload({ userId, fileName, fileType, fileSize, checksum, isProfilePhoto: true }, { signal })
      .catch(rethrowAs((error) => (hasServerText(error) ? undefined : texts.noUploadUrl)));
    if (publicUrl === null) throw new Error(texts.noUploadUrl);
    const options = {
      headers,
      onProgress: (sent: number, total: number) => onProgress(total > 0 ? Math.floor((sent / total) * 100) : 0),
      signal,
    };
    await put(presignedUrl, picture, options).catch(
      rethrowAs((error) => (error instanceof ConnectionLostError ? texts.uploadFailed(error.message) : undefined)),
    );
    photoUrl = publicUrl;
  }

  const { profile } = await retryWhileScanned(
    () => api.account.updatePhoto({ userId, photoUrl }, { signal }),
    wait,
    signal,
  ).catch(rethrowAs((error) => (isScanResult(error) ? undefined : texts.pictureNotSaved)));

  return profile;
}

/** Rethrows an error with another text, except Unauthenticated and AbortError. */
function rethrowAs(textFor: (error: Error) => string | undefined) {
  return (error: Error): never => {
    if (isUnauthenticated(error) || error.name === 'AbortError') throw error;
    const text = textFor(error);
    throw text === undefined ? error : new Error(text, { cause: error });
  };
}

/** Whether the error has a text from our API, not from a gateway. */
function hasServerText(error: Error): boolean {
  return error instanceof ApiError && error.code !== 'UnexpectedResponse';
}

/** Whether the malware scan of a picture found something, or has no result. */
function isScanResult(error: Error): boolean {
  return isNotScanned(error) || (error instanceof ApiError && error.code === 'MalwareFound');
}

/** Whether a request failed because the session has ended. */
export function isUnauthenticated(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'Unauthenticated';
}
