import { createExif } from './exif-block.ts';
import { createThumbnail } from './jpeg-samples.ts';
import { type MediaSample, SECRET } from './media-sample.ts';
import { createAnimation, createPicture } from './pictures.ts';
import { XMP } from './text-blocks.ts';

/** Returns a RIFF chunk, padded to an even length. */
export function riffChunk(type: string, data: Uint8Array | string): Buffer {
  const bytes = typeof data === 'string' ? Buffer.from(data, 'latin1') : Buffer.from(data);
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([head, bytes, Buffer.alloc(bytes.length % 2)]);
}

/** Returns a WebP file of chunks. */
function riff(...chunks: readonly Uint8Array[]): Buffer {
  return riffChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]));
}

/** Adds chunks to a WebP file and sets the flags of VP8X that announce them. */
function addChunks(webp: Buffer, flags: number, ...chunks: readonly Uint8Array[]): Buffer {
  const body = Buffer.from(webp.subarray(12));
  if (body.toString('latin1', 0, 4) === 'VP8X') {
    body[8]! |= flags;
    return riff(body, ...chunks);
  }
  // The size of the canvas minus 1, in 24 bits each.
  return riff(riffChunk('VP8X', Buffer.from([flags, 0, 0, 0, 63, 0, 0, 47, 0, 0])), body, ...chunks);
}

/** Adds an unknown chunk to the first frame of an animation. */
function addToFrame(webp: Buffer): Buffer {
  const start = webp.indexOf('ANMF', 12, 'latin1');
  const end = start + 8 + webp.readUInt32LE(start + 4);
  const frame = riffChunk('ANMF', Buffer.concat([webp.subarray(start + 8, end), riffChunk('junk', SECRET)]));
  return riff(webp.subarray(12, start), frame, webp.subarray(end + (end % 2)));
}

const EXIF_FLAG = 0x08;
const XMP_FLAG = 0x04;

/** Returns the samples of WebP files. */
export async function createWebpSamples(): Promise<MediaSample[]> {
  const lossy = await createPicture().webp({ quality: 70 }).toBuffer();
  const lossless = await createPicture().ensureAlpha(0.5).webp({ lossless: true }).toBuffer();
  const profile = await createPicture().withIccProfile('p3').webp().toBuffer();
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

  const sample = (name: string, bytes: Buffer, removes: MediaSample['removes'] = allKinds): MediaSample => ({
    name: `WebP ${name}`,
    contentType: 'image/webp',
    bytes: new Uint8Array(bytes),
    removes,
  });

  const complete = addChunks(lossy, EXIF_FLAG | XMP_FLAG, exif, xmp);
  return [
    sample('with EXIF and XMP', complete),
    sample('without loss', addChunks(lossless, EXIF_FLAG, exif)),
    sample('with JPEG’s prefix', addChunks(lossy, EXIF_FLAG, prefixedExif)),
    sample('with EXIF that is not TIFF', addChunks(lossy, EXIF_FLAG, riffChunk('EXIF', SECRET)), ['personal']),
    sample('with a profile and XMP', addChunks(profile, XMP_FLAG, xmp), ['location', 'personal']),
    sample('animation', addChunks(addToFrame(animation), EXIF_FLAG | XMP_FLAG, exif, xmp)),
    sample('with an unknown chunk', addChunks(lossy, 0, riffChunk('junk', SECRET)), ['personal']),
    sample('without features', riff(lossy.subarray(12), exif), ['personal']),
    sample('with trailing data', Buffer.concat([lossy, Buffer.from(SECRET)]), ['personal']),
    sample('cut off in XMP', complete.subarray(0, -60), allKinds),
  ];
}
