import { isPictureType } from '../../shared/depth/file-types.ts';
import { MAX_PHOTO_BYTES } from '../../shared/depth/limits.ts';
import { ApiError } from '../platform/errors.ts';
import { EmptyFile, FileNotStored, NotAnImage, PictureTooLarge } from './errors.ts';
import { checkType, SAMPLE_BYTES } from './file-type.ts';
import { deleteObject, findObject, readFirstBytes } from './object-store.ts';

/**
 * Checks an uploaded picture before it is shown. Deletes a rejected picture.
 *
 * @param key - its storage key
 * @returns its content type
 * @throws FileNotStored if no object has this key
 * @throws EmptyFile, PictureTooLarge, NotAnImage, FileTypeMismatch if the picture is rejected
 */
export async function inspectPicture(key: string): Promise<string> {
  const object = await findObject(key);
  if (!object) throw new FileNotStored();
  try {
    if (object.size === 0) throw new EmptyFile();
    if (object.size > MAX_PHOTO_BYTES) throw new PictureTooLarge();
    const sample = await readFirstBytes(key, SAMPLE_BYTES);
    if (!sample) throw new FileNotStored();
    const type = await checkType(object.contentType, sample);
    if (!isPictureType(type)) throw new NotAnImage();
    return type;
  } catch (error) {
    if (error instanceof ApiError) await deleteObject(key);
    throw error;
  }
}
