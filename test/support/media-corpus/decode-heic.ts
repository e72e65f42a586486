/// <reference path="./libheif-js.d.ts" />
import libheif from 'libheif-js/wasm-bundle.js';

/** What a viewer shows of a HEIC picture: red, green, blue, and opacity of each pixel, upright. */
export interface DecodedHeic {
  readonly width: number;
  readonly height: number;
  readonly pixels: Buffer;
}

/**
 * Decodes all pictures of a HEIC file with libheif, the primary one first. Returns undefined if one can't be decoded.
 */
export async function decodeHeic(bytes: Uint8Array): Promise<DecodedHeic[] | undefined> {
  // libheif prints why it rejects a file, which would hide the results of the tests.
  const { log } = console;
  console.log = () => {};
  try {
    return await decodeAll(bytes);
  } finally {
    console.log = log;
  }
}

/** Decodes all pictures of a file, and orders them. */
async function decodeAll(bytes: Uint8Array): Promise<DecodedHeic[] | undefined> {
  const images = new libheif.HeifDecoder().decode(bytes);
  const pictures: DecodedHeic[] = [];
  for (const image of images.toSorted((a, b) => Number(b.is_primary()) - Number(a.is_primary()))) {
    const width = image.get_width();
    const height = image.get_height();
    // Four bytes for each pixel.
    const data = new Uint8Array(width * height * 4);
    const isDecoded = await new Promise((resolve) => {
      image.display({ data, width, height }, (result) => resolve(result !== null));
    });
    if (!isDecoded) return undefined;
    pictures.push({ width, height, pixels: Buffer.from(data) });
  }

  return pictures.length > 0 ? pictures : undefined;
}
