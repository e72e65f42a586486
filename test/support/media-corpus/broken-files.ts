/** Files with a broken segment, chunk, box, tag, or index, so that their structure can't be read. Each has metadata. */
import { createPictureSamples } from './corpus.ts';
import { createDecodableHeifs } from './decodable-heif.ts';
import { createDecodableMovies, insertIntoMovie } from './decodable-movies.ts';
import { box } from './iso-boxes.ts';
import { APP1, insertSegments } from './jpeg-samples.ts';
import { SECRET } from './media-sample.ts';
import { createMp3Samples } from './mp3-samples.ts';
import { createPdfSamples } from './pdf-samples.ts';
import { chunk, PNG_HEADER_END } from './png-samples.ts';

/** A file with a broken structure. Its name is that of the intact sample, and the problem. */
export interface BrokenFile {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Which bytes of a file are replaced. */
interface Patch {
  /** A text in the file, often the type of a box or chunk. */
  readonly text: string;
  /** Where the replaced bytes begin, relative to the start of the text. */
  readonly offset: number;
  readonly values: ArrayLike<number>;
}

/** The offset of the size of a box or chunk, which has four bytes before the type. Its first byte is the highest. */
const SIZE = -4;

/** Returns a copy of the bytes in which some are replaced. */
function patch(bytes: Uint8Array, { text, offset, values }: Patch): Buffer {
  const copy = Buffer.from(bytes);
  copy.set(values, copy.indexOf(text, 0, 'latin1') + offset);
  return copy;
}

/**
 * Where `iloc` has the positions of the first two items. The list starts 12 bytes after the start of `iloc`, and an item
 * has 16 bytes, with its position at byte 8.
 */
const FIRST_ITEM_OFFSET = 12 + 8;
const SECOND_ITEM_OFFSET = 12 + 16 + 8;

/** Returns a copy of the bytes with more bytes at an offset. */
function insert(bytes: Uint8Array, at: number, ...parts: readonly Uint8Array[]): Buffer {
  return Buffer.concat([bytes.subarray(0, at), ...parts, bytes.subarray(at)]);
}

/** Returns the broken files of all formats. */
export async function createBrokenFiles(): Promise<BrokenFile[]> {
  const samples = [
    ...(await createPictureSamples()),
    ...(await createDecodableHeifs()),
    ...(await createDecodableMovies()),
    ...(await createMp3Samples()),
    ...(await createPdfSamples()).samples,
  ];

  /** Returns a changed copy of the sample with this name. */
  const alter = (source: string, problem: string, change: (bytes: Uint8Array) => Buffer): BrokenFile => {
    const { name, contentType, bytes } = samples.find((sample) => sample.name === source)!;
    return { name: `${name}, ${problem}`, contentType, bytes: new Uint8Array(change(bytes)) };
  };

  const [jpeg, png, webp] = ['JPEG of a phone', 'PNG with EXIF', 'WebP with EXIF and XMP'] as const;
  const [heic, avif, movie] = ['HEIC of a phone', 'AVIF of a camera', 'MP4 whose index is last'] as const;
  const [song, document] = ['MP3 with ID3v2.3 and padding', 'PDF with properties'] as const;

  return [
    alter(jpeg, 'with a segment of one byte', (bytes) => insertSegments(bytes, Buffer.from([0xff, APP1, 0, 1]))),
    alter(jpeg, 'with a reserved marker', (bytes) => insertSegments(bytes, Buffer.from([0xff, 0x02, 0, 4, 0, 0]))),
    alter(png, 'with a chunk of 2 GB', (bytes) => patch(bytes, { text: 'eXIf', offset: SIZE, values: [0x80] })),
    alter(png, 'with a chunk that has no name', (bytes) => patch(bytes, { text: 'IDAT', offset: 1, values: [0] })),
    alter(png, 'with an unknown chunk that decoders need', (bytes) =>
      insert(bytes, PNG_HEADER_END, chunk('ABCD', SECRET)),
    ),
    alter(png, 'without a header', (bytes) => Buffer.concat([bytes.subarray(0, 8), bytes.subarray(PNG_HEADER_END)])),
    alter(webp, 'whose first chunk is not a picture', (bytes) =>
      patch(bytes, { text: 'VP8X', offset: 3, values: [0x59] }),
    ),
    alter(webp, 'cut off in its first chunk', (bytes) => Buffer.from(bytes.subarray(0, 25))),
    alter('GIF with comments', 'cut off in its header', (bytes) => Buffer.from(bytes.subarray(0, 11))),
    alter('GIF cut off', 'with data before its picture', (bytes) => {
      // The graphic control extension, which has 4 bytes.
      const at = Buffer.from(bytes).indexOf(Buffer.from([0x21, 0xf9, 4]));
      return insert(bytes, at, Buffer.from(`\0${SECRET}`));
    }),
    alter(heic, 'with a box that is longer than its parent', (bytes) =>
      patch(bytes, { text: 'iinf', offset: SIZE + 1, values: [0x7f] }),
    ),
    // Version and flags precede the sizes of offsets and lengths, which have four bits each.
    alter(heic, 'with offsets of three bytes', (bytes) => patch(bytes, { text: 'iloc', offset: 8, values: [0x34] })),
    alter(avif, 'whose metadata lies outside of the media data', (bytes) =>
      patch(bytes, { text: 'iloc', offset: SECOND_ITEM_OFFSET, values: [0, 0, 0, 8] }),
    ),
    alter(avif, 'whose metadata overlaps its picture', (bytes) => {
      const firstOffsetAt = Buffer.from(bytes).indexOf('iloc') + FIRST_ITEM_OFFSET;
      return patch(bytes, {
        text: 'iloc',
        offset: SECOND_ITEM_OFFSET,
        values: bytes.subarray(firstOffsetAt, firstOffsetAt + 4),
      });
    }),
    alter(movie, 'cut off in its index', (bytes) => Buffer.from(bytes.subarray(0, -100))),
    alter(movie, 'with two indexes', (bytes) => Buffer.concat([bytes, box('moov', box('udta', SECRET))])),
    alter(movie, 'with a compressed index', (bytes) => insertIntoMovie(bytes, box('cmov', SECRET))),
    alter(movie, 'with a track that has no header', (bytes) =>
      patch(bytes, { text: 'tkhd', offset: 0, values: [0x78] }),
    ),
    alter(movie, 'with a box that is longer than its parent', (bytes) =>
      patch(bytes, { text: 'mdia', offset: SIZE + 1, values: [0x7f] }),
    ),
    // The size of the tag begins at byte 6.
    alter(song, 'whose tag is longer than the file', (bytes) =>
      patch(bytes, { text: 'ID3', offset: 6, values: [0x7f] }),
    ),
    // The text is the header of a frame.
    alter(song, 'without frames', (bytes) =>
      Buffer.from(bytes.subarray(0, Buffer.from(bytes).indexOf('\xff\xfb\x10', 0, 'latin1'))),
    ),
    alter(document, 'without pages', (bytes) => patch(bytes, { text: '/Pages', offset: 1, values: [0x58] })),
    alter(document, 'cut off in an object', (bytes) => Buffer.from(bytes.subarray(0, 60))),
  ];
}
