/*
 * Uploads a large file in parts.
 *
 * Pausing, losing the connection, and reloading the page are the same case here: the upload stops, and later resumes
 * after it has listed the parts that S3 stores.
 *
 * Why this module doesn't use @uppy/aws-s3: that package and its core are 25 KB gzipped, and this module is 4 KB. Uppy
 * resumes after a reload only with a third package, which copies the whole file (up to 1000 MB) into IndexedDB. Uppy
 * would also duplicate our UI state.
 */
import { ApiError } from '../../../../platform/api/api-error.ts';
import type { Api } from '../../../../platform/api/client.ts';
import { type putFile, StorageError } from '../../../../platform/pictures/put-file.ts';
import { detectMediaType } from '../check-file.ts';
import { checksumsOf, type FileChecksums } from '../file-checksums.ts';
import type { SavedUpload, Upload } from '../upload-file.ts';
import { type Part, planParts, selectArrived, sumBytes } from './part-plan.ts';
import { type RetryContext, retryWhileTransient } from './retry-while-transient.ts';
import { sendParts } from './send-parts.ts';
import { getPreparedName, type UnfinishedUpload, type UnfinishedUploadStore } from './unfinished-upload-store.ts';

type MultipartApi = Pick<
  Api['files'],
  'startMultipart' | 'signParts' | 'listParts' | 'completeMultipart' | 'saveMetadata'
>;

/** The dependencies of an upload in parts, replaceable in tests. */
export interface MultipartDependencies extends RetryContext {
  readonly api: MultipartApi;
  readonly put: typeof putFile;
  readonly unfinishedUploads: UnfinishedUploadStore;
  /** Monotonic clock in milliseconds. */
  readonly now: () => number;
  /** Receives the number of sent bytes, and the size of the file in bytes. */
  readonly onProgress: (sentBytes: number, totalBytes: number) => void;
}

/** Maximum number of rounds of sending and completing. If S3 reports missing parts, another round follows. */
const MAX_ROUNDS = 3;

/**
 * Uploads one file in parts. Resumes an earlier upload of the same file by the same member.
 *
 * An aborted or failed upload can be resumed later. See docs/adr/0010-uploads-in-parts.md.
 */
export async function uploadInParts(upload: Upload, deps: MultipartDependencies): Promise<SavedUpload> {
  const { unfinishedUploads } = deps;
  const earlierUpload = unfinishedUploads.find(upload.userId, upload.file);

  if (earlierUpload) {
    const unfinishedUpload = { ...earlierUpload, ...detailsOf(upload) };
    unfinishedUploads.save(unfinishedUpload);

    try {
      return await finishUpload(unfinishedUpload, upload, deps);
    } catch (error) {
      if (!isUploadGone(error)) throw error;

      // The earlier upload expired after a day, or was discarded in another tab.
      unfinishedUploads.remove(unfinishedUpload);
    }
  }

  return finishUpload(await startUpload(upload, deps), upload, deps);
}

/** Returns the details that the member can still edit, as this browser stores them. */
function detailsOf({ fileName, description, altText, depth }: Upload) {
  return { wantedName: fileName, description, altText, depth };
}

/** Starts an upload in S3, and stores it in this browser. */
async function startUpload(upload: Upload, deps: MultipartDependencies): Promise<UnfinishedUpload> {
  const { userId, file, fileName, keepsCameraData = false } = upload;
  const { api, unfinishedUploads, signal } = deps;

  const request = { userId, fileName, fileType: detectMediaType(file), fileSize: file.size };
  const { fileId, uploadId, partSize } = await retryWhileTransient(
    // `retryWhileTransient` repeats the request, so the client doesn't. The same holds for the other requests below.
    () => api.startMultipart(request, { signal, retries: 'caller' }),
    deps,
  );

  const { name, size, lastModified, type } = file;
  const unfinishedUpload = {
    userId,
    fileId,
    uploadId,
    fileName,
    partSize,
    name,
    size,
    lastModified,
    type,
    ...detailsOf(upload),
    keepsCameraData,
    arrivedBytes: 0,
  };
  unfinishedUploads.save(unfinishedUpload);

  return unfinishedUpload;
}

/** Sends the missing parts, completes the upload, and saves the metadata of the file. */
async function finishUpload(
  unfinishedUpload: UnfinishedUpload,
  upload: Upload,
  deps: MultipartDependencies,
): Promise<SavedUpload> {
  const { api, unfinishedUploads, signal } = deps;
  const { userId, fileId } = unfinishedUpload;

  await sendAndComplete(unfinishedUpload, upload, deps);
  const { description, altText, depth } = upload;
  const details = { userId, fileId, fileName: getPreparedName(unfinishedUpload), description, altText, depth };

  try {
    const savedUpload = await retryWhileTransient(() => api.saveMetadata(details, { signal, retries: 'caller' }), deps);
    unfinishedUploads.remove(unfinishedUpload);

    return savedUpload;
  } catch (error) {
    // The server deletes bytes that it rejects, so there is nothing to resume. After 401, the bytes are still stored.
    if (error instanceof ApiError && !error.isOutcomeUnknown && error.status !== 401) {
      unfinishedUploads.remove(unfinishedUpload);
    }
    throw error;
  }
}

/** Sends the missing parts and completes the upload. */
async function sendAndComplete(
  unfinishedUpload: UnfinishedUpload,
  upload: Upload,
  deps: MultipartDependencies,
): Promise<void> {
  const { api, signal } = deps;
  const { userId, fileId, uploadId, size: fileSize } = unfinishedUpload;
  const request = { userId, fileId, uploadId, fileSize };
  const complete = () => retryWhileTransient(() => api.completeMultipart(request, { signal, retries: 'caller' }), deps);

  for (let round = 1; ; round += 1) {
    try {
      await sendMissing(unfinishedUpload, upload, deps);
    } catch (error) {
      if (!isUploadGone(error)) throw error;

      // A completed upload no longer exists in S3. If only the response was lost, completing again succeeds.
      await complete();
      return;
    }

    try {
      await complete();
      return;
    } catch (error) {
      const arePartsMissing = error instanceof ApiError && error.code === 'PartsMissing';
      if (round === MAX_ROUNDS || !arePartsMissing) throw error;
    }
  }
}

/** Sends the parts that S3 doesn't store yet. */
async function sendMissing(
  unfinishedUpload: UnfinishedUpload,
  upload: Upload,
  deps: MultipartDependencies,
): Promise<void> {
  const { file } = upload;
  const { api, unfinishedUploads, signal, onProgress } = deps;
  const { userId, fileId, uploadId, partSize } = unfinishedUpload;

  const { parts: storedParts } = await retryWhileTransient(
    () => api.listParts({ userId, fileId, uploadId }, { signal, retries: 'caller' }),
    deps,
  );

  const plan = planParts(file.size, partSize);
  const checksums = checksumsOf(file, partSize);
  const arrivedParts = await selectIdentical(selectArrived(plan, storedParts), storedParts, checksums, signal);
  let arrivedBytes = sumBytes(arrivedParts);

  await sendParts(file, plan, arrivedParts, {
    ...deps,
    sign: async (partsToSign: readonly Part[]) => {
      const parts = await addChecksums(partsToSign, checksums, signal);
      const { urls } = await api.signParts({ userId, fileId, uploadId, parts }, { signal, retries: 'caller' });
      return new Map(urls.map(({ partNumber, url, headers }) => [partNumber, { url, headers }]));
    },
    onProgress: (sentBytes) => onProgress(sentBytes, file.size),
    onArrived: ({ size }) => {
      arrivedBytes += size;
      unfinishedUploads.save({ ...unfinishedUpload, ...detailsOf(upload), arrivedBytes });
    },
  });
}

/**
 * Returns the arrived parts that have the same bytes as the file. The other parts must be sent again.
 *
 * The bytes differ if a later version of the page removes other hidden details from the same file.
 */
async function selectIdentical(
  arrivedParts: readonly Part[],
  storedParts: readonly { readonly partNumber: number; readonly checksum?: string | undefined }[],
  checksums: FileChecksums,
  signal: AbortSignal,
): Promise<Part[]> {
  const storedChecksums = new Map(storedParts.map(({ partNumber, checksum }) => [partNumber, checksum]));
  const identicalParts: Part[] = [];

  for (const part of arrivedParts) {
    signal.throwIfAborted();
    const checksum = storedChecksums.get(part.partNumber);
    if (!checksum || checksum === (await checksums.computePart(part.partNumber))) identicalParts.push(part);
  }

  return identicalParts;
}

/** Adds the checksum of each part. Computes the checksums one after another to save memory. */
async function addChecksums(partsToSign: readonly Part[], checksums: FileChecksums, signal: AbortSignal) {
  const parts: { partNumber: number; size: number; checksum: string }[] = [];

  for (const { partNumber, size } of partsToSign) {
    signal.throwIfAborted();
    parts.push({ partNumber, size, checksum: await checksums.computePart(partNumber) });
  }

  return parts;
}

/** Returns whether S3 no longer has the upload. */
function isUploadGone(error: unknown): boolean {
  if (error instanceof StorageError) return error.code === 'NoSuchUpload';
  return error instanceof ApiError && error.code === 'UploadNotFound';
}
