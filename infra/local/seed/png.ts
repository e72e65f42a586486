import { PNG } from 'pngjs';

/** Red, green and blue, 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** A picture in memory, three bytes per pixel. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8ClampedArray;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.pixels = new Uint8ClampedArray(width * height * 3);
  }

  /** Blends a colour into one pixel. An opacity of 1 replaces it. */
  blend(x: number, y: number, colour: Colour, opacity: number): void {
    const at = (y * this.width + x) * 3;
    const { pixels } = this;
    for (let channel = 0; channel < 3; channel++) {
      const below = pixels[at + channel] ?? 0;
      pixels[at + channel] = below + ((colour[channel] ?? 0) - below) * opacity;
    }
  }

  encode(): Buffer {
    return encodePng(this.width, this.height, this.pixels, 3);
  }
}

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
