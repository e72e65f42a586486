import type { Micrometres } from '../../shared/depth/depth.ts';
import { Refusal } from '../platform/errors.ts';
import { logger } from '../platform/logger.ts';
import { findObject, listObjects } from '../storage/object-store.ts';
import { type DepthPosition, readDepthIndex } from '../table/depth-index.ts';
import { getFile, getFiles } from '../table/file.ts';
import { finishJob, jobProgress, saveJobProgress } from '../table/job.ts';
import { fileKey } from '../table/keys.ts';
import { recordStoredFile, withdrawFile } from './record-stored-file.ts';
import { removeUnusedPictures } from './shown-pictures.ts';

const JOB = 'reconcile-uploads';
const PAGE_SIZE = 200;

/** Deeper than anybody: from here every file is seen. */
const ABOVE_ALL: Micrometres = Number.MAX_SAFE_INTEGER;

/** First the store is compared with the table, then the table with the store; then pictures are looked through. */
type Progress =
  | { readonly step: 'objects' | 'avatars' | 'post pictures'; readonly token?: string | undefined }
  | { readonly step: 'items'; readonly from: DepthPosition };

/** What one run did. */
interface Reconciliation {
  readonly recorded: number;
  readonly removed: number;
  readonly finished: boolean;
}

/**
 * Heals what lost events and half-finished deletions leave behind: objects without an item are recorded (or deleted,
 * where their file was), items without an object are removed, with their metres, and pictures that nothing shows are
 * deleted. Works through everything in pages,
 * and goes on in the next run where its time ended.
 *
 * @param timeLeft - whether there is time for another page
 */
export async function reconcileUploads(timeLeft: () => boolean): Promise<Reconciliation> {
  let progress: Progress | undefined = (await jobProgress<Progress>(JOB)) ?? { step: 'objects' };
  let [recorded, removed] = [0, 0];
  while (progress && timeLeft()) {
    const page: Page = await work(progress);
    recorded += page.recorded ?? 0;
    removed += page.removed ?? 0;
    progress = page.next;
    if (progress) await saveJobProgress(JOB, progress);
  }
  if (!progress) await finishJob(JOB);
  return { recorded, removed, finished: !progress };
}

interface Page {
  readonly recorded?: number;
  readonly removed?: number;
  readonly next: Progress | undefined;
}

/** Works through one page of a step. */
async function work(progress: Progress): Promise<Page> {
  if (progress.step === 'items') {
    const query = { kind: 'FILE', index: 'ByText', depth: ABOVE_ALL, limit: PAGE_SIZE, filters: [] } as const;
    const page = await readDepthIndex({ ...query, from: progress.from });
    const files = await getFiles(page.rows);
    const removed = await removeOrphans([...files.values()].map(({ key }) => key));
    return { removed, next: page.next ? { step: 'items', from: page.next } : { step: 'avatars' } };
  }
  const { step, token } = progress;
  const page = await listObjects(PURPOSE[step], { count: PAGE_SIZE, token });
  const next: Progress | undefined = page.next ? { step, token: page.next } : AFTER[step];
  if (step === 'objects') return { recorded: await recordMissing(page.keys), next };
  return { removed: await removeUnusedPictures(PURPOSE[step], page.keys), next };
}

const PURPOSE = { objects: 'file', avatars: 'avatar', 'post pictures': 'post' } as const;

const AFTER = {
  objects: { step: 'items', from: { progress: [] } },
  avatars: { step: 'post pictures' },
  'post pictures': undefined,
} as const;

async function recordMissing(keys: readonly string[]): Promise<number> {
  const items = await getFiles(keys.map(fileKey));
  let recorded = 0;
  for (const key of keys.filter((candidate) => !items.has(fileKey(candidate).pk))) {
    try {
      await recordStoredFile(key);
      recorded++;
    } catch (error) {
      if (!(error instanceof Refusal) || error.status >= 500) throw error;
      logger.warn('A stored file was refused', { code: error.code });
    }
  }
  return recorded;
}

async function removeOrphans(keys: readonly string[]): Promise<number> {
  const objects = await Promise.all(keys.map(findObject));
  let removed = 0;
  for (const key of keys.filter((_, index) => !objects[index])) {
    // Read again: the index may be behind the table, and the owner may have deleted the file just now.
    const file = await getFile(key);
    if (!file) continue;
    await withdrawFile(file);
    removed++;
  }
  return removed;
}
