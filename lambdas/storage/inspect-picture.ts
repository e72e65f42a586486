import { readCleaned } from '../../shared/media/cleaning-plan.ts';
import { countPixels } from '../../shared/media/count-pixels.ts';
import { planByRanges } from '../../shared/media/plan-by-ranges.ts';
import { isPictureType } from '../../shared/rules/file-types.ts';
import { MAX_PICTURE_BYTES, MAX_PICTURE_MEGAPIXELS } from '../../shared/rules/limits.ts';
import {
  EmptyFile,
  FileNotScanned,
  FileNotStored,
  NotAnImage,
  PictureTooLarge,
  TooManyPixels,
  UploadRejected,
} from './errors.ts';
import { checkType, SAMPLE_BYTES } from './file-type.ts';
import { readScan } from './malware-scan.ts';
import { createObjectSource, ObjectReplaced } from './object-source.ts';
import { deleteObject, findObject, readFirstBytes, type StoredObject } from './object-store.ts';
import { replaceObject } from './replace-object.ts';

/**
 * Checks an uploaded picture before it is shown, and removes hidden metadata from it. Deletes a rejected picture.
 *
 * @param key - the picture's storage key
 * @returns the stored object, with the canonical content type of its bytes
 * @throws FileNotStored if no object has this key
 * @throws FileNotScanned if its malware scan has no result yet
 * @throws EmptyFile, PictureTooLarge, TooManyPixels, NotAnImage, FileTypeMismatch, MalwareFound if the picture is
 *   rejected
 */
export async function inspectPicture(key: string): Promise<StoredObject> {
  const object = await findObject(key);
  if (!object) throw new FileNotStored();

  try {
    if (object.size === 0) throw new EmptyFile();
    if (object.size > MAX_PICTURE_BYTES) throw new PictureTooLarge();

    const sample = await readFirstBytes(key, SAMPLE_BYTES);
    if (!sample) throw new FileNotStored();
    const contentType = await checkType(object.contentType, sample);
    if (!isPictureType(contentType)) throw new NotAnImage();

    if ((await readScan(key)) === 'pending') throw new FileNotScanned();

    return { ...(await cleanPicture(object, contentType)), contentType };
  } catch (error) {
    // A concurrent call has replaced the bytes. Inspect the new bytes.
    if (error instanceof ObjectReplaced) return inspectPicture(key);
    if (error instanceof UploadRejected) await deleteObject(key, 'rejected');
    throw error;
  }
}

/**
 * Replaces a picture that has hidden metadata. Returns the object without hidden metadata.
 *
 * @throws TooManyPixels
 * @throws ObjectReplaced if the object has other bytes
 */
async function cleanPicture(object: StoredObject, contentType: string): Promise<StoredObject> {
  const source = createObjectSource(object);
  if ((await countPixels(source, contentType)) > MAX_PICTURE_MEGAPIXELS * 1e6) throw new TooManyPixels();

  const plan = await planByRanges(source, contentType, { keepCameraData: true });
  if (!plan || plan.removed.size === 0) return object;

  const newObject = await replaceObject(object, { size: plan.size, chunks: readCleaned(source, plan) });
  if (!newObject) throw new ObjectReplaced(`No version ${object.etag}.`);

  return newObject;
}
