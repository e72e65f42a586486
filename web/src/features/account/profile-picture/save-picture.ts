import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import { computeChecksum } from '../../../../../shared/upload/checksum.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import type { Api } from '../../../platform/api/client.ts';
import { isNotScanned, retryWhileScanned } from '../../../platform/api/retry-while-scanned.ts';
import { ConnectionLostError, type putFile } from '../../../platform/pictures/put-file.ts';
import { wait } from '../../../platform/time/wait.ts';
import { texts } from './texts.ts';

/** The dependencies of `savePicture`, replaced in tests. */
export interface SavePictureDependencies {
  readonly api: { readonly files: Pick<Api['files'], 'upload'>; readonly account: Pick<Api['account'], 'updatePhoto'> };
  readonly put: typeof putFile;
  /** Receives the progress of the upload in whole percent. */
  readonly onProgress: (percent: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Uploads a picture and sets it as the profile picture, or removes the profile picture if `picture` is undefined.
 *
 * @throws Error with a text for the member. Unauthenticated and AbortError pass through unchanged.
 */
export async function savePicture(
  picture: File | undefined,
  userId: string,
  dependencies: SavePictureDependencies,
): Promise<OwnProfile> {
  const { api, signal } = dependencies;
  // An empty URL removes the profile picture.
  const pictureUrl = picture ? await uploadPicture(picture, userId, dependencies) : '';

  const { profile } = await retryWhileScanned(
    () => api.account.updatePhoto({ userId, photoUrl: pictureUrl }, { signal }),
    wait,
    signal,
  ).catch(rethrowAs((error) => (isScanFailure(error) ? undefined : texts.pictureNotSaved)));

  return profile;
}

/** Uploads a picture. Returns its public URL. */
async function uploadPicture(
  picture: File,
  userId: string,
  { api, put, onProgress, signal }: SavePictureDependencies,
): Promise<string> {
  const { name: fileName, type: fileType, size: fileSize } = picture;
  const checksum = await computeChecksum(await picture.arrayBuffer());

  const { presignedUrl, headers, publicUrl } = await api.files
    .upload({ userId, fileName, fileType, fileSize, checksum, isProfilePhoto: true }, { signal })
    .catch(rethrowAs((error) => (hasServerText(error) ? undefined : texts.noUploadUrl)));
  if (publicUrl === null) throw new Error(texts.noUploadUrl);

  const options = {
    headers,
    onProgress: (sentBytes: number, totalBytes: number) =>
      onProgress(totalBytes > 0 ? Math.floor((sentBytes / totalBytes) * 100) : 0),
    signal,
  };
  // Other errors of the PUT already have a text for the member.
  await put(presignedUrl, picture, options).catch(
    rethrowAs((error) => (error instanceof ConnectionLostError ? texts.uploadFailed(error.message) : undefined)),
  );

  return publicUrl;
}

/**
 * Returns a handler that throws an Error with the text of `textFor`. If `textFor` returns undefined, or the error is
 * Unauthenticated or an AbortError, the handler throws the same error again.
 */
function rethrowAs(textFor: (error: Error) => string | undefined) {
  return (error: Error): never => {
    if (isUnauthenticated(error) || error.name === 'AbortError') throw error;

    const text = textFor(error);
    throw text === undefined ? error : new Error(text, { cause: error });
  };
}

/** Returns whether the error has a text from our API, not from a gateway. */
function hasServerText(error: Error): boolean {
  return error instanceof ApiError && error.code !== 'UnexpectedResponse';
}

/** Returns whether the malware scan of a picture found malware, or has no result yet. */
function isScanFailure(error: Error): boolean {
  return isNotScanned(error) || (error instanceof ApiError && error.code === 'MalwareFound');
}

/** Returns whether a request failed because the session has ended. */
export function isUnauthenticated(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'Unauthenticated';
}
