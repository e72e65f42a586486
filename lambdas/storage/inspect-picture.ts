import { isPictureType } from '../../shared/depth/file-types.ts';
import { MAX_PHOTO_BYTES } from '../../shared/depth/limits.ts';
import { Refusal } from '../platform/errors.ts';
import { EmptyFile, FileNotStored, NotAnImage, PictureTooLarge } from './errors.ts';
import { checkType, SAMPLE_BYTES } from './file-type.ts';
import { deleteObject, findObject, firstBytes } from './object-store.ts';

/**
 * Inspects an uploaded picture before anything shows it. Deletes a refused picture.
 *
 * @param key - its storage key
 * @returns its content type, as its bytes say
 * @throws FileNotStored when the store holds nothing under the key
 * @throws EmptyFile, PictureTooLarge, NotAnImage, FileTypeMismatch when the bytes are refused
 */
export async function inspectPicture(key: string): Promise<string> {
  const object = await findObject(key);
  if (!object) throw new FileNotStored();
  try {
    if (object.size === 0) throw new EmptyFile();
    if (object.size > MAX_PHOTO_BYTES) throw new PictureTooLarge();
    const sample = await firstBytes(key, SAMPLE_BYTES);
    if (!sample) throw new FileNotStored();
    const type = await checkType(object.contentType, sample);
    if (!isPictureType(type)) throw new NotAnImage();
    return type;
  } catch (error) {
    if (error instanceof Refusal) await deleteObject(key);
    throw error;
  }
}
