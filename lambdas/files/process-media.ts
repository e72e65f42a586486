import { readCleaned } from '../../shared/media/cleaning-plan.ts';
import { planCleaning } from '../../shared/media/plan-cleaning.ts';
import { openForJob } from '../access/open-sealed.ts';
import { nameForRepair } from '../platform/log-fields.ts';
import { logger } from '../platform/logger.ts';
import { isTransient } from '../platform/transient-errors.ts';
import { deleteRenditions, findFileKey, listPosters, storeRendition } from '../storage/derived-objects.ts';
import { createObjectSource, ObjectReplaced } from '../storage/object-source.ts';
import { deleteObject, deleteObjects, findObject, type StoredObject } from '../storage/object-store.ts';
import { replaceObject } from '../storage/replace-object.ts';
import { parseStorageKey } from '../storage/storage-key.ts';
import { getFile, type StoredFile } from '../table/file.ts';
import { cancelAttempt, endAttempt, setInspected, setMedia, startAttempt } from '../table/file-media.ts';
import { type CreatedMedia, createMedia, takesPosters } from './create-media.ts';
import { needsInspection, needsProcessing } from './record-and-process.ts';

/** Why this job opens items without a viewer. */
const REASON = 'cleans and renders files';

/** Maximum attempts to clean or decode a file whose attempts never end, because the function crashes or times out. */
const MAX_ATTEMPTS = 3;

/** Maximum number of times that a file's bytes are replaced, in case a cleaner finds something in its own result. */
const MAX_CLEANINGS = 3;

/** Time for which a file is reserved for one attempt, in milliseconds. Longer than the function's timeout. */
const RESERVATION_MS = 330_000;

/** The outcome of one call. */
type Outcome = 'nothing to do' | 'in progress elsewhere' | 'cleaned' | 'processed';

/**
 * Processes a stored file: removes hidden metadata, lets members open the file, and creates its renditions.
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

  const fileKey = await findFileKey(address);
  const file = fileKey && (await openForJob(REASON, getFile(fileKey)));
  // A poster that arrives before its file waits in the bucket.
  if (!file) return 'nothing to do';
  if (takesPosters(file)) return processFile(fileKey);

  // The file can be rendered without a poster.
  await deleteObject(key, 'used');
  return 'nothing to do';
}

/** Takes all steps of a file's processing. Returns the outcome of the last step that did something. */
async function processFile(key: string): Promise<Outcome> {
  let outcome: Outcome = 'nothing to do';

  try {
    // Repeats until no step is left. If a poster arrives now, its own call finds the file reserved, so this call must
    // process the poster.
    for (;;) {
      const step = await takeStep(key);
      if (step !== 'processed') return step === 'nothing to do' ? outcome : step;
      outcome = step;
    }
  } catch (error) {
    // The bucket or the record has changed. Another event starts another call.
    if (error instanceof ObjectReplaced) return outcome;
    throw error;
  }
}

/** Takes the next step of a file's processing. */
async function takeStep(key: string): Promise<Outcome> {
  const currentFile = await openForJob(REASON, getFile(key));
  const object = currentFile && (await findObject(key));
  // If the record or the object is missing or has changed, another event starts another call.
  if (!currentFile || object?.etag !== currentFile.etag) return 'nothing to do';
  if (!needsProcessing(currentFile) && (await postersOf(currentFile)).length === 0) return 'nothing to do';

  const now = Date.now();
  const file = await startAttempt(currentFile, now, now + RESERVATION_MS);
  if (!file) return 'in progress elsewhere';

  // Lists the posters again: another call may have used a poster since, and the poster's renditions must stay.
  const posters = await postersOf(file);
  if (!needsProcessing(file) && posters.length === 0) {
    await cancelAttempt(file);
    return 'nothing to do';
  }

  return makeAttempt(file, object, posters);
}

/** Returns the storage keys of a file's unused posters. */
async function postersOf(file: StoredFile): Promise<readonly string[]> {
  return takesPosters(file) ? listPosters(parseStorageKey(file.key)!) : [];
}

/** Cleans a file that is reserved for this call, or stores its media attributes and renditions. */
async function makeAttempt(file: StoredFile, object: StoredObject, posters: readonly string[]): Promise<Outcome> {
  const attempts = file.mediaAttempts ?? 0;
  const isExhausted = attempts > MAX_ATTEMPTS;
  const { userId: owner, ulid } = parseStorageKey(file.key)!;
  if (isExhausted) logger.error('Media not processed', { ...nameForRepair({ owner, ulid }), attempts });

  try {
    if (needsInspection(file)) return await inspectAndClean(file, object, { isExhausted });
    await storeMedia(file, isExhausted ? undefined : await createMedia(file, object, posters));
    if (posters.length > 0) await deleteObjects(posters, 'used');
    return 'processed';
  } catch (error) {
    await endAttempt(file, { counts: !isTransient(error) && !(error instanceof ObjectReplaced) });
    throw error;
  }
}

/**
 * Removes hidden metadata from a file, or lets members open the file if it has none.
 *
 * Also lets members open a file that still has hidden metadata after {@link MAX_CLEANINGS}, and logs an error.
 *
 * @param options.isExhausted - whether all attempts are used up, so that the file is opened without an inspection
 */
async function inspectAndClean(
  file: StoredFile,
  object: StoredObject,
  { isExhausted }: { readonly isExhausted: boolean },
): Promise<Outcome> {
  const source = createObjectSource(object);
  const plan = isExhausted ? undefined : await planCleaning(source, file.contentType, { keepCameraData: true });
  const isDirty = plan !== undefined && plan.removed.size > 0;

  if (isDirty && file.revision < MAX_CLEANINGS) {
    // Replacing can't fail because of the content, so the attempt doesn't count.
    await endAttempt(file, { counts: false });
    const wasReplaced = await replaceObject(object, { size: plan.size, chunks: readCleaned(source, plan) });
    if (!wasReplaced) throw new ObjectReplaced();
    return 'cleaned';
  }

  if (isDirty) logger.error('Media not clean', { ...nameForRepair({ owner: file.userId }), revision: file.revision });
  await setInspected(file);
  return 'processed';
}

/**
 * Stores the media attributes that pages show for a file, with its renditions.
 *
 * @param createdMedia - undefined to keep the stored attributes, because the file can't be decoded
 */
async function storeMedia(file: StoredFile, createdMedia: CreatedMedia | undefined): Promise<void> {
  const address = parseStorageKey(file.key)!;
  const storedMedia = { renditions: [], ...file.media };
  const { media, renditions } = createdMedia ?? { media: storedMedia, renditions: [] };
  for (const { edge, bytes } of renditions) await storeRendition(address, edge, bytes);
  if (await setMedia(file, media)) return;

  // The file was deleted, or its bytes were replaced, since this call read the file.
  await deleteRenditions(address, 'replaced');
  const currentFile = await openForJob(REASON, getFile(file.key));
  // Another call may have stored the attributes of the new bytes, with the renditions that are now deleted.
  if (currentFile) await setMedia(currentFile, undefined);
}
