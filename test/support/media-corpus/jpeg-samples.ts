import { createExif } from './exif-block.ts';
import { type MediaSample, SECRET } from './media-sample.ts';
import { createPicture } from './pictures.ts';
import { createPhotoshopBlock, XMP } from './text-blocks.ts';

/** The first byte of a marker. The second byte is its code (ITU-T T.81, table B.1). */
const MARKER_PREFIX = 0xff;

/** Codes of the segments that a decoder needs. */
const SOF0 = 0xc0;
const DHT = 0xc4;
const RST0 = 0xd0;
const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const DQT = 0xdb;
const DRI = 0xdd;

/** Codes of application segments: JFIF, EXIF and XMP, profiles, IPTC, and Adobe's colours. */
const APP0 = 0xe0;
export const APP1 = 0xe1;
const APP2 = 0xe2;
const APP13 = 0xed;
const APP14 = 0xee;

/** The code of a comment. */
export const COM = 0xfe;

/** Returns a JPEG segment. */
export function segment(code: number, ...payload: readonly (Uint8Array | string)[]): Buffer {
  const data = Buffer.concat(payload.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
  const head = Buffer.from([MARKER_PREFIX, code, 0, 0]);
  // The length includes its own two bytes.
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** Inserts segments after the marker SOI of a JPEG. */
export function insertSegments(jpeg: Uint8Array, ...segments: readonly Uint8Array[]): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

/** Returns the offset of a JPEG's first marker with this code, from this offset on. */
function offsetOf(jpeg: Uint8Array, code: number, from = 2): number {
  return Buffer.from(jpeg).indexOf(Buffer.from([MARKER_PREFIX, code]), from);
}

/** Returns a grey JPEG of 16 blocks, each between two restart markers. A block is one byte of Huffman codes. */
function createJpegWithRestarts(): Buffer {
  /** Returns the number of Huffman codes of each length, from 1 to 16 bits. */
  const codeCounts = (...lengths: number[]) => Buffer.from([...lengths, ...Array(16 - lengths.length).fill(0)]);
  const blocks = Array.from({ length: 16 }, (_, block) => {
    // The code 01 announces five bits, and 0 ends the block.
    const data = [0x40 | (block << 2)];
    return block < 15 ? [...data, MARKER_PREFIX, RST0 + (block % 8)] : data;
  });

  return Buffer.concat([
    Buffer.from([MARKER_PREFIX, SOI]),
    // Quantization table 0, whose factors are all 16.
    segment(DQT, Buffer.from([0, ...Array(64).fill(16)])),
    // 8 bits, 32 lines of 32 samples, and one component: ID 1, sampling factors 1, quantization table 0.
    segment(SOF0, Buffer.from([8, 0, 32, 0, 32, 1, 1, 0x11, 0])),
    // The DC table 0 has two codes of two bits, for the symbols 0 and 5. The AC table 0 has one code of one bit.
    segment(DHT, Buffer.from([0x00]), codeCounts(0, 2), Buffer.from([0, 5])),
    segment(DHT, Buffer.from([0x10]), codeCounts(1), Buffer.from([0])),
    // A restart marker after each block.
    segment(DRI, Buffer.from([0, 1])),
    // One component: ID 1, both tables 0. All 64 coefficients.
    segment(SOS, Buffer.from([1, 1, 0x00, 0, 63, 0])),
    Buffer.from(blocks.flat()),
    Buffer.from([MARKER_PREFIX, EOI]),
  ]);
}

/** Returns a small JPEG that a camera embeds in a picture or movie, with a comment. */
export async function createThumbnail(): Promise<Buffer> {
  return insertSegments(
    await createPicture().resize(16, 12).jpeg({ quality: 40 }).toBuffer(),
    segment(COM, `Thumbnail ${SECRET}`),
  );
}

/** Returns a JPEG with its colour profile in two segments, as cameras write profiles above 64 KB. */
function splitProfile(jpeg: Buffer): Buffer {
  const start = offsetOf(jpeg, APP2);
  const end = start + 2 + jpeg.readUInt16BE(start + 2);
  // Marker and length have 4 bytes. The name, the segment's number, and the number of segments have 14 bytes.
  const profile = jpeg.subarray(start + 4 + 14, end);
  const half = Math.floor(profile.length / 2);

  return Buffer.concat([
    jpeg.subarray(0, start),
    segment(APP2, 'ICC_PROFILE\0\x01\x02', profile.subarray(0, half)),
    segment(APP2, 'ICC_PROFILE\0\x02\x02', profile.subarray(half)),
    jpeg.subarray(end),
  ]);
}

/** Returns a JPEG of four colours (CMYK), which decoders misread without Adobe's segment, with text in the segment. */
async function createAdobeJpeg(comment: Buffer): Promise<Buffer> {
  const jpeg = await createPicture().toColourspace('cmyk').jpeg().toBuffer();
  const start = offsetOf(jpeg, APP14);
  const end = start + 2 + jpeg.readUInt16BE(start + 2);
  const longerSegment = segment(APP14, jpeg.subarray(start + 4, end), SECRET);
  return insertSegments(Buffer.concat([jpeg.subarray(0, start), longerSegment, jpeg.subarray(end)]), comment);
}

/** Returns application segments of all codes that other samples use, and more, with an unknown name. */
function createUnknownSegments(): Buffer[] {
  return [0xe0, 0xe1, 0xe2, 0xe3, 0xe5, 0xe9, 0xeb, 0xec, 0xed, 0xee, 0xef].map((code) =>
    segment(code, `Unknown ${code}\0${SECRET}`),
  );
}

/** All kinds of metadata that cleaning without camera data removes. */
const ALL_KINDS = ['location', 'personal', 'camera'] as const;

const toSample = (name: string, bytes: Buffer, removes: MediaSample['removes'] = ALL_KINDS): MediaSample => ({
  name: `JPEG ${name}`,
  contentType: 'image/jpeg',
  bytes: new Uint8Array(bytes),
  removes,
});

const buildExifSegment = (exif: Buffer | string) => segment(APP1, 'Exif\0\0', exif);
const buildXmpSegment = (xmp: Buffer) => segment(APP1, 'http://ns.adobe.com/xap/1.0/\0', xmp);

/** XMP that is too long for one segment: a digest of 32 characters, the length and the offset, and the text. */
const EXTENDED_XMP = segment(APP1, 'http://ns.adobe.com/xmp/extension/\0', `${'0'.repeat(32)}\0\0\0\0\0\0\0\0`, SECRET);
const IPTC = segment(APP13, createPhotoshopBlock());
const COMMENT = segment(COM, `Comment ${SECRET}`);

/** The JFIF segment: version 1.2, 72 × 72 dots per inch, and no thumbnail. */
const JFIF = segment(APP0, 'JFIF\0\x01\x02\x01\0\x48\0\x48\0\0');

/** The pictures that the samples add segments to. */
interface BasePictures {
  /** A baseline JPEG, whose first segment is {@link JFIF}. */
  readonly baseline: Buffer;
  readonly progressive: Buffer;
  /** A segment of EXIF with a thumbnail. */
  readonly exifSegment: Buffer;
}

/** Returns samples of EXIF: of both byte orders, repeated, and behind broken EXIF. */
function createExifSamples({ baseline, progressive, exifSegment }: BasePictures, thumbnail: Buffer): MediaSample[] {
  const littleEndian = buildExifSegment(createExif({ thumbnail, littleEndian: true, orientation: 8 }));
  const withoutGps = buildExifSegment(createExif({ gps: false }));

  return [
    toSample('of a phone', insertSegments(baseline, exifSegment)),
    toSample('with little-endian EXIF', insertSegments(baseline, littleEndian)),
    toSample('without a position', insertSegments(baseline, withoutGps), ['personal', 'camera']),
    toSample(
      'with everything',
      insertSegments(progressive, exifSegment, buildXmpSegment(XMP), EXTENDED_XMP, IPTC, COMMENT),
    ),
    toSample('with two EXIF segments', insertSegments(baseline, exifSegment, littleEndian)),
    toSample('with EXIF behind broken EXIF', insertSegments(baseline, buildExifSegment(SECRET), exifSegment), [
      'personal',
    ]),
  ];
}

/** Returns samples of the two formats of texts. */
function createXmpAndIptcSamples({ baseline }: BasePictures): MediaSample[] {
  const iptcWithoutPlace = segment(APP13, createPhotoshopBlock({ city: '' }));
  const utf16Xmp = buildXmpSegment(Buffer.from(XMP.toString(), 'utf16le'));

  return [
    toSample('with XMP', insertSegments(baseline, buildXmpSegment(XMP), EXTENDED_XMP), ['location', 'personal']),
    toSample('with IPTC', insertSegments(baseline, IPTC), ['location', 'personal']),
    toSample('with IPTC without a place', insertSegments(baseline, iptcWithoutPlace), ['personal']),
    toSample('with XMP in UTF-16', insertSegments(baseline, utf16Xmp), ['location', 'personal']),
  ];
}

/** Returns samples with metadata between or behind the parts that a decoder reads. */
function createPlacementSamples({ baseline, progressive, exifSegment }: BasePictures): MediaSample[] {
  const secondScan = offsetOf(progressive, SOS, offsetOf(progressive, SOS) + 2);
  const betweenScans = Buffer.concat([progressive.subarray(0, secondScan), COMMENT, progressive.subarray(secondScan)]);

  return [
    toSample('with restart markers and a comment', insertSegments(createJpegWithRestarts(), COMMENT), ['personal']),
    toSample('with a comment between scans', betweenScans, ['personal']),
    toSample(
      'with fill bytes',
      insertSegments(baseline, Buffer.alloc(3, MARKER_PREFIX), exifSegment, Buffer.alloc(2, MARKER_PREFIX)),
    ),
    toSample('with bytes between segments', insertSegments(baseline, Buffer.from(SECRET)), ['personal']),
  ];
}

/** Returns samples with a thumbnail in the JFIF segment, or in its extension. */
function createThumbnailSamples({ baseline }: BasePictures, thumbnail: Buffer): MediaSample[] {
  // Version 1.2, no unit, and a thumbnail of 2 × 2 pixels with 3 bytes each.
  const jfif = Buffer.concat([Buffer.from('JFIF\0\x01\x02\0\0\x48\0\x48\x02\x02', 'latin1'), Buffer.alloc(12, SECRET)]);

  return [
    toSample(
      'with a thumbnail in JFIF',
      Buffer.concat([baseline.subarray(0, 2), segment(APP0, jfif), baseline.subarray(2 + JFIF.length)]),
      ['personal'],
    ),
    // The extension code 0x10 announces a thumbnail in JPEG.
    toSample('with a JFXX thumbnail', insertSegments(baseline, segment(APP0, 'JFXX\0\x10', thumbnail)), ['personal']),
  ];
}

/** Returns samples of segments that most JPEGs don't have, and of data behind the picture. */
async function createUnusualSamples({ baseline, exifSegment }: BasePictures): Promise<MediaSample[]> {
  const jpegWithSplitProfile = splitProfile(await createPicture().withIccProfile('p3').jpeg().toBuffer());
  // The index of the Multi-Picture Format, which is a TIFF structure.
  const mpf = segment(APP2, 'MPF\0II*\0\x08\0\0\0\0\0\0\0');

  return [
    toSample('with a profile in two segments', insertSegments(jpegWithSplitProfile, exifSegment)),
    toSample('with Adobe colours and more', await createAdobeJpeg(COMMENT), ['personal']),
    toSample('with unknown segments', insertSegments(baseline, ...createUnknownSegments()), ['personal']),
    toSample(
      'with a second picture',
      Buffer.concat([insertSegments(baseline, exifSegment, mpf), insertSegments(baseline, exifSegment)]),
    ),
    toSample('with a video behind', Buffer.concat([baseline, Buffer.from(`\0\0\0\x18ftypmp42${SECRET}`, 'latin1')]), [
      'personal',
    ]),
  ];
}

/** Returns samples that end too early, or whose EXIF is broken. */
function createBrokenSamples({ baseline, exifSegment }: BasePictures): MediaSample[] {
  const cutExif = insertSegments(baseline, buildExifSegment(createExif().subarray(0, 100)));

  return [
    toSample('with EXIF cut off', cutExif, ['personal']),
    toSample('with EXIF that is not TIFF', insertSegments(baseline, buildExifSegment(SECRET)), ['personal']),
    toSample('cut off in the picture', insertSegments(baseline, exifSegment).subarray(0, -200)),
    toSample('cut off in a segment', insertSegments(baseline, exifSegment).subarray(0, 120), ['personal']),
  ];
}

/** Returns the samples of JPEG files. */
export async function createJpegSamples(): Promise<MediaSample[]> {
  const thumbnail = await createThumbnail();
  const pictures: BasePictures = {
    baseline: insertSegments(await createPicture().jpeg({ quality: 80 }).toBuffer(), JFIF),
    progressive: await createPicture().jpeg({ quality: 80, progressive: true }).toBuffer(),
    exifSegment: buildExifSegment(createExif({ thumbnail })),
  };

  return [
    ...createExifSamples(pictures, thumbnail),
    ...createXmpAndIptcSamples(pictures),
    ...createPlacementSamples(pictures),
    ...createThumbnailSamples(pictures, thumbnail),
    ...(await createUnusualSamples(pictures)),
    ...createBrokenSamples(pictures),
  ];
}
