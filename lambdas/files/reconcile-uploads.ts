import type { Micrometres } from '../../shared/rules/depth.ts';
import { MINUTE_MS } from '../../shared/rules/durations.ts';
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
import { awaitRecordingOutcome } from './log-rejection.ts';
import { planDerivedObjectDeletions } from './orphans-of-files.ts';
import { type ConfirmedLimits, mayDelete, type PlannedDeletion } from './planned-deletions.ts';
import { needsProcessing, recordAndProcess } from './record-and-process.ts';
import { type DiscardFile, deleteFileRecord, discardFile } from './record-stored-file.ts';
import { restoreRenditions } from './restore-renditions.ts';
import { planUnusedPictures } from './shown-pictures.ts';

/** Why this job opens items without a viewer. */
const REASON = 'compares table and bucket';

/** The name of the job in the log, and of its progress in the table. */
const JOB = 'reconcile-uploads';

/** Maximum number of objects or index rows that the job reads as one page. */
const PAGE_SIZE = 200;

/** A depth value above every file, so that the job reads all of them. */
const MAX_DEPTH: Micrometres = Number.MAX_SAFE_INTEGER;

/** How long a new file is left to its own upload event before this job processes it, in milliseconds. */
const PROCESSING_GRACE_MS = 10 * MINUTE_MS;

/**
 * Maximum number of files whose processing one run starts. The next run starts the others.
 *
 * Ten instances process this number in about ten minutes. Lambda drops events that wait for six hours.
 */
const MAX_STARTED = 2000;

/** The steps that list objects. */
type ObjectStep = 'objects' | 'photos' | 'avatars' | 'post pictures' | 'posters' | 'renditions';

/**
 * The position of the next page.
 *
 * The step `objects` compares the bucket with the table, `items` compares the table with the bucket, and the other
 * steps check pictures.
 */
type Progress =
  | { readonly step: ObjectStep; readonly token?: string | undefined }
  | { readonly step: 'items'; readonly from: DepthPosition };

/** The start of a round: the first page of the first step. */
const FIRST_STEP: Progress = { step: 'objects' };

/** The result of one run. */
interface Reconciliation {
  readonly recorded: number;
  /** Deleted objects, and files that were debited and deleted because their object is missing. */
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

/**
 * Options for an operator who has checked why a run refused its deletions. A round is one pass over all pages, and can
 * take several runs.
 */
interface ConfirmedRound extends ConfirmedLimits {
  /** Starts with the first object, even if the last run didn't finish. */
  readonly newRound?: boolean | undefined;
  /** Maximum number of files whose processing this run starts. */
  readonly maxStarted?: number | undefined;
}

/**
 * Repairs the state after lost events and interrupted deletions.
 *
 * - Objects without a record are recorded, or deleted if their file was deleted. Replaced bytes are recorded again.
 * - Files whose object is missing are debited, and their records are deleted.
 * - Pictures that no profile or post shows are deleted. So are profile pictures that were never accepted.
 * - Posters and renditions whose file is deleted are deleted.
 * - The processing of files is started if it was never completed, if a poster is unused, or if renditions are lost.
 *
 * Objects are deleted only with evidence (`DeletionReason`), and only after the whole run is planned. A run that would
 * delete too much deletes nothing. See {@link mayDelete} and docs/adr/0053-evidence-for-deletions.md.
 *
 * Works in pages. If this run runs out of time, the next run continues at the next page. After the last page, the next
 * run starts over, so the next run plans refused deletions again.
 *
 * @param timeLeft - returns whether there is time for another page
 * @throws the first transient error; the next run processes the same page again
 */
export async function reconcileUploads(
  timeLeft: () => boolean,
  { newRound, maxStarted = MAX_STARTED, ...limits }: ConfirmedRound = {},
): Promise<Reconciliation> {
  let progress: Progress | undefined = newRound ? FIRST_STEP : ((await readJobProgress<Progress>(JOB)) ?? FIRST_STEP);
  let recorded = 0;
  let started = 0;
  let failed = 0;
  let checkedFiles = 0;
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
  const refused = !mayDelete({ deletions, checkedFiles, unexplained }, limits);

  if (!refused) {
    const applyDeletion = async (deletion: PlannedDeletion) => {
      if (await deletion.remove()) removed++;
    };
    failed += await processRows(deletions, applyDeletion, {
      ...LOG_OPTIONS,
      describe: ({ key }) => LOG_OPTIONS.describe(key),
      sequential: true,
    });
  }

  if (!progress) await clearJobProgress(JOB);
  return { recorded, removed, started, unexplained: unexplained.length, failed, refused, finished: !progress };
}

/** What one page adds to the result of a run. A missing number counts as 0. */
interface PageResult {
  readonly recorded?: number;
  readonly started?: number;
  readonly failed: number;
  readonly checkedFiles?: number;
  readonly deletions: readonly PlannedDeletion[];
  readonly unexplained: readonly string[];
}

interface Page extends PageResult {
  /** Where the run continues; undefined after the last page of the last step. */
  readonly next: Progress | undefined;
}

/**
 * Processes one page of a step.
 *
 * @param maxStarted - maximum number of files whose processing this call starts
 */
async function processPage(progress: Progress, maxStarted: number): Promise<Page> {
  if (progress.step === 'items') return processItems(progress.from, maxStarted);

  const { step, token } = progress;
  const page = await listObjects(PURPOSE_OF_STEP[step], { count: PAGE_SIZE, token });
  const next: Progress | undefined = page.next ? { step, token: page.next } : FOLLOWING_STEP[step];
  if (step === 'objects') return { ...(await compareObjects(page.objects, maxStarted)), next };

  if (step === 'posters' || step === 'renditions') {
    return { ...(await planDerivedObjectDeletions(page.objects)), next };
  }

  return { ...(await planUnusedPictures(PURPOSE_OF_STEP[step], page.objects)), failed: 0, next };
}

/** Checks the objects of one page of files in the table, and starts the processing of unprocessed files. */
async function processItems(from: DepthPosition, maxStarted: number): Promise<Page> {
  const query = { kind: 'FILE', index: 'ByText', depth: MAX_DEPTH, limit: PAGE_SIZE, filters: [] } as const;
  const page = await readDepthIndex({ ...query, from });
  const files = [...(await openAllForJob(REASON, getFiles(page.rows))).values()];

  const plan = await planDebits(files.map(({ key }) => key));
  const processing = await startProcessing(files, maxStarted);
  return {
    ...plan,
    ...processing,
    failed: plan.failed + processing.failed,
    next: page.next ? { step: 'items', from: page.next } : { step: 'photos' },
  };
}

/** The storage purpose of the objects that each step lists. */
const PURPOSE_OF_STEP = {
  objects: 'file',
  photos: 'photo',
  avatars: 'avatar',
  'post pictures': 'post',
  posters: 'poster',
  renditions: 'rendition',
} as const;

/** The step that follows the last page of a step. */
const FOLLOWING_STEP = {
  objects: { step: 'items', from: {} },
  photos: { step: 'avatars' },
  avatars: { step: 'post pictures' },
  'post pictures': { step: 'posters' },
  posters: { step: 'renditions' },
  renditions: undefined,
} as const;

/** The name of the job, and the log fields of an object that failed: no file name, because it is a member's text. */
const LOG_OPTIONS = {
  job: JOB,
  describe: (key: string) => ({ owner: parseStorageKey(key)?.userId, ulid: parseStorageKey(key)?.ulid }),
};

/**
 * Compares a page of files' objects with their records.
 *
 * The files have neighbouring keys, and so have their renditions: one list request finds the renditions of all files.
 */
async function compareObjects(objects: readonly ListedObject[], maxStarted: number): Promise<PageResult> {
  const files = await openAllForJob(REASON, getFiles(objects.map(({ key }) => fileKey(key))));
  const recording = await recordUnrecorded(objects, files);
  const restoration = await restoreRenditions([...files.values()], maxStarted);
  return { ...recording, ...restoration, failed: recording.failed + restoration.failed };
}

/**
 * Records objects without a record, and objects whose bytes were replaced since they were recorded. Plans the deletion
 * of files that are not kept.
 *
 * Reads the malware scan of pending files again, because the event of its result may have been lost.
 *
 * @param files - the records of the objects, by partition key
 */
async function recordUnrecorded(
  objects: readonly ListedObject[],
  files: ReadonlyMap<string, StoredFile>,
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
    const outcome = await awaitRecordingOutcome(recordAndProcess(key, planDiscard));
    if (outcome === 'recorded') recorded++;
    if (outcome === 'record lost') unexplained.push(key);
  };

  const unrecordedObjects = objects.filter(({ key, etag }) => {
    const file = files.get(fileKey(key).pk);
    return file?.etag !== etag || file.scan === 'pending';
  });
  const keys = unrecordedObjects.map(({ key }) => key);

  const failed = await processRows(keys, record, { ...LOG_OPTIONS, sequential: true });
  return { recorded, deletions, unexplained, failed };
}

/** Plans the debit and the deletion of files whose object is missing. */
async function planDebits(keys: readonly string[]): Promise<PageResult> {
  const deletions: PlannedDeletion[] = [];

  const checkObject = async (key: string) => {
    if (await findObject(key)) return;

    const remove = async () => {
      // Reads both again, because the index may lag behind the table, and the owner may have deleted the file since.
      const file = await openForJob(REASON, getFile(key));
      const object = await findObject(key);
      if (!file || object) return false;

      await deleteFileRecord(file);
      return true;
    };

    deletions.push({ key, reason: 'object missing', remove });
  };

  const failed = await processRows(keys, checkObject, LOG_OPTIONS);
  return { checkedFiles: keys.length, deletions, unexplained: [], failed };
}

/** Starts the processing of files whose event was lost, whose processing failed, or that an earlier version stored. */
async function startProcessing(
  files: readonly StoredFile[],
  maxStarted: number,
): Promise<Pick<PageResult, 'started' | 'failed'>> {
  const graceStart = new Date(Date.now() - PROCESSING_GRACE_MS).toISOString();
  const waitingFiles = files.filter((file) => file.uploadedAt < graceStart && needsProcessing(file));
  const keys = waitingFiles.slice(0, maxStarted).map(({ key }) => key);

  const failed = await processRows(keys, (key) => startMediaProcessing({ key }), { ...LOG_OPTIONS, sequential: true });
  return { started: keys.length - failed, failed };
}
