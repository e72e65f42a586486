import type { Page } from 'playwright-core';

/** Metadata that a camera writes into a picture. It must not be published with a post. */
export const EXIF_SECRET = 'taken at 36.0014 N 5.6129 W by serial 4711';

/** The first two bytes of every JPEG. The Exif segment follows them. */
const START_BYTES = 2;

/** The marker that begins an Exif segment in a JPEG. */
const EXIF_MARKER = 0xffe1;

/** Exif's tag of the orientation. */
const ORIENTATION = 0x0112;

/** The Exif orientation "rotate by 90 degrees". */
const ROTATED_90 = 6;

/** Returns a JPEG of this size that is marked as rotated and contains the secret in its Exif data. */
export async function createCameraPicture(page: Page, width: number, height: number): Promise<Buffer> {
  const base64 = await page.evaluate(`(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: ${width}, height: ${height} });
    const context = canvas.getContext('2d');
    const water = context.createLinearGradient(0, 0, 0, ${height});
    water.addColorStop(0, '#8df0f2');
    water.addColorStop(1, '#043154');
    context.fillStyle = water;
    context.fillRect(0, 0, ${width}, ${height});
    return canvas.toDataURL('image/jpeg', 0.9).split(',')[1];
  })()`);
  const jpeg = Buffer.from(base64 as string, 'base64');

  return Buffer.concat([jpeg.subarray(0, START_BYTES), createExifSegment(), jpeg.subarray(START_BYTES)]);
}

/** Returns an Exif segment with the rotation and the secret. */
function createExifSegment(): Buffer {
  const data = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), createTiff(), Buffer.from(EXIF_SECRET)]);
  const head = Buffer.alloc(4);
  head.writeUInt16BE(EXIF_MARKER, 0);
  head.writeUInt16BE(data.length + 2, 2); // The length counts its own two bytes.

  return Buffer.concat([head, data]);
}

/** Returns the data of an Exif segment: a TIFF file with one directory, whose only entry is the rotation. */
function createTiff(): Buffer {
  // A header of 8 bytes, and a directory: a count of 2 bytes, an entry of 12, and 4 zeros, as no directory follows.
  const tiff = Buffer.alloc(26);
  tiff.write('II*\0', 'latin1'); // signature of little-endian data
  tiff.writeUInt32LE(8, 4); // offset of the only directory
  tiff.writeUInt16LE(1, 8); // number of entries
  tiff.writeUInt16LE(ORIENTATION, 10);
  tiff.writeUInt16LE(3, 12); // type: short
  tiff.writeUInt32LE(1, 14); // number of values
  tiff.writeUInt16LE(ROTATED_90, 18);
  return tiff;
}
