import { isAllowedType } from '../../../../../shared/depth/file-types.ts';
import { MAX_UPLOAD_BYTES } from '../../../../../shared/depth/limits.ts';
import { mediaTypeOf } from '../media-type.ts';
import { texts } from '../texts.ts';

/** Why a file cannot be uploaded, or undefined (specification §5 "Uploader"). */
export function checkFile(file: { name: string; type: string; size: number }): string | undefined {
  if (file.size > MAX_UPLOAD_BYTES) return texts.tooLarge;
  if (file.size === 0) return texts.emptyFile;
  if (!isAllowedType(mediaTypeOf(file))) return texts.typeNotTaken;
  return undefined;
}
