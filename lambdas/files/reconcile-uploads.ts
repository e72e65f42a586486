import type { Micrometres } from '../../shared/rules/depth.ts';
import { openAllForJob, openForJob } from '../access/open-sealed.ts';
import { startMediaProcessing } from '../platform/media-request.ts';
import { processRows } from '../platform/process-rows.ts';
import { findObject, type ListedObject, listObjects } from '../storage/object-store.ts';
import { parseStorageKey } from '../storage/storage-key.ts';
import { readDepthIndex } from '../table/depth-index.ts';
import type { DepthPosition } from '../table/depth-query.ts';
import { getFile, getFiles, type StoredFile } from '../table/file.ts';
import { clearJobProgress, readJobProgress, saveJobProgress } from '../table/job-progress.ts';
import { fileKey } from '../table/keys.ts';
import { findOutcome } from './log-rejection.ts';
import { planOrphansOfFiles } from './orphans-of-files.ts';
import { areAllowed, type ConfirmedLimits, type PlannedDeletion } from './planned-deletions.ts';
import { needsProcessing, recordAndProcess } from './record-and-process.ts';
import { type DiscardFile, deleteFileRecord, discardFile } from './record-stored-file.ts';
import { restoreRenditions } from './restore-renditions.ts';
import { planUnusedPictures } from './shown-pictures.ts';

/** Why this job opens items without a viewer. */
const REASON = 'compares table and bucket';

const JOB = 'reconcile-uploads';
const PAGE_SIZE = 200;

/** A depth value above every file, so that the job reads all of them. */
const MAX_DEPTH: Micrometres = Number.MAX_SAFE_INTEGER;

/** How long a new file's own event has to process it, in milliseconds: ten minutes. */
const PROCESSING_GRACE_MS = 600_000;

/**
 * How many files one run starts to process at most. Ten instances take about ten minutes for them, and Lambda drops events
 * that wait for six hours. The next run starts the others.
 */
const MAX_STARTED = 2000;

/** The steps that list objects. */
type ObjectStep = 'objects' | 'photos' | 'avatars' | 'post pictures' | 'posters' | 'renditions';

/** The steps of a run: compare the bucket with the table, then the table with the bucket, then check pictures. */
type Progress =
  | { readonly step: ObjectStep; readonly token?: string | undefined }
  | { readonly step: 'items'; readonly from: DepthPosition };

const FIRST: Progress = { step: 'objects' };

/** The result of one run. */
interface Reconciliation {
  readonly recorded: number;
  /** Deleted objects, and files that were deleted with their metres because their object is missing. */
  readonly removed: number;
  /** Files whose processing was started again. */
  readonly started: number;
  /** Objects without an explanation. They stay, and the log names them. */
  readonly unexplained: number;
  /** Objects and records that couldn't be processed. The log names them. */
  readonly failed: number;
  /** A limit was exceeded, so nothing was deleted. */
  readonly refused: boolean;
  readonly finished: boolean;
}

/** For an operator who has checked what a run refused. */
interface ConfirmedRound extends ConfirmedLimits {
  /** Starts with the first object, even if the last run didn't finish. */
  readonly newRound?: boolean | undefined;
  /** How many files this run starts to process at most. */
  readonly maxStarted?: number | undefined;
}

/**
 * Repairs the state after lost events and interrupted deletions.
 *
 * - Objects without a record are recorded, or deleted if their file was deleted. Replaced bytes are recorded again.
 * - Records without an object are deleted with their metres.
 * - Pictures that no profile or post shows are deleted, and profile pictures that were never accepted.
 * - Posters and renditions without a file are deleted.
 * - Files that aren't processed are, posters that aren't used, and files whose renditions are lost.
 *
 * Objects are deleted only with evidence (`DeletionReason`), and after the whole run is planned: a run that would delete
 * too much deletes nothing (see {@link areAllowed} and docs/adr/0053-evidence-for-deletions.md).
 *
 * Works in pages. The next run continues where this one ran out of time. After the last page, the next run starts over, so
 * it finds again what was refused.
 *
 * @param timeLeft - returns whether there is time for another page
 * @throws the first transient error; the next run processes the same page again
 */
export async function reconcileUploads(
  timeLeft: () => boolean,
  { newRound, maxStarted = MAX_STARTED, ...limits }: ConfirmedRound = {},
): Promise<Reconciliation> {
  let progress: Progress | undefined = newRound ? FIRST : ((await readJobProgress<Progress>(JOB)) ?? FIRST);
  let [recorded, started, failed, checkedFiles] = [0, 0, 0, 0];
  const deletions: PlannedDeletion[] = [];
  const unexplained: string[] = [];

  while (progress && timeLeft()) {
    const page: Page = await processPage(progress, Math.max(0, maxStarted - started));
    recorded += page.recorded ?? 0;
    started += page.started ?? 0;
    failed += page.failed;
    checkedFiles += page.checkedFiles ?? 0;
    deletions.push(...page.deletions);
    unexplained.push(...page.unexplained);
    progress = page.next;
    if (progress) await saveJobProgress(JOB, progress);
  }

  let removed = 0;
  const refused = !areAllowed({ deletions, checkedFiles, unexplained }, limits);

  if (!refused) {
    const remove = async ({ remove }: PlannedDeletion) => {
      if (await remove()) removed++;
    };
    failed += await processRows(deletions, remove, {
      ...LOG,
      describe: ({ key }) => LOG.describe(key),
      sequential: true,
    });
  }

  if (!progress) await clearJobProgress(JOB);
  return { recorded, removed, started, unexplained: unexplained.length, failed, refused, finished: !progress };
}

interface PageResult {
  readonly recorded?: number;
  readonly started?: number;
  readonly failed: number;
  readonly checkedFiles?: number;
  readonly deletions: readonly PlannedDeletion[];
  readonly unexplained: readonly string[];
}

interface Page extends PageResult {
  readonly next: Progress | undefined;
}

/**
 * Processes one page of a step.
 *
 * @param maxStarted - how many files it starts to process at most
 */
async function processPage(progress: Progress, maxStarted: number): Promise<Page> {
  if (progress.step === 'items') {
    const query = { kind: 'FILE', index: 'ByText', depth: MAX_DEPTH, limit: PAGE_SIZE, filters: [] } as const;
    const page = await readDepthIndex({ ...query, from: progress.from });
    const files = [...(await openAllForJob(REASON, getFiles(page.rows))).values()];
    const checked = await planMissing(files.map(({ key }) => key));
    const processing = await startProcessing(files, maxStarted);
    return {
      ...checked,
      ...processing,
      failed: checked.failed + processing.failed,
      next: page.next ? { step: 'items', from: page.next } : { step: 'photos' },
    };
  }

  const { step, token } = progress;
  const page = await listObjects(PURPOSE[step], { count: PAGE_SIZE, token });
  const next: Progress | undefined = page.next ? { step, token: page.next } : AFTER[step];
  if (step === 'objects') return { ...(await compareObjects(page.objects, maxStarted)), next };
  const keys = page.objects.map(({ key }) => key);
  if (step === 'posters' || step === 'renditions') return { ...(await planOrphansOfFiles(keys)), next };

  return { ...(await planUnusedPictures(PURPOSE[step], keys)), failed: 0, next };
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

/** Compares a page of files' objects with their records. Neighbours in this list are also neighbours among renditions. */
async function compareObjects(objects: readonly ListedObject[], maxStarted: number): Promise<PageResult> {
  const items = await openAllForJob(REASON, getFiles(objects.map(({ key }) => fileKey(key))));
  const recorded = await recordMissing(objects, items);
  const restored = await restoreRenditions([...items.values()], maxStarted);
  return { ...recorded, ...restored, failed: recorded.failed + restored.failed };
}

/**
 * Records objects without a record, and objects whose bytes were replaced since they were recorded. Reads the malware scan
 * of pending files again, because its event may have been lost. Plans the deletion of files that are not kept.
 */
async function recordMissing(
  objects: readonly ListedObject[],
  items: ReadonlyMap<string, StoredFile>,
): Promise<PageResult> {
  const deletions: PlannedDeletion[] = [];
  const unexplained: string[] = [];
  let recorded = 0;

  const planDiscard: DiscardFile = async (key, reason) => {
    const remove = async () => {
      await discardFile(key, reason);
      return true;
    };
    deletions.push({ key, reason, remove });
  };

  const record = async (key: string) => {
    const outcome = await findOutcome(recordAndProcess(key, planDiscard));
    if (outcome === 'recorded') recorded++;
    if (outcome === 'record lost') unexplained.push(key);
  };

  const missing = objects.filter(({ key, etag }) => {
    const item = items.get(fileKey(key).pk);
    return item?.etag !== etag || item.scan === 'pending';
  });
  const keys = missing.map(({ key }) => key);
  const failed = await processRows(keys, record, { ...LOG, sequential: true });
  return { recorded, deletions, unexplained, failed };
}

/** Plans the deletion of files whose object is missing. */
async function planMissing(keys: readonly string[]): Promise<PageResult> {
  const deletions: PlannedDeletion[] = [];
  const check = async (key: string) => {
    if (await findObject(key)) return;
    const remove = async () => {
      // Read again: the index may lag behind the table, and the owner may have deleted the file in the meantime.
      const [file, object] = [await openForJob(REASON, getFile(key)), await findObject(key)];
      if (!file || object) return false;
      await deleteFileRecord(file);
      return true;
    };
    deletions.push({ key, reason: 'object missing', remove });
  };

  const failed = await processRows(keys, check, LOG);
  return { checkedFiles: keys.length, deletions, unexplained: [], failed };
}

/** Starts the processing of files whose event was lost, whose processing failed, or that an earlier version stored. */
async function startProcessing(
  files: readonly StoredFile[],
  maxStarted: number,
): Promise<Pick<PageResult, 'started' | 'failed'>> {
  const before = new Date(Date.now() - PROCESSING_GRACE_MS).toISOString();
  const waiting = files.filter((file) => file.uploadedAt < before && needsProcessing(file));
  const keys = waiting.slice(0, maxStarted).map(({ key }) => key);
  const failed = await processRows(keys, (key) => startMediaProcessing({ key }), { ...LOG, sequential: true });
  return { started: keys.length - failed, failed };
}
