import type { Micrometres } from '../../shared/depth/depth.ts';
import { startMediaProcessing } from '../platform/media-request.ts';
import { processRows } from '../platform/process-rows.ts';
import { findObject, type ListedObject, listObjects } from '../storage/object-store.ts';
import { parseStorageKey } from '../storage/storage-key.ts';
import { type DepthPosition, readDepthIndex } from '../table/depth-index.ts';
import { getFile, getFiles, type StoredFile } from '../table/file.ts';
import { clearJobProgress, readJobProgress, saveJobProgress } from '../table/job-progress.ts';
import { fileKey } from '../table/keys.ts';
import { logRejection } from './log-rejection.ts';
import { deleteOrphansOfFiles } from './orphans-of-files.ts';
import { needsProcessing, recordAndProcess } from './record-and-process.ts';
import { deleteFileRecord } from './record-stored-file.ts';
import { deleteUnusedPictures } from './shown-pictures.ts';

const JOB = 'reconcile-uploads';
const PAGE_SIZE = 200;

/** A depth value above every file, so that the job reads all of them. */
const MAX_DEPTH: Micrometres = Number.MAX_SAFE_INTEGER;

/** How long a new file's own event has to process it, in milliseconds: ten minutes. */
const PROCESSING_GRACE_MS = 600_000;

/** The steps that list objects. */
type ObjectStep = 'objects' | 'photos' | 'avatars' | 'post pictures' | 'posters' | 'renditions';

/** The steps of a run: compare the bucket with the table, then the table with the bucket, then check pictures. */
type Progress =
  | { readonly step: ObjectStep; readonly token?: string | undefined }
  | { readonly step: 'items'; readonly from: DepthPosition };

/** The result of one run. */
interface Reconciliation {
  readonly recorded: number;
  readonly removed: number;
  /** Files whose processing was started again. */
  readonly started: number;
  /** Objects and records that couldn't be processed. The log names them. */
  readonly failed: number;
  readonly finished: boolean;
}

/**
 * Repairs the state after lost events and interrupted deletions.
 *
 * - Objects without a record are recorded, or deleted if their file was deleted. Replaced bytes are recorded again.
 * - Records without an object are deleted with their metres.
 * - Pictures that no profile or post shows are deleted, and profile photos that were never accepted.
 * - Posters and renditions without a file are deleted.
 * - Files that aren't processed are, and posters that aren't used.
 *
 * Works in pages. The next run continues where this one ran out of time.
 *
 * @param timeLeft - returns whether there is time for another page
 * @throws the first transient error; the next run processes the same page again
 */
export async function reconcileUploads(timeLeft: () => boolean): Promise<Reconciliation> {
  let progress: Progress | undefined = (await readJobProgress<Progress>(JOB)) ?? { step: 'objects' };
  let [recorded, removed, started, failed] = [0, 0, 0, 0];
  while (progress && timeLeft()) {
    const page: Page = await processPage(progress);
    recorded += page.recorded ?? 0;
    removed += page.removed ?? 0;
    started += page.started ?? 0;
    failed += page.failed;
    progress = page.next;
    if (progress) await saveJobProgress(JOB, progress);
  }
  if (!progress) await clearJobProgress(JOB);
  return { recorded, removed, started, failed, finished: !progress };
}

interface PageCounts {
  readonly recorded?: number;
  readonly removed?: number;
  readonly started?: number;
  readonly failed: number;
}

interface Page extends PageCounts {
  readonly next: Progress | undefined;
}

/** Processes one page of a step. */
async function processPage(progress: Progress): Promise<Page> {
  if (progress.step === 'items') {
    const query = { kind: 'FILE', index: 'ByText', depth: MAX_DEPTH, limit: PAGE_SIZE, filters: [] } as const;
    const page = await readDepthIndex({ ...query, from: progress.from });
    const files = [...(await getFiles(page.rows)).values()];
    const counts = await deleteOrphanRecords(files.map(({ key }) => key));
    const processing = await startProcessing(files);
    const failed = counts.failed + processing.failed;
    return {
      ...counts,
      ...processing,
      failed,
      next: page.next ? { step: 'items', from: page.next } : { step: 'photos' },
    };
  }
  const { step, token } = progress;
  const page = await listObjects(PURPOSE[step], { count: PAGE_SIZE, token });
  const next: Progress | undefined = page.next ? { step, token: page.next } : AFTER[step];
  if (step === 'objects') return { ...(await recordMissing(page.objects)), next };
  const keys = page.objects.map(({ key }) => key);
  if (step === 'posters' || step === 'renditions') return { ...(await deleteOrphansOfFiles(keys)), next };
  return { ...(await deleteUnusedPictures(PURPOSE[step], keys)), next };
}

const PURPOSE = {
  objects: 'file',
  photos: 'photo',
  avatars: 'avatar',
  'post pictures': 'post',
  posters: 'poster',
  renditions: 'rendition',
} as const;

const AFTER = {
  objects: { step: 'items', from: {} },
  photos: { step: 'avatars' },
  avatars: { step: 'post pictures' },
  'post pictures': { step: 'posters' },
  posters: { step: 'renditions' },
  renditions: undefined,
} as const;

/** How rows are logged. File names are members' texts, so the log omits them. */
const LOG = {
  job: JOB,
  describe: (key: string) => ({ owner: parseStorageKey(key)?.userId, ulid: parseStorageKey(key)?.ulid }),
};

/**
 * Records objects without a record, and objects whose bytes were replaced since they were recorded. Reads the malware scan
 * of pending files again, because its event may have been lost.
 */
async function recordMissing(objects: readonly ListedObject[]): Promise<PageCounts> {
  const items = await getFiles(objects.map(({ key }) => fileKey(key)));
  let recorded = 0;
  const record = async (key: string) => {
    if (await logRejection(recordAndProcess(key))) recorded++;
  };
  const missing = objects.filter(({ key, etag }) => {
    const item = items.get(fileKey(key).pk);
    return item?.etag !== etag || item.scan === 'pending';
  });
  const keys = missing.map(({ key }) => key);
  const failed = await processRows(keys, record, { ...LOG, sequential: true });
  return { recorded, failed };
}

async function deleteOrphanRecords(keys: readonly string[]): Promise<PageCounts> {
  const orphans: string[] = [];
  const check = async (key: string) => {
    if (!(await findObject(key))) orphans.push(key);
  };
  let removed = 0;
  const deleteOrphan = async (key: string) => {
    // Read again: the index may lag behind the table, and the owner may have deleted the file in the meantime.
    const file = await getFile(key);
    if (!file) return;
    await deleteFileRecord(file);
    removed++;
  };
  const unchecked = await processRows(keys, check, LOG);
  const failed = unchecked + (await processRows(orphans, deleteOrphan, { ...LOG, sequential: true }));
  return { removed, failed };
}

/** Starts the processing of files whose event was lost, whose processing failed, or that an earlier version stored. */
async function startProcessing(files: readonly StoredFile[]): Promise<PageCounts> {
  const before = new Date(Date.now() - PROCESSING_GRACE_MS).toISOString();
  const waiting = files.filter((file) => file.uploadedAt < before && needsProcessing(file));
  const keys = waiting.map(({ key }) => key);
  const failed = await processRows(keys, (key) => startMediaProcessing({ key }), { ...LOG, sequential: true });
  return { started: keys.length - failed, failed };
}
