import { PNG } from 'pngjs';

/**
 * Encodes a picture as PNG.
 *
 * @param pixels red, green and blue of each pixel, row by row.
 * @param deflateLevel 0 doesn't compress.
 */
export function encodePng(width: number, height: number, pixels: Uint8ClampedArray, deflateLevel: number): Buffer {
  const colourType = { colorType: 2, inputColorType: 2, inputHasAlpha: false } as const;
  const png = new PNG({ width, height, ...colourType });
  png.data = Buffer.from(pixels.buffer);
  return PNG.sync.write(png, { ...colourType, deflateLevel, deflateStrategy: 0, filterType: 0 });
}
