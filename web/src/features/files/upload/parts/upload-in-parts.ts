import { ApiError } from '../../../../platform/api/api-error.ts';
import type { Api } from '../../../../platform/api/client.ts';
import { type putFile, StoreRefusal } from '../../../../platform/put-file.ts';
import { mediaTypeOf } from '../check-file.ts';
import type { StoredUpload, Upload } from '../upload-file.ts';
import { arrivedOf, bytesOf, type Part, planParts } from './part-plan.ts';
import { type Patience, persist } from './persist.ts';
import { sendParts } from './send-parts.ts';
import type { BegunUpload, StoppedUploads } from './stopped-uploads.ts';

/*
 * Why this is our own, and not @uppy/aws-s3: that is 25 KB gzip with its core (this is 4), keeps no upload across a
 * reload without a third package, which stores the file itself in IndexedDB and so copies 1,000 MB, and has its own
 * idea of a user interface's state beside ours. What was left to it would have been the queue of parts, and that is
 * `send-parts.ts`. Pausing, losing the connection for long, reloading and coming back tomorrow are one thing here:
 * the upload stops, and goes on by asking the store what it holds.
 */

type MultipartApi = Pick<
  Api['files'],
  'startMultipart' | 'signParts' | 'listParts' | 'completeMultipart' | 'saveMetadata'
>;

export interface MultipartMeans extends Patience {
  readonly api: MultipartApi;
  readonly put: typeof putFile;
  readonly stopped: StoppedUploads;
  readonly now: () => number;
  readonly onProgress: (sent: number, total: number) => void;
}

/** How often parts that turn out to be missing are sent once more. */
const ROUNDS = 3;

/**
 * Uploads one file in parts. When the same member has begun to upload the same file before, it goes on where that
 * stopped. Whenever this stops, by its signal or by a failure, the upload can be gone on with later.
 */
export async function uploadInParts(upload: Upload, means: MultipartMeans): Promise<StoredUpload> {
  const { stopped } = means;
  const before = stopped.find(upload.userId, upload.file);
  if (before) {
    const begun = { ...before, description: upload.description };
    stopped.keep(begun);
    try {
      return await finish(begun, upload, means);
    } catch (error) {
      if (!isGone(error)) throw error;
      // A day old, or given up elsewhere.
      stopped.forget(begun);
    }
  }
  return finish(await begin(upload, means), upload, means);
}

async function begin({ userId, file, fileName, description }: Upload, means: MultipartMeans): Promise<BegunUpload> {
  const { api, stopped, signal } = means;
  const request = { userId, fileName, fileType: mediaTypeOf(file), fileSize: file.size };
  const { fileId, uploadId, partSize } = await persist(() => api.startMultipart(request, { signal }), means);
  const { name, size, lastModified, type } = file;
  const begun = { userId, fileId, uploadId, partSize, name, size, lastModified, type, description, arrivedBytes: 0 };
  stopped.keep(begun);
  return begun;
}

async function finish(begun: BegunUpload, upload: Upload, means: MultipartMeans): Promise<StoredUpload> {
  const { api, stopped, signal } = means;
  const { userId, fileId } = begun;
  await bringTogether(begun, upload.file, means);
  const details = { userId, fileId, fileName: upload.fileName, description: upload.description };
  try {
    const stored = await persist(() => api.saveMetadata(details, { signal }), means);
    stopped.forget(begun);
    return stored;
  } catch (error) {
    // Refused bytes are deleted: there is nothing to go on with.
    if (error instanceof ApiError && !error.isPassing && error.status !== 401) stopped.forget(begun);
    throw error;
  }
}

/** Sends what has not arrived, and has the store make one file of it. */
async function bringTogether(begun: BegunUpload, file: File, means: MultipartMeans): Promise<void> {
  const { userId, fileId, uploadId, size: fileSize } = begun;
  const complete = () =>
    persist(() => means.api.completeMultipart({ userId, fileId, uploadId, fileSize }, { signal: means.signal }), means);
  for (let round = 1; ; round += 1) {
    try {
      await sendMissing(begun, file, means);
    } catch (error) {
      if (!isGone(error)) throw error;
      // There is no such upload any more when it was completed, and only the answer was lost.
      await complete();
      return;
    }
    try {
      await complete();
      return;
    } catch (error) {
      if (round === ROUNDS || !(error instanceof ApiError && error.code === 'PartsMissing')) throw error;
    }
  }
}

async function sendMissing(begun: BegunUpload, file: File, means: MultipartMeans): Promise<void> {
  const { api, stopped, signal, onProgress } = means;
  const { userId, fileId, uploadId } = begun;
  const plan = planParts(file.size, begun.partSize);
  const { parts } = await persist(() => api.listParts({ userId, fileId, uploadId }, { signal }), means);
  const arrived = arrivedOf(plan, parts);
  let arrivedBytes = bytesOf(arrived);

  await sendParts(file, plan, arrived, {
    ...means,
    sign: async (wanted: readonly Part[]) => {
      const sizes = wanted.map(({ partNumber, size }) => ({ partNumber, size }));
      const { urls } = await api.signParts({ userId, fileId, uploadId, parts: sizes }, { signal });
      return new Map(urls.map(({ partNumber, url }) => [partNumber, url]));
    },
    onProgress: (sent) => onProgress(sent, file.size),
    onArrived: ({ size }) => {
      arrivedBytes += size;
      stopped.keep({ ...begun, arrivedBytes });
    },
  });
}

function isGone(error: unknown): boolean {
  if (error instanceof StoreRefusal) return error.code === 'NoSuchUpload';
  return error instanceof ApiError && error.code === 'UploadNotFound';
}
