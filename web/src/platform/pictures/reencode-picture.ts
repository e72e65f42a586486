import { MAX_PICTURE_BYTES } from '../../../../shared/rules/limits.ts';
import { NOT_A_PICTURE } from './picture.ts';

interface PictureOptions {
  /** The maximum length of the longer side, in pixels. Smaller pictures are not enlarged. */
  readonly maxSideLength: number;
  /** Whether to crop to the square in the middle. */
  readonly cropsToSquare?: boolean;
}

/** The quality of lossy formats, 0 to 1. */
const QUALITY = 0.9;

/** Output formats by input type, in order of preference. A later format is used if the result is too large. */
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  'image/jpeg': ['image/jpeg'],
  'image/webp': ['image/webp', 'image/jpeg'],
};

/** Output formats for all other input types. PNG is lossless. */
const DEFAULT_FORMATS = ['image/png', 'image/webp', 'image/jpeg'] as const;

/** Thrown when the browser can't decode or re-encode the picture. */
class UnreadablePictureError extends Error {
  override readonly name = 'UnreadablePictureError';

  constructor() {
    super(NOT_A_PICTURE);
  }
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Returns the part of a picture to keep (`crop`), and the size to draw it in. All in pixels. */
export function cropAndScale({ width, height }: Size, { maxSideLength, cropsToSquare = false }: PictureOptions) {
  const side = Math.min(width, height);
  const crop = cropsToSquare
    ? { x: (width - side) / 2, y: (height - side) / 2, width: side, height: side }
    : { x: 0, y: 0, width, height };
  const scale = Math.min(1, maxSideLength / Math.max(crop.width, crop.height));

  // At least one pixel, because browsers can't encode an empty canvas.
  const scaleLength = (length: number) => Math.max(1, Math.round(length * scale));

  return { crop, width: scaleLength(crop.width), height: scaleLength(crop.height) };
}

/**
 * Returns the picture re-encoded: upright, scaled down, and without metadata such as location or camera.
 *
 * Animations become still pictures.
 *
 * @throws UnreadablePictureError
 */
export async function reencodePicture(file: File, options: PictureOptions): Promise<File> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => {
    throw new UnreadablePictureError();
  });

  const { crop, width, height } = cropAndScale(bitmap, options);
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (!context) throw new UnreadablePictureError();

  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, crop.x, crop.y, crop.width, crop.height, 0, 0, width, height);
  bitmap.close();

  const blob = await encode(canvas, FORMATS[file.type] ?? DEFAULT_FORMATS);
  // Replaces the original file name, which may also be private.
  return new File([blob], `picture.${blob.type.slice('image/'.length)}`, { type: blob.type });
}

/** Encodes a canvas in the first format whose result is small enough, or in the last one. */
async function encode(canvas: HTMLCanvasElement, [format, ...otherFormats]: readonly string[]): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, format, QUALITY));
  if (!blob) throw new UnreadablePictureError();

  return blob.size > MAX_PICTURE_BYTES && otherFormats.length > 0 ? encode(canvas, otherFormats) : blob;
}
