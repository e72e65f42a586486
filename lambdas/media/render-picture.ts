import { rgbaToThumbHash } from 'thumbhash';
import { PREVIEW_PIXELS, THUMBNAIL_PIXELS } from '../../shared/rules/limits.ts';
import { decodePicture, type Pixels } from './decode-picture.ts';
import { loadSharp } from './load-sharp.ts';
import { NotRenderable } from './not-renderable.ts';

/** Maximum size of a picture that is rendered, in bytes. The whole file is in memory. */
export const MAX_RENDERABLE_BYTES = 100 * 1024 * 1024;

type RenditionWidth = typeof THUMBNAIL_PIXELS | typeof PREVIEW_PIXELS;

/** Maximum bytes of a rendition: twenty thumbnails stay below 300 KB. */
export const RENDITION_BUDGETS: Readonly<Record<RenditionWidth, number>> = {
  [THUMBNAIL_PIXELS]: 15_000,
  [PREVIEW_PIXELS]: 250_000,
};

/** Qualities of WebP, best first. A rendition has the first quality that is within the budget. */
const QUALITIES = [78, 56, 28, 5];

/** A picture that exceeds its budget at every quality, such as noise, is scaled by this factor. */
const SHRINK_FACTOR = 0.7;

/** Longest edge of the picture from which a placeholder is computed, in pixels. The maximum that ThumbHash accepts. */
const PLACEHOLDER_PIXELS = 100;

/** A small copy of a picture. */
interface Rendition {
  /** Maximum length of the longest edge, in pixels. The copy of a smaller picture has the picture's size. */
  readonly width: RenditionWidth;
  /** A WebP file without metadata, in sRGB. */
  readonly bytes: Buffer<ArrayBuffer>;
}

/** The size, the placeholder, and the renditions of a picture, which pages show instead of its file. */
export interface RenderedPicture {
  /** Pixels of the picture, with its orientation applied. */
  readonly width: number;
  readonly height: number;
  /** ThumbHash, in Base64. */
  readonly placeholder: string;
  /** One rendition of each width. */
  readonly renditions: readonly Rendition[];
}

/**
 * Renders a picture: JPEG, PNG, WebP, GIF, AVIF, or HEIC. Renders only the first frame of an animation.
 *
 * @param bytes - the whole file
 * @throws NotRenderable if the file has another format, is broken, or is too large
 */
export async function renderPicture(bytes: Uint8Array): Promise<RenderedPicture> {
  if (bytes.length > MAX_RENDERABLE_BYTES) throw new NotRenderable(`${bytes.length} bytes`);

  const { width, height, pixels } = await decodePicture(bytes);

  const renditions: Rendition[] = [];
  for (const edge of [THUMBNAIL_PIXELS, PREVIEW_PIXELS] as const) {
    renditions.push({ width: edge, bytes: await encode(pixels, edge) });
  }

  return { width, height, placeholder: await createPlaceholder(pixels), renditions };
}

/** Encodes pixels at the best quality within the rendition's budget. */
async function encode(pixels: Pixels, width: RenditionWidth): Promise<Buffer<ArrayBuffer>> {
  for (let edge: number = width; ; edge = Math.floor(edge * SHRINK_FACTOR)) {
    for (const quality of QUALITIES) {
      const image = await resize(pixels, edge);
      const bytes = await image.webp({ quality, alphaQuality: quality, smartSubsample: true }).toBuffer();
      // Copies the bytes, because sharp reuses the memory of its result once nothing refers to the buffer itself.
      if (bytes.length <= RENDITION_BUDGETS[width]) return Buffer.from(bytes);
    }
  }
}

/** Returns the ThumbHash of a picture, in Base64. */
async function createPlaceholder(pixels: Pixels): Promise<string> {
  const image = await resize(pixels, PLACEHOLDER_PIXELS);
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}

/** Scales pixels so that the longest edge has at most this length. Never enlarges. */
async function resize({ data, width, height, channels }: Pixels, edge: number) {
  const sharp = await loadSharp();
  const image = sharp(data, { raw: { width, height, channels } });
  return image.resize(edge, edge, { fit: 'inside', withoutEnlargement: true });
}
