import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const compress = promisify(deflate);

/** Red, green and blue, 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** A picture in memory, three bytes a pixel. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8ClampedArray;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.pixels = new Uint8ClampedArray(width * height * 3);
  }

  /** Lays a colour over one pixel; a share of 1 covers it. */
  blend(x: number, y: number, colour: Colour, share: number): void {
    const at = (y * this.width + x) * 3;
    const { pixels } = this;
    for (let channel = 0; channel < 3; channel++) {
      const below = pixels[at + channel] ?? 0;
      pixels[at + channel] = below + ((colour[channel] ?? 0) - below) * share;
    }
  }

  /** The picture as a PNG file. */
  async encode(): Promise<Buffer> {
    const stride = this.width * 3;
    const rows = Buffer.alloc(this.height * (stride + 1));
    for (let y = 0; y < this.height; y++) {
      // Each row begins with its filter: none.
      rows.set(this.pixels.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
    }
    return pngFile(this.width, this.height, await compress(rows, { level: 3 }));
  }
}

/**
 * A PNG file of true colour, eight bits a channel.
 *
 * @param data - its rows, each behind its filter byte, as zlib compresses them
 */
export function pngFile(width: number, height: number, data: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
