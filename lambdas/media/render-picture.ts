import { rgbaToThumbHash } from 'thumbhash';
import { PREVIEW_PIXELS, THUMBNAIL_PIXELS } from '../../shared/rules/limits.ts';
import { decodePicture, type Pixels } from './decode-picture.ts';
import { loadSharp } from './load-sharp.ts';
import { NotRenderable } from './not-renderable.ts';

/** Maximum size of a picture that is rendered, in bytes. The whole file is in memory. */
export const MAX_RENDERABLE_BYTES = 100 * 1024 * 1024;

/** The longest edge of a rendition, in pixels. */
type RenditionEdge = typeof THUMBNAIL_PIXELS | typeof PREVIEW_PIXELS;

/** Maximum bytes of a rendition. The twenty thumbnails of a page of files have at most 300 KB together. */
export const RENDITION_BUDGETS: Readonly<Record<RenditionEdge, number>> = {
  [THUMBNAIL_PIXELS]: 15_000,
  [PREVIEW_PIXELS]: 250_000,
};

/** Qualities of WebP, best first. A rendition has the first quality that is within the budget. */
const WEBP_QUALITIES = [78, 56, 28, 5];

/** A picture that exceeds its budget at every quality, such as noise, is scaled by this factor. */
const SHRINK_FACTOR = 0.7;

/** Longest edge of the picture from which a placeholder is computed, in pixels. The maximum that ThumbHash accepts. */
const PLACEHOLDER_PIXELS = 100;

/** A picture in a smaller size. */
interface Rendition {
  /** Maximum of the longest edge. The rendition of a smaller picture has the picture's size. */
  readonly edge: RenditionEdge;
  /** A WebP file without metadata, in sRGB. */
  readonly bytes: Buffer<ArrayBuffer>;
}

/** What pages show instead of a picture's file: its size, its placeholder, and its renditions. */
export interface RenderedPicture {
  /** Width of the picture in pixels, with its orientation applied. */
  readonly width: number;
  /** Height of the picture in pixels, with its orientation applied. */
  readonly height: number;
  /** ThumbHash, in Base64. */
  readonly placeholder: string;
  /** One rendition of each size. */
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
    renditions.push({ edge, bytes: await encodeWithinBudget(pixels, edge) });
  }

  return { width, height, placeholder: await createPlaceholder(pixels), renditions };
}

/** Encodes pixels at the best quality within the rendition's budget. */
async function encodeWithinBudget(pixels: Pixels, maxEdge: RenditionEdge): Promise<Buffer<ArrayBuffer>> {
  // The loop ends, because a picture of a few pixels is within every budget.
  for (let edge: number = maxEdge; ; edge = Math.floor(edge * SHRINK_FACTOR)) {
    for (const quality of WEBP_QUALITIES) {
      const image = await resize(pixels, edge);
      const bytes = await image.webp({ quality, alphaQuality: quality, smartSubsample: true }).toBuffer();
      // `Buffer.from` copies the bytes, because sharp may reuse the memory of its result.
      if (bytes.length <= RENDITION_BUDGETS[maxEdge]) return Buffer.from(bytes);
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
