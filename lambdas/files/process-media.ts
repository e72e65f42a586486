import { readCleaned } from '../../shared/media/cleaning-plan.ts';
import { planCleaning } from '../../shared/media/plan-cleaning.ts';
import { openForJob } from '../access/open-sealed.ts';
import { nameForRepair } from '../platform/log-fields.ts';
import { logger } from '../platform/logger.ts';
import { isTransient } from '../platform/transient-errors.ts';
import { deleteRenditions, findFileOf, listPosters, storeRendition } from '../storage/derived-objects.ts';
import { ObjectReplaced, objectSource } from '../storage/object-source.ts';
import { deleteObject, deleteObjects, findObject, type StoredObject } from '../storage/object-store.ts';
import { replaceObject } from '../storage/replace-object.ts';
import { parseStorageKey } from '../storage/storage-key.ts';
import { getFile, type StoredFile } from '../table/file.ts';
import { cancelAttempt, endAttempt, setInspected, setMedia, startAttempt } from '../table/file-media.ts';
import { type CreatedMedia, createMedia, takesPosters } from './create-media.ts';
import { needsInspection, needsProcessing } from './record-and-process.ts';

/** Why this job opens items without a viewer. */
const REASON = 'cleans and renders files';

/** How often a file is cleaned or decoded at most, if no attempt ends: because the function crashes or times out. */
const MAX_ATTEMPTS = 3;

/** How often a file's bytes are replaced at most, so that a cleaner that always finds something can't do it forever. */
const MAX_CLEANINGS = 3;

/** How long a file is reserved for one attempt, in milliseconds: longer than the function's timeout. */
const ATTEMPT_MS = 330_000;

/** What one call has done. */
type Outcome = 'nothing to do' | 'in progress elsewhere' | 'cleaned' | 'processed';

/**
 * Processes a stored file: removes hidden metadata, lets members open it, and creates what pages show of it.
 *
 * Idempotent, and safe against duplicate, late, and concurrent events. Each step compares entity tags, so the result of
 * one version of the bytes never describes another. See docs/adr/0043-processing-media.md.
 *
 * @param key - the storage key of a file, or of a poster
 */
export async function processMedia(key: string): Promise<Outcome> {
  const address = parseStorageKey(key);
  if (address?.purpose === 'file') return processFile(key);
  if (address?.purpose !== 'poster') return 'nothing to do';

  const fileKey = await findFileOf(address);
  const file = fileKey && (await openForJob(REASON, getFile(fileKey)));
  // A poster that arrives before its file waits for it.
  if (!file) return 'nothing to do';
  if (takesPosters(file)) return processFile(fileKey);

  // A poster for a file that takes none, or has one.
  await deleteObject(key, 'used');
  return 'nothing to do';
}

async function processFile(key: string): Promise<Outcome> {
  let outcome: Outcome = 'nothing to do';

  try {
    // Until nothing is left: a poster that arrives meanwhile finds the file reserved, so this call processes it.
    for (;;) {
      const step = await takeStep(key);
      if (step !== 'processed') return step === 'nothing to do' ? outcome : step;
      outcome = step;
    }
  } catch (error) {
    // The bucket or the record has changed. Another event follows.
    if (error instanceof ObjectReplaced) return outcome;
    throw error;
  }
}

/** Takes the next step of a file's processing. */
async function takeStep(key: string): Promise<Outcome> {
  const currentFile = await openForJob(REASON, getFile(key));
  const object = currentFile && (await findObject(key));
  // If one is missing or has changed, its own event follows.
  if (!currentFile || object?.etag !== currentFile.etag) return 'nothing to do';
  if (!needsProcessing(currentFile) && (await postersOf(currentFile)).length === 0) return 'nothing to do';

  const now = Date.now();
  const file = await startAttempt(currentFile, now, now + ATTEMPT_MS);
  if (!file) return 'in progress elsewhere';
  // Listed again: another call may have used the poster since, and its renditions must stay.
  const posters = await postersOf(file);
  if (!needsProcessing(file) && posters.length === 0) {
    await cancelAttempt(file);
    return 'nothing to do';
  }

  return makeAttempt(file, object, posters);
}

async function postersOf(file: StoredFile): Promise<readonly string[]> {
  return takesPosters(file) ? listPosters(parseStorageKey(file.key)!) : [];
}

/** Cleans or describes a file that is reserved for this call. */
async function makeAttempt(file: StoredFile, object: StoredObject, posters: readonly string[]): Promise<Outcome> {
  const attempts = file.mediaAttempts ?? 0;
  const exhausted = attempts > MAX_ATTEMPTS;
  const { userId: owner, ulid } = parseStorageKey(file.key)!;
  if (exhausted) logger.error('Media not processed', { ...nameForRepair({ owner, ulid }), attempts });

  try {
    if (needsInspection(file)) return await clean(file, object, exhausted);
    await describe(file, exhausted ? undefined : await createMedia(file, object, posters));
    if (posters.length > 0) await deleteObjects(posters, 'used');
    return 'processed';
  } catch (error) {
    await endAttempt(file, { counts: !isTransient(error) && !(error instanceof ObjectReplaced) });
    throw error;
  }
}

/** Removes hidden metadata from a file, or lets members open it if there is none. */
async function clean(file: StoredFile, object: StoredObject, exhausted: boolean): Promise<Outcome> {
  const source = objectSource(object);
  const plan = exhausted ? undefined : await planCleaning(source, file.contentType, { keepCameraData: true });
  const dirty = plan !== undefined && plan.removed.size > 0;
  if (dirty && file.revision < MAX_CLEANINGS) {
    // Replacing can't fail because of the content, so it doesn't count.
    await endAttempt(file, { counts: false });
    if (!(await replaceObject(object, { size: plan.size, chunks: readCleaned(source, plan) })))
      throw new ObjectReplaced();
    return 'cleaned';
  }

  if (dirty) logger.error('Media not clean', { ...nameForRepair({ owner: file.userId }), revision: file.revision });
  await setInspected(file);

  return 'processed';
}

/**
 * Stores what pages show of a file, with its renditions.
 *
 * @param created - undefined to keep what is stored, because the file can't be decoded
 */
async function describe(file: StoredFile, created: CreatedMedia | undefined): Promise<void> {
  const address = parseStorageKey(file.key)!;
  const { media, renditions } = created ?? { media: { renditions: [], ...file.media }, renditions: [] };
  for (const { width, bytes } of renditions) await storeRendition(address, width, bytes);
  if (await setMedia(file, media)) return;
  // The file was deleted, or its bytes were replaced, since it was read.
  await deleteRenditions(address, 'replaced');
  const current = await openForJob(REASON, getFile(file.key));
  // Another call may have described the new bytes, with the renditions that are now deleted.
  if (current) await setMedia(current, undefined);
}
