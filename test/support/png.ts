import { PNG } from 'pngjs';

/** The colour type of pixels with three bytes, without opacity ("IHDR" in the PNG specification). */
const RGB = 2;

/** zlib's default strategy, and PNG's filter "None", which leaves the bytes of the pixels as they are. */
const ENCODING = { deflateStrategy: 0, filterType: 0 } as const;

/**
 * Encodes a picture as PNG.
 *
 * @param pixels - red, green, and blue of each pixel, row by row
 * @param deflateLevel - from 0, which doesn't compress, to 9
 */
export function encodePng(width: number, height: number, pixels: Uint8ClampedArray, deflateLevel: number): Buffer {
  const colourType = { colorType: RGB, inputColorType: RGB, inputHasAlpha: false } as const;
  const png = new PNG({ width, height, ...colourType });
  png.data = Buffer.from(pixels.buffer);

  return PNG.sync.write(png, { ...colourType, ...ENCODING, deflateLevel });
}
