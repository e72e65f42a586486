import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import type { Api } from '../../../platform/api/client.ts';
import { type putFile, TransferLost } from '../../../platform/put-file.ts';
import { texts } from '../texts.ts';

export interface SavePhotoMeans {
  readonly api: { readonly files: Pick<Api['files'], 'upload'>; readonly account: Pick<Api['account'], 'updatePhoto'> };
  readonly put: typeof putFile;
  readonly onProgress: (percent: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Uploads a picture and takes it into use as profile photo; without one, takes the present one out of use.
 *
 * @throws what stopped it, with the sentence that the specification has for it; what ended the session as it came.
 */
export async function savePhoto(
  picture: File | undefined,
  userId: string,
  { api, put, onProgress, signal }: SavePhotoMeans,
): Promise<OwnProfile> {
  let photoUrl = '';
  if (picture) {
    const { presignedUrl, publicUrl } = await api.files
      .upload(
        { userId, fileName: picture.name, fileType: picture.type, fileSize: picture.size, isProfilePhoto: true },
        { signal },
      )
      .catch(rethrow((error) => (isStated(error) ? undefined : texts.noUploadUrl)));
    if (publicUrl === null) throw new Error(texts.noUploadUrl);
    const options = {
      contentType: picture.type,
      onProgress: (sent: number, total: number) => onProgress(total > 0 ? Math.floor((sent / total) * 100) : 0),
      signal,
    };
    await put(presignedUrl, picture, options).catch(
      rethrow((error) => (error instanceof TransferLost ? texts.uploadFailed(error.message) : undefined)),
    );
    photoUrl = publicUrl;
  }
  const { profile } = await api.account
    .updatePhoto({ userId, photoUrl }, { signal })
    .catch(rethrow(() => texts.photoNotSaved));
  return profile;
}

/** Gives an error the sentence that it has here; but one that says that the session is over, or that we gave up, stays. */
function rethrow(sentence: (error: Error) => string | undefined) {
  return (error: Error): never => {
    if (isUnauthenticated(error) || error.name === 'AbortError') throw error;
    const text = sentence(error);
    throw text === undefined ? error : new Error(text, { cause: error });
  };
}

/** Whether the API has said itself what is wrong. */
function isStated(error: Error): boolean {
  return error instanceof ApiError && error.code !== 'UnexpectedAnswer';
}

/** Whether a call failed because nobody is signed in any more. */
export function isUnauthenticated(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'Unauthenticated';
}
