import { PNG } from 'pngjs';

/** The colour type of pixels with three bytes, without opacity ("IHDR" in the PNG specification). */
const RGB = 2;

/** zlib's default strategy, and PNG's filter "None", which leaves the bytes of the pixels as they are. */
const ENCODING = { deflateStrategy: 0, filterType: 0 } as const;

/** A picture, and how it is encoded. */
interface PngOptions {
  /** In pixels. */
  readonly width: number;
  /** In pixels. */
  readonly height: number;
  /** Red, green, and blue of each pixel, row by row. */
  readonly pixels: Uint8ClampedArray;
  /** From 0, which doesn't compress, to 9. */
  readonly deflateLevel: number;
}

/** Encodes a picture as PNG. */
export function encodePng({ width, height, pixels, deflateLevel }: PngOptions): Buffer {
  const colourType = { colorType: RGB, inputColorType: RGB, inputHasAlpha: false } as const;
  const png = new PNG({ width, height, ...colourType });
  png.data = Buffer.from(pixels.buffer);

  return PNG.sync.write(png, { ...colourType, ...ENCODING, deflateLevel });
}
