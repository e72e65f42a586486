import sharp, { type Sharp } from 'sharp';

/** Size of the picture, in pixels. */
const WIDTH = 64;
const HEIGHT = 48;

/** Returns the pixels of a picture. Most pixels differ, so that a shift by one pixel is visible. */
export function createPixels(shift = 0): Buffer {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let at = 0; at < WIDTH * HEIGHT; at++) {
    const x = at % WIDTH;
    const y = Math.floor(at / WIDTH);
    pixels.set([(x * 4 + shift) % 256, (y * 5 + shift) % 256, (x * y + shift) % 256], at * 3);
  }
  return pixels;
}

/** Returns the picture, ready to encode. */
export function createPicture(shift = 0): Sharp {
  return copyResults(sharp(createPixels(shift), { raw: { width: WIDTH, height: HEIGHT, channels: 3 } }));
}

/**
 * Makes `toBuffer()` return a copy. sharp's results are in the memory of its WebAssembly, which it reuses once nothing
 * refers to the buffer itself, even if something refers to a part of it.
 */
function copyResults(picture: Sharp): Sharp {
  const encode = picture.toBuffer.bind(picture);
  return Object.assign(picture, { toBuffer: async () => Buffer.from(await encode()) });
}

/** Returns an animation of three pictures, ready to encode. */
export function createAnimation(): Sharp {
  const frames = Buffer.concat([0, 80, 160].map((shift) => createPixels(shift)));
  return copyResults(sharp(frames, { raw: { width: WIDTH, height: HEIGHT * 3, channels: 3, pageHeight: HEIGHT } }));
}

/**
 * What a viewer shows of a picture: the pixels of all frames in the screen's colours, and how to turn and time them.
 */
export interface DecodedPicture {
  readonly pixels: Buffer;
  readonly height: number;
  readonly width: number;
  readonly orientation: number | undefined;
  readonly profile: Buffer | undefined;
  readonly delays: readonly number[] | undefined;
  readonly loops: number | undefined;
}

/** Decodes a picture as far as its bytes go. Returns undefined if the decoder finds no picture. */
export async function decodePicture(bytes: Uint8Array): Promise<DecodedPicture | undefined> {
  const options = { failOn: 'none', animated: true, limitInputPixels: 10_000_000 } as const;

  try {
    const { data, info } = await sharp(bytes, options).raw().toBuffer({ resolveWithObject: true });
    const { orientation, icc, delay, loop } = await sharp(bytes, options).metadata();
    return {
      pixels: Buffer.from(data),
      width: info.width,
      height: info.height,
      orientation,
      profile: icc && Buffer.from(icc),
      delays: delay,
      loops: loop,
    };
  } catch {
    return undefined;
  }
}
