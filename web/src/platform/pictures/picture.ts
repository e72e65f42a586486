import { toMegabytes } from '../../../../shared/rules/depth.ts';
import { MAX_PICTURE_BYTES } from '../../../../shared/rules/limits.ts';

/**
 * Content types accepted for profile pictures and pictures of posts. See docs/product.md#accounts and
 * docs/product.md#posts-and-comments.
 */
const PICTURE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** The `accept` attribute of file inputs. */
export const PICTURE_EXTENSIONS = '.png,.jpg,.jpeg,.gif,.webp';

/** The text for a file that is not an accepted picture. */
export const NOT_A_PICTURE = 'Please upload an image file';

/** Returns the problem with a picture's type or size, or undefined. Doesn't read the file. */
export function checkPicture({ type, size }: { type: string; size: number }): string | undefined {
  if (!PICTURE_TYPES.includes(type)) return NOT_A_PICTURE;
  return size > MAX_PICTURE_BYTES ? `Image size must be less than ${toMegabytes(MAX_PICTURE_BYTES)}MB` : undefined;
}
