import { toMegabytes } from '../../../shared/depth/depth.ts';
import { MAX_PHOTO_BYTES } from '../../../shared/depth/limits.ts';

/** The file types of pictures that people may show (specification §5 "Profile photo"). */
const PICTURE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** Accepted by file choosers. */
export const PICTURE_EXTENSIONS = '.png,.jpg,.jpeg,.gif,.webp';

export const NO_PICTURE = 'Please upload an image file';

/** Why a file cannot be shown as a picture, as far as can be said without opening it, or undefined. */
export function checkPicture({ type, size }: { type: string; size: number }): string | undefined {
  if (!PICTURE_TYPES.includes(type)) return NO_PICTURE;
  return size > MAX_PHOTO_BYTES ? `Image size must be less than ${toMegabytes(MAX_PHOTO_BYTES)}MB` : undefined;
}

interface PictureOptions {
  /** Pixels of the longer side at most. A smaller picture is not enlarged. */
  readonly maxSize: number;
  /** Whether the middle square is cut out. */
  readonly square?: boolean;
}

/** The file is none that this browser can show as a picture, whatever it is called. */
class UnreadablePicture extends Error {
  override readonly name = 'UnreadablePicture';
  constructor() {
    super(NO_PICTURE);
  }
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Which part of a picture is kept, and how large it is drawn. */
export function placePicture({ width, height }: Size, { maxSize, square = false }: PictureOptions) {
  const side = Math.min(width, height);
  const part = square
    ? { x: (width - side) / 2, y: (height - side) / 2, width: side, height: side }
    : { x: 0, y: 0, width, height };
  const scale = Math.min(1, maxSize / Math.max(part.width, part.height));
  const drawn = (length: number) => Math.max(1, Math.round(length * scale));
  return { part, width: drawn(part.width), height: drawn(part.height) };
}

/**
 * Draws a picture anew, upright and no larger than wanted, so that nothing remains of where and with what it was taken.
 * What moves stands still afterwards.
 *
 * @throws UnreadablePicture
 */
export async function reencode(file: File, options: PictureOptions): Promise<File> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => {
    throw new UnreadablePicture();
  });
  const { part, width, height } = placePicture(bitmap, options);
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (!context) throw new UnreadablePicture();
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, part.x, part.y, part.width, part.height, 0, 0, width, height);
  bitmap.close();
  const blob = await encode(canvas, FORMATS[file.type] ?? WITHOUT_LOSS);
  // The name goes too: it may say as much as the rest.
  return new File([blob], `picture.${blob.type.slice('image/'.length)}`, { type: blob.type });
}

const QUALITY = 0.9;

const WITHOUT_LOSS = ['image/png', 'image/webp', 'image/jpeg'] as const;

/** What a picture is drawn as again: what it was, unless that is more than may be sent. */
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  'image/jpeg': ['image/jpeg'],
  'image/webp': ['image/webp', 'image/jpeg'],
};

/** The canvas in the first of the formats that is small enough, or in the last. */
async function encode(canvas: HTMLCanvasElement, [format, ...others]: readonly string[]): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, format, QUALITY));
  if (!blob) throw new UnreadablePicture();
  return blob.size > MAX_PHOTO_BYTES && others.length > 0 ? encode(canvas, others) : blob;
}
