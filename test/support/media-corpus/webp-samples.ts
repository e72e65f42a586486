import { createExif } from './exif-block.ts';
import { createThumbnail } from './jpeg-samples.ts';
import { type MediaSample, SECRET } from './media-sample.ts';
import { createAnimation, createPicture } from './pictures.ts';
import { XMP } from './text-blocks.ts';

/** Flags in the first byte of a VP8X chunk's data. */
const EXIF_FLAG = 0x08;
const XMP_FLAG = 0x04;

/** Size of the type and length of a chunk, in bytes. */
const CHUNK_HEADER_BYTES = 8;

/** Size of the RIFF header in bytes: `RIFF`, the length of the rest of the file, and `WEBP`. */
const RIFF_HEADER_BYTES = 12;

/** Returns a RIFF chunk, padded to an even length. */
export function riffChunk(type: string, data: Uint8Array | string): Buffer {
  const bytes = typeof data === 'string' ? Buffer.from(data, 'latin1') : Buffer.from(data);
  const header = Buffer.alloc(CHUNK_HEADER_BYTES);
  header.write(type, 'latin1');
  header.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([header, bytes, Buffer.alloc(bytes.length % 2)]);
}

/** Returns a WebP file that consists of the chunks. */
function buildWebp(...chunks: readonly Uint8Array[]): Buffer {
  return riffChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]));
}

/** Adds chunks to a WebP file and sets the flags of VP8X that announce them. */
function addChunks(webp: Buffer, flags: number, ...chunks: readonly Uint8Array[]): Buffer {
  const body = Buffer.from(webp.subarray(RIFF_HEADER_BYTES));
  if (body.toString('latin1', 0, 4) === 'VP8X') {
    body[CHUNK_HEADER_BYTES]! |= flags;
    return buildWebp(body, ...chunks);
  }

  // The canvas is 64 x 48. VP8X stores its width and height minus 1, in 24 bits each.
  return buildWebp(riffChunk('VP8X', Buffer.from([flags, 0, 0, 0, 63, 0, 0, 47, 0, 0])), body, ...chunks);
}

/** Adds an unknown chunk to the first frame of an animation. */
function addUnknownChunkToFirstFrame(webp: Buffer): Buffer {
  const start = webp.indexOf('ANMF', RIFF_HEADER_BYTES, 'latin1');
  const dataStart = start + CHUNK_HEADER_BYTES;
  const end = dataStart + webp.readUInt32LE(start + 4);
  const frame = riffChunk('ANMF', Buffer.concat([webp.subarray(dataStart, end), riffChunk('junk', SECRET)]));
  // Chunks are padded to an even length.
  return buildWebp(webp.subarray(RIFF_HEADER_BYTES, start), frame, webp.subarray(end + (end % 2)));
}

/** Returns WebP files with private data, and the kinds of it that cleaning removes. */
export async function createWebpSamples(): Promise<MediaSample[]> {
  const lossy = await createPicture().webp({ quality: 70 }).toBuffer();
  const lossless = await createPicture().ensureAlpha(0.5).webp({ lossless: true }).toBuffer();
  const pictureWithProfile = await createPicture().withIccProfile('p3').webp().toBuffer();
  const animation = await createAnimation()
    .webp({ delay: [100, 200, 300], loop: 3 })
    .toBuffer();

  const thumbnail = await createThumbnail();
  const exif = riffChunk('EXIF', createExif({ thumbnail }));
  const xmp = riffChunk('XMP ', XMP);
  const prefixedExif = riffChunk(
    'EXIF',
    Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), createExif({ orientation: 3, thumbnail })]),
  );
  const allKinds = ['location', 'personal', 'camera'] as const;

  const toSample = (name: string, bytes: Buffer, removes: MediaSample['removes'] = allKinds): MediaSample => ({
    name: `WebP ${name}`,
    contentType: 'image/webp',
    bytes: new Uint8Array(bytes),
    removes,
  });

  const complete = addChunks(lossy, EXIF_FLAG | XMP_FLAG, exif, xmp);
  return [
    toSample('with EXIF and XMP', complete),
    toSample('lossless', addChunks(lossless, EXIF_FLAG, exif)),
    toSample('with the EXIF prefix of JPEG', addChunks(lossy, EXIF_FLAG, prefixedExif)),
    toSample('with EXIF that is not TIFF', addChunks(lossy, EXIF_FLAG, riffChunk('EXIF', SECRET)), ['personal']),
    toSample('with a profile and XMP', addChunks(pictureWithProfile, XMP_FLAG, xmp), ['location', 'personal']),
    toSample('animation', addChunks(addUnknownChunkToFirstFrame(animation), EXIF_FLAG | XMP_FLAG, exif, xmp)),
    toSample('with an unknown chunk', addChunks(lossy, 0, riffChunk('junk', SECRET)), ['personal']),
    toSample('with EXIF but without VP8X', buildWebp(lossy.subarray(RIFF_HEADER_BYTES), exif), ['personal']),
    toSample('with trailing data', Buffer.concat([lossy, Buffer.from(SECRET)]), ['personal']),
    // XMP is the last chunk.
    toSample('cut off in XMP', complete.subarray(0, -60)),
  ];
}
