import { crc32, deflateSync } from 'node:zlib';
import type { Metadata, SharpOptions } from 'sharp';
import { readWebpSize } from '../../shared/media/read-webp-size.ts';
import { PREVIEW_PIXELS } from '../../shared/rules/limits.ts';
import { toStillAvif } from './avif-sequence.ts';
import { decodeHeic } from './decode-heic.ts';
import { loadSharp } from './load-sharp.ts';
import { NotRenderable } from './not-renderable.ts';

/** Maximum size of a picture that is rendered, in pixels. */
export const MAX_PICTURE_PIXELS = 100_000_000;

/** Smaller maximums, in pixels, for decoders that need up to 36 bytes of memory per pixel. See docs/benchmarks.md. */
const MAX_PIXELS_BY_COMPRESSION: Readonly<Record<string, number>> = { av1: 40_000_000, hevc: 50_000_000 };

/** Maximum time to decode a picture, in seconds. */
const MAX_SECONDS = 60;

/** Options of every call of sharp: `pages` limits an animation to its first frame. */
const OPTIONS: SharpOptions = { limitInputPixels: MAX_PICTURE_PIXELS, failOn: 'error', sequentialRead: true, pages: 1 };

/** The marker that ends a JPEG. Some programs don't write it. */
const JPEG_END = Buffer.from([0xff, 0xd9]);

/** The message of libvips for a JPEG that ends without that marker. */
const NO_JPEG_END = /premature end of JPEG/;

/** Decoded pixels in sRGB, with the picture's orientation applied. They are never larger than the largest rendition. */
export interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 2 | 3 | 4;
}

/** A decoded picture. */
interface DecodedPicture {
  /** Width of the picture in the file, in pixels, with its orientation applied. */
  readonly width: number;
  /** Height of the picture in the file, in pixels, with its orientation applied. */
  readonly height: number;
  readonly pixels: Pixels;
}

/**
 * Decodes a picture at the size of the largest rendition: JPEG, PNG, WebP, GIF, AVIF, or HEIC. Decodes only the first
 * frame of an animation. Checks the header before it decodes any pixel.
 *
 * @param file - the whole file
 * @throws NotRenderable if the file has another format, is broken, or is too large
 */
export async function decodePicture(file: Uint8Array): Promise<DecodedPicture> {
  const bytes = toStillAvif(file);
  const webpSize = readWebpSize(bytes);
  if (webpSize) checkPixels(webpSize);

  const sharp = await loadSharp();

  try {
    const metadata = await sharp(bytes, OPTIONS).metadata();
    checkPixels(metadata);

    const { width, height } = metadata.autoOrient;
    const isHeic = metadata.compression === 'hevc';
    const decodableBytes = isHeic ? await convertHeic(bytes, metadata.icc) : bytes;

    return { width, height, pixels: await shrinkComplete(decodableBytes, metadata) };
  } catch (error) {
    if (error instanceof NotRenderable) throw error;
    throw new NotRenderable(error instanceof Error ? error.message : String(error));
  }
}

/** Throws NotRenderable if a picture has too many pixels for the decoder of its compression. */
function checkPixels({ width, height, compression }: Pick<Metadata, 'width' | 'height' | 'compression'>): void {
  const limit = MAX_PIXELS_BY_COMPRESSION[compression ?? ''] ?? MAX_PICTURE_PIXELS;
  if (width * height > limit) throw new NotRenderable(`${width} × ${height} pixels`);
}

/** Decodes a picture, or fails if pixels are missing. A JPEG may lack the marker that ends it. */
async function shrinkComplete(bytes: Uint8Array, metadata: Metadata): Promise<Pixels> {
  try {
    return await shrink(bytes, metadata);
  } catch (error) {
    if (!(error instanceof Error && NO_JPEG_END.test(error.message))) throw error;
    // With the marker, libvips only warns of missing pixels.
    return shrink(Buffer.concat([bytes, JPEG_END]), metadata, { ...OPTIONS, failOn: 'warning' });
  }
}

/** Decodes a picture at the size of the largest rendition. */
async function shrink(bytes: Uint8Array, { depth, icc }: Metadata, options = OPTIONS): Promise<Pixels> {
  const sharp = await loadSharp();
  const image = sharp(bytes, options)
    .autoOrient()
    .resize(PREVIEW_PIXELS, PREVIEW_PIXELS, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb');
  // sharp converts a picture of 16 bits from its profile to Display P3, and `toColourspace` doesn't convert it further.
  if (depth === 'ushort' && icc) image.withIccProfile('srgb', { attach: false });

  const { data, info } = await image
    .timeout({ seconds: MAX_SECONDS })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });

  return { ...info, data };
}

/** Returns a HEIC picture as a small PNG with the same colour profile. */
async function convertHeic(bytes: Uint8Array, profile: Uint8Array | undefined): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const { data, width, height } = await decodeHeic(bytes, MAX_SECONDS);
  const png = await sharp(data, { raw: { width, height, channels: 4 } })
    .resize(PREVIEW_PIXELS, PREVIEW_PIXELS, { fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 1 })
    .toBuffer();

  return profile ? addColourProfile(png, profile) : png;
}

/** The end of a PNG's header: 8 bytes of signature, and a chunk of 13 bytes plus 12 for length, type, and checksum. */
const PNG_HEADER_END = 8 + 12 + 13;

/** Adds an ICC profile to a PNG. sharp can't add one without converting the pixels to it. */
function addColourProfile(png: Buffer, profile: Uint8Array): Buffer {
  // A name that ends with a zero, and the method of compression, which is always 0.
  const chunk = Buffer.concat([Buffer.from('iCCPicc\0\0', 'latin1'), deflateSync(profile)]);
  // The length of a chunk doesn't include the 4 bytes of its type.
  const length = Buffer.alloc(4);
  length.writeUInt32BE(chunk.length - 4);

  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(chunk));

  return Buffer.concat([png.subarray(0, PNG_HEADER_END), length, chunk, checksum, png.subarray(PNG_HEADER_END)]);
}
