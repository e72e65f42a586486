import { createExif } from './exif-block.ts';
import { type MediaSample, SECRET } from './media-sample.ts';
import { createPicture } from './pictures.ts';
import { createPhotoshopBlock, XMP } from './text-blocks.ts';

/** Returns a JPEG segment. */
export function segment(code: number, ...payload: readonly (Uint8Array | string)[]): Buffer {
  const data = Buffer.concat(payload.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
  const head = Buffer.from([0xff, code, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** Inserts segments after the start of a JPEG. */
export function insertSegments(jpeg: Uint8Array, ...segments: readonly Uint8Array[]): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

/** Returns the offset of a JPEG's first marker with this code, from this offset on. */
function offsetOf(jpeg: Uint8Array, code: number, from = 2): number {
  return Buffer.from(jpeg).indexOf(Buffer.from([0xff, code]), from);
}

/** Returns a grey JPEG of 16 blocks, each between two restart markers. A block is one byte of Huffman codes. */
function createJpegWithRestarts(): Buffer {
  const counts = (...lengths: number[]) => Buffer.from([...lengths, ...Array(16 - lengths.length).fill(0)]);
  const blocks = Array.from({ length: 16 }, (_, block) => {
    // The code 01 announces five bits, and 0 ends the block.
    const data = [0x40 | (block << 2)];
    return block < 15 ? [...data, 0xff, 0xd0 + (block % 8)] : data;
  });

  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, Buffer.from([0, ...Array(64).fill(16)])),
    segment(0xc0, Buffer.from([8, 0, 32, 0, 32, 1, 1, 0x11, 0])),
    segment(0xc4, Buffer.from([0x00]), counts(0, 2), Buffer.from([0, 5])),
    segment(0xc4, Buffer.from([0x10]), counts(1), Buffer.from([0])),
    segment(0xdd, Buffer.from([0, 1])),
    segment(0xda, Buffer.from([1, 1, 0x00, 0, 63, 0])),
    Buffer.from(blocks.flat()),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** Returns a small JPEG that a camera embeds in a picture or movie, with a comment. */
export async function createThumbnail(): Promise<Buffer> {
  return insertSegments(
    await createPicture().resize(16, 12).jpeg({ quality: 40 }).toBuffer(),
    segment(0xfe, `Thumbnail ${SECRET}`),
  );
}

/** Returns the samples of JPEG files. */
export async function createJpegSamples(): Promise<MediaSample[]> {
  const contentType = 'image/jpeg';
  const header = segment(0xe0, 'JFIF\0\x01\x02\x01\0\x48\0\x48\0\0');
  const baseline = insertSegments(await createPicture().jpeg({ quality: 80 }).toBuffer(), header);
  const progressive = await createPicture().jpeg({ quality: 80, progressive: true }).toBuffer();
  const thumbnail = await createThumbnail();
  const exif = segment(0xe1, 'Exif\0\0', createExif({ thumbnail }));
  const littleEndian = segment(0xe1, 'Exif\0\0', createExif({ thumbnail, littleEndian: true, orientation: 8 }));
  const withoutGps = segment(0xe1, 'Exif\0\0', createExif({ gps: false }));
  const xmp = segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', XMP);
  const extendedXmp = segment(
    0xe1,
    'http://ns.adobe.com/xmp/extension/\0',
    `${'0'.repeat(32)}\0\0\0\0\0\0\0\0`,
    SECRET,
  );
  const iptc = segment(0xed, createPhotoshopBlock());
  const iptcWithoutPlace = segment(0xed, createPhotoshopBlock({ city: '' }));
  const utf16Xmp = segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', Buffer.from(XMP.toString(), 'utf16le'));
  const comment = segment(0xfe, `Comment ${SECRET}`);
  const jfif = Buffer.concat([Buffer.from('JFIF\0\x01\x02\0\0\x48\0\x48\x02\x02', 'latin1'), Buffer.alloc(12, SECRET)]);
  const mpf = segment(0xe2, 'MPF\0II*\0\x08\0\0\0\0\0\0\0');
  const jpegWithSplitProfile = splitProfile(await createPicture().withIccProfile('p3').jpeg().toBuffer());
  const secondScan = offsetOf(progressive, 0xda, offsetOf(progressive, 0xda) + 2);
  const betweenScans = Buffer.concat([progressive.subarray(0, secondScan), comment, progressive.subarray(secondScan)]);

  const allKinds = ['location', 'personal', 'camera'] as const;
  const sample = (name: string, bytes: Buffer, removes: MediaSample['removes'] = allKinds): MediaSample => ({
    name: `JPEG ${name}`,
    contentType,
    bytes: new Uint8Array(bytes),
    removes,
  });

  const cutExif = insertSegments(baseline, segment(0xe1, 'Exif\0\0', createExif().subarray(0, 100)));
  return [
    sample('of a phone', insertSegments(baseline, exif)),
    sample('with little-endian EXIF', insertSegments(baseline, littleEndian)),
    sample('without a position', insertSegments(baseline, withoutGps), ['personal', 'camera']),
    sample('with everything', insertSegments(progressive, exif, xmp, extendedXmp, iptc, comment)),
    sample('with two EXIF segments', insertSegments(baseline, exif, littleEndian)),
    sample('with EXIF behind broken EXIF', insertSegments(baseline, segment(0xe1, 'Exif\0\0', SECRET), exif), [
      'personal',
    ]),
    sample('with XMP', insertSegments(baseline, xmp, extendedXmp), ['location', 'personal']),
    sample('with IPTC', insertSegments(baseline, iptc), ['location', 'personal']),
    sample('with IPTC without a place', insertSegments(baseline, iptcWithoutPlace), ['personal']),
    sample('with XMP in UTF-16', insertSegments(baseline, utf16Xmp), ['location', 'personal']),
    sample('with restart markers and a comment', insertSegments(createJpegWithRestarts(), comment), ['personal']),
    sample('with a comment between scans', betweenScans, ['personal']),
    sample(
      'with fill bytes',
      insertSegments(baseline, Buffer.from([0xff, 0xff, 0xff]), exif, Buffer.from([0xff, 0xff])),
    ),
    sample('with bytes between segments', insertSegments(baseline, Buffer.from(SECRET)), ['personal']),
    sample(
      'with a thumbnail in JFIF',
      Buffer.concat([baseline.subarray(0, 2), segment(0xe0, jfif), baseline.subarray(2 + header.length)]),
      ['personal'],
    ),
    sample('with a JFXX thumbnail', insertSegments(baseline, segment(0xe0, 'JFXX\0\x10', thumbnail)), ['personal']),
    sample('with a profile in two segments', insertSegments(jpegWithSplitProfile, exif)),
    sample('with Adobe colours and more', await createAdobeJpeg(comment), ['personal']),
    sample('with unknown segments', insertSegments(baseline, ...unknownSegments()), ['personal']),
    sample(
      'with a second picture',
      Buffer.concat([insertSegments(baseline, exif, mpf), insertSegments(baseline, exif)]),
    ),
    sample('with a video behind', Buffer.concat([baseline, Buffer.from(`\0\0\0\x18ftypmp42${SECRET}`, 'latin1')]), [
      'personal',
    ]),
    sample('with EXIF cut off', cutExif, ['personal']),
    sample('with EXIF that is not TIFF', insertSegments(baseline, segment(0xe1, 'Exif\0\0', SECRET)), ['personal']),
    sample('cut off in the picture', insertSegments(baseline, exif).subarray(0, -200)),
    sample('cut off in a segment', insertSegments(baseline, exif).subarray(0, 120), ['personal']),
  ];
}

/** Returns a JPEG with its colour profile in two segments, as cameras write profiles above 64 KB. */
function splitProfile(jpeg: Buffer): Buffer {
  const start = offsetOf(jpeg, 0xe2);
  const end = start + 2 + jpeg.readUInt16BE(start + 2);
  const profile = jpeg.subarray(start + 4 + 14, end);
  const half = Math.floor(profile.length / 2);

  return Buffer.concat([
    jpeg.subarray(0, start),
    segment(0xe2, 'ICC_PROFILE\0\x01\x02', profile.subarray(0, half)),
    segment(0xe2, 'ICC_PROFILE\0\x02\x02', profile.subarray(half)),
    jpeg.subarray(end),
  ]);
}

/** Returns a JPEG of four colours (CMYK), which decoders misread without Adobe's segment, with text in the segment. */
async function createAdobeJpeg(comment: Buffer): Promise<Buffer> {
  const jpeg = await createPicture().toColourspace('cmyk').jpeg().toBuffer();
  const start = offsetOf(jpeg, 0xee);
  const end = start + 2 + jpeg.readUInt16BE(start + 2);
  const longerSegment = segment(0xee, jpeg.subarray(start + 4, end), SECRET);
  return insertSegments(Buffer.concat([jpeg.subarray(0, start), longerSegment, jpeg.subarray(end)]), comment);
}

function unknownSegments(): Buffer[] {
  return [0xe0, 0xe1, 0xe2, 0xe3, 0xe5, 0xe9, 0xeb, 0xec, 0xed, 0xee, 0xef].map((code) =>
    segment(code, `Unknown ${code}\0${SECRET}`),
  );
}
