import { createGifSamples } from './gif-samples.ts';
import { createJpegSamples } from './jpeg-samples.ts';
import type { MediaSample } from './media-sample.ts';
import { createPngSamples } from './png-samples.ts';
import { createWebpSamples } from './webp-samples.ts';

/** Returns every sample that a decoder of pictures can compare. */
export async function createPictureSamples(): Promise<MediaSample[]> {
  const formats = [createJpegSamples(), createPngSamples(), createWebpSamples(), createGifSamples()];
  return (await Promise.all(formats)).flat();
}

/** A change that damages a file: a new length, or places at which bits flip. Both are fractions of the old length. */
export type Damage = { readonly cut: number } | { readonly flips: readonly (readonly [place: number, mask: number])[] };

/** Returns a damaged copy of bytes. */
export function damageBytes(bytes: Uint8Array, damage: Damage): Uint8Array<ArrayBuffer> {
  if ('cut' in damage) return bytes.slice(0, Math.floor(bytes.length * damage.cut));
  const copy = bytes.slice();
  for (const [place, mask] of damage.flips) copy[Math.floor(place * copy.length)]! ^= mask;
  return copy as Uint8Array<ArrayBuffer>;
}
