import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import type { Api } from '../../../platform/api/client.ts';
import { ConnectionLostError, type putFile } from '../../../platform/put-file.ts';
import { texts } from '../texts.ts';

export interface SavePhotoDependencies {
  readonly api: { readonly files: Pick<Api['files'], 'upload'>; readonly account: Pick<Api['account'], 'updatePhoto'> };
  readonly put: typeof putFile;
  readonly onProgress: (percent: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Uploads a picture and sets it as the profile photo, or removes the photo if there is no picture.
 *
 * @throws Error with a text for the member; Unauthenticated and AbortError unchanged
 */
export async function savePhoto(
  picture: File | undefined,
  userId: string,
  { api, put, onProgress, signal }: SavePhotoDependencies,
): Promise<OwnProfile> {
  let photoUrl = '';
  if (picture) {
    const { presignedUrl, publicUrl } = await api.files
      .upload(
        { userId, fileName: picture.name, fileType: picture.type, fileSize: picture.size, isProfilePhoto: true },
        { signal },
      )
      .catch(rethrowAs((error) => (hasServerText(error) ? undefined : texts.noUploadUrl)));
    if (publicUrl === null) throw new Error(texts.noUploadUrl);
    const options = {
      contentType: picture.type,
      onProgress: (sent: number, total: number) => onProgress(total > 0 ? Math.floor((sent / total) * 100) : 0),
      signal,
    };
    await put(presignedUrl, picture, options).catch(
      rethrowAs((error) => (error instanceof ConnectionLostError ? texts.uploadFailed(error.message) : undefined)),
    );
    photoUrl = publicUrl;
  }
  const { profile } = await api.account
    .updatePhoto({ userId, photoUrl }, { signal })
    .catch(rethrowAs(() => texts.photoNotSaved));
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

/** Whether a request failed because the session has ended. */
export function isUnauthenticated(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'Unauthenticated';
}
