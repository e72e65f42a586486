import type { ByteSource } from '../../shared/media/byte-source.ts';
import { readWebpSize } from '../../shared/media/read-webp-size.ts';
import { toStillAvif } from './avif-sequence.ts';
import { MAX_PICTURE_PIXELS } from './decode-picture.ts';
import { isAnimated } from './is-animated.ts';
import { loadSharp } from './load-sharp.ts';
import type { MediaInfo } from './media-info.ts';
import { MAX_RENDERABLE_BYTES } from './render-picture.ts';

/** Number of first bytes that contain the header of almost every JPEG, PNG, HEIC, and AVIF. */
const HEADER_BYTES = 256 * 1024;

/**
 * Returns the size of a picture from its header, even if the picture is too large to render, and whether it is an
 * animated PNG, WebP, or AVIF.
 */
export async function readPictureSize(source: ByteSource): Promise<MediaInfo> {
  const firstBytes = await source.read(0, Math.min(source.size, HEADER_BYTES));
  const size = await findSize(source, firstBytes);
  return size ? { ...size, ...(isAnimated(firstBytes) && { animated: true }) } : {};
}

/** Returns the size in the first bytes of a picture, otherwise in the whole file; undefined if it has none. */
async function findSize(source: ByteSource, firstBytes: Uint8Array): Promise<MediaInfo | undefined> {
  const webpSize = readWebpSize(firstBytes);
  if (webpSize && webpSize.width * webpSize.height > MAX_PICTURE_PIXELS) return webpSize;

  const size = await readSize(firstBytes);
  if (size || source.size <= HEADER_BYTES || source.size > MAX_RENDERABLE_BYTES) return size;

  // sharp reads WebP and GIF only as a whole, and a JPEG may have a long profile before its size.
  return await readSize(await source.read(0, source.size));
}

/** Returns the size in a picture's header; undefined if sharp doesn't find it in these bytes. */
async function readSize(bytes: Uint8Array): Promise<MediaInfo | undefined> {
  const sharp = await loadSharp();

  try {
    const { autoOrient } = await sharp(toStillAvif(bytes), { limitInputPixels: false, pages: 1 }).metadata();
    return { width: autoOrient.width, height: autoOrient.height };
  } catch {
    return undefined;
  }
}
