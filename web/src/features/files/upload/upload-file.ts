import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import type { Api } from '../../../platform/api/client.ts';
import { ConnectionLostError, type putFile, StorageError } from '../../../platform/pictures/put-file.ts';
import { detectMediaType } from './check-file.ts';
import { checksumsOf } from './file-checksums.ts';
import { texts } from './texts.ts';

/** A file to upload, with its details. */
export interface Upload {
  /** The bytes to send, under the name of the chosen file. */
  readonly file: File;
  /** The name that the member wants, in a form that the contract accepts. See `tidyFileName`. */
  readonly fileName: string;
  /** Read when the file is saved, because the member can edit the description until then. */
  readonly description: string;
  /** Describes a picture for people who can't see it. Read when the file is saved. */
  readonly altText: string;
  /** The chosen depth in metres. The uploader's own depth by default. Read when the file is saved. */
  readonly depth?: number | undefined;
  readonly userId: string;
  /** Whether the file still has camera data. */
  readonly keepsCameraData?: boolean;
  /** A picture that stands for a video. */
  readonly poster?: Blob | undefined;
}

/** A file whose bytes are stored and whose metadata is saved, and the uploader's new depth in metres. */
export interface SavedUpload {
  readonly file: ListedFile;
  readonly depth: number;
}

export interface UploadDependencies {
  readonly api: Pick<Api['files'], 'upload' | 'saveMetadata'>;
  readonly put: typeof putFile;
  readonly onProgress: (sent: number, total: number) => void;
  readonly signal: AbortSignal;
}

/** A signed upload whose outcome is unknown: its bytes may be stored, and the file may be recorded. */
interface OpenUpload {
  readonly fileId: string;
  /** The name that the URL was signed for. The server saves the file only under this name. */
  readonly fileName: string;
  readonly presignedUrl: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The uploads whose outcome is unknown, by the file that was sent. */
const openUploads = new WeakMap<Blob, OpenUpload>();

/**
 * Makes one attempt to upload a file: requests a presigned URL, sends the bytes to it, and saves the metadata.
 *
 * Doesn't retry: `uploadWhole` repeats the whole attempt.
 *
 * If the response to the PUT is lost, the bytes may be stored. So this attempt and the next attempt first try to
 * save the metadata. If the bytes aren't stored, the next attempt sends the bytes again to the same key, so that the
 * member doesn't get two files.
 */
export async function uploadFile(upload: Upload, deps: UploadDependencies): Promise<SavedUpload> {
  const earlierUpload = openUploads.get(upload.file);
  if (earlierUpload) {
    try {
      return (await saveIfStored(earlierUpload, upload, deps)) ?? (await sendAndSave(earlierUpload, upload, deps));
    } catch (error) {
      // S3 has refused the URL, which has expired.
      if (!(error instanceof StorageError)) throw error;
    }
  }

  return sendAndSave(await signUpload(upload, deps), upload, deps);
}

/** Requests a presigned URL for the bytes of a file. */
async function signUpload(
  { file, fileName, userId }: Upload,
  { api, signal }: UploadDependencies,
): Promise<OpenUpload> {
  const checksum = await checksumsOf(file).computeWhole({ signal });
  const signedUpload = await api
    .upload(
      { userId, fileName, fileType: detectMediaType(file), fileSize: file.size, checksum },
      { signal, retries: 'caller' },
    )
    .catch(rejectWithReason);

  return { ...signedUpload, fileName };
}

/** Sends the bytes of a file, and saves its metadata. */
async function sendAndSave(openUpload: OpenUpload, upload: Upload, deps: UploadDependencies): Promise<SavedUpload> {
  const { file } = upload;
  openUploads.set(file, openUpload);

  try {
    await deps.put(openUpload.presignedUrl, file, { ...deps, headers: openUpload.headers });
  } catch (error) {
    if (error instanceof StorageError) openUploads.delete(file);
    if (!(error instanceof ConnectionLostError)) throw error;

    const savedUpload = await saveIfStored(openUpload, upload, deps).catch((saveError) => {
      // Without a connection, the next attempt tries again to save the metadata.
      throw isTransient(saveError) ? error : saveError;
    });
    if (!savedUpload) throw error;

    return savedUpload;
  }

  return save(openUpload, upload, deps);
}

/** Saves the metadata of a file. Returns undefined if its bytes are not stored. */
async function saveIfStored(
  openUpload: OpenUpload,
  upload: Upload,
  deps: UploadDependencies,
): Promise<SavedUpload | undefined> {
  try {
    return await save(openUpload, upload, deps);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'FileNotStored') return undefined;
    throw error;
  }
}

/** Saves the metadata of a file whose bytes are stored. After a transient error, the next attempt can save it. */
async function save(openUpload: OpenUpload, upload: Upload, deps: UploadDependencies): Promise<SavedUpload> {
  const { fileId, fileName } = openUpload;
  const { file, userId } = upload;

  try {
    const { description, altText, depth } = upload;
    const savedUpload = await deps.api.saveMetadata(
      { fileId, userId, fileName, description, altText, depth },
      { signal: deps.signal, retries: 'caller' },
    );
    openUploads.delete(file);

    return savedUpload;
  } catch (error) {
    // The server has deleted rejected bytes, so the next attempt needs a new URL.
    if (isRejection(error)) openUploads.delete(file);
    throw error;
  }
}

/** Returns whether the server has rejected the file. After other errors, the same upload can still be saved. */
function isRejection(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.isOutcomeUnknown) return false;
  return error.code !== 'Unauthenticated' && error.code !== 'FileNotStored';
}

function isTransient(error: unknown): boolean {
  return error instanceof ApiError && error.isTransient;
}

/** Throws the API's own error, or "Failed to get upload URL" if the response has no error message. */
function rejectWithReason(error: unknown): never {
  if (!(error instanceof ApiError) || error.code !== 'UnexpectedResponse') throw error;

  // Keeps the status and the code, because they decide whether the upload is repeated.
  throw new ApiError(error.status, error.code, texts.noUploadUrl, error);
}
