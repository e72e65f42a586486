import type { Micrometres } from '../../shared/depth/depth.ts';
import { processRows } from '../platform/process-rows.ts';
import { findObject, type ListedObject, listObjects } from '../storage/object-store.ts';
import { parseStorageKey } from '../storage/storage-key.ts';
import { type DepthPosition, readDepthIndex } from '../table/depth-index.ts';
import { getFile, getFiles } from '../table/file.ts';
import { clearJobProgress, readJobProgress, saveJobProgress } from '../table/job-progress.ts';
import { fileKey } from '../table/keys.ts';
import { logRejection } from './log-rejection.ts';
import { deleteFileRecord, recordStoredFile } from './record-stored-file.ts';
import { deleteUnusedPictures } from './shown-pictures.ts';

const JOB = 'reconcile-uploads';
const PAGE_SIZE = 200;

/** A depth value above every file, so that the job reads all of them. */
const MAX_DEPTH: Micrometres = Number.MAX_SAFE_INTEGER;

/** The steps of a run: compare the bucket with the table, then the table with the bucket, then check pictures. */
type Progress =
  | { readonly step: 'objects' | 'avatars' | 'post pictures'; readonly token?: string | undefined }
  | { readonly step: 'items'; readonly from: DepthPosition };

/** The result of one run. */
interface Reconciliation {
  readonly recorded: number;
  readonly removed: number;
  /** Objects and records that couldn't be processed. The log names them. */
  readonly failed: number;
  readonly finished: boolean;
}

/**
 * Repairs the state after lost events and interrupted deletions.
 *
 * - Objects without a record are recorded, or deleted if their file was deleted. Replaced bytes are recorded again.
 * - Records without an object are deleted with their metres.
 * - Pictures that no profile or post shows are deleted.
 *
 * Works in pages. The next run continues where this one ran out of time.
 *
 * @param timeLeft - returns whether there is time for another page
 * @throws the first transient error; the next run processes the same page again
 */
export async function reconcileUploads(timeLeft: () => boolean): Promise<Reconciliation> {
  let progress: Progress | undefined = (await readJobProgress<Progress>(JOB)) ?? { step: 'objects' };
  let [recorded, removed, failed] = [0, 0, 0];
  while (progress && timeLeft()) {
    const page: Page = await processPage(progress);
    recorded += page.recorded ?? 0;
    removed += page.removed ?? 0;
    failed += page.failed;
    progress = page.next;
    if (progress) await saveJobProgress(JOB, progress);
  }
  if (!progress) await clearJobProgress(JOB);
  return { recorded, removed, failed, finished: !progress };
}

interface PageCounts {
  readonly recorded?: number;
  readonly removed?: number;
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
    const files = await getFiles(page.rows);
    const counts = await deleteOrphanRecords([...files.values()].map(({ key }) => key));
    return { ...counts, next: page.next ? { step: 'items', from: page.next } : { step: 'avatars' } };
  }
  const { step, token } = progress;
  const page = await listObjects(PURPOSE[step], { count: PAGE_SIZE, token });
  const next: Progress | undefined = page.next ? { step, token: page.next } : AFTER[step];
  if (step === 'objects') return { ...(await recordMissing(page.objects)), next };
  return {
    ...(await deleteUnusedPictures(
      PURPOSE[step],
      page.objects.map(({ key }) => key),
    )),
    next,
  };
}

const PURPOSE = { objects: 'file', avatars: 'avatar', 'post pictures': 'post' } as const;

const AFTER = {
  objects: { step: 'items', from: { progress: [] } },
  avatars: { step: 'post pictures' },
  'post pictures': undefined,
} as const;

/** How rows are logged. File names are members' texts, so the log omits them. */
const LOG = {
  job: JOB,
  describe: (key: string) => ({ owner: parseStorageKey(key)?.userId, ulid: parseStorageKey(key)?.ulid }),
};

/** Records objects without a record, and objects whose bytes were replaced since they were recorded. */
async function recordMissing(objects: readonly ListedObject[]): Promise<PageCounts> {
  const items = await getFiles(objects.map(({ key }) => fileKey(key)));
  let recorded = 0;
  const record = async (key: string) => {
    if (await logRejection(recordStoredFile(key))) recorded++;
  };
  const missing = objects.filter(({ key, etag }) => items.get(fileKey(key).pk)?.etag !== etag);
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
