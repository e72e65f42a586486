/**
 * Tests that no file keeps hidden metadata because its uploader declared another type. Metadata is removed by the
 * cleaner of the file's type, so the type must be cleanable whenever the bytes are.
 */
import { describe, expect, it } from 'vitest';
import { isCleanable } from '../../shared/media/cleanable-types.ts';
import { createPictureSamples } from '../../test/support/media-corpus/corpus.ts';
import { createHeifSamples } from '../../test/support/media-corpus/heif-samples.ts';
import { insertSegments, segment } from '../../test/support/media-corpus/jpeg-samples.ts';
import { createMovieSamples } from '../../test/support/media-corpus/movie-samples.ts';
import { createMp3Samples } from '../../test/support/media-corpus/mp3-samples.ts';
import { createPdfSamples } from '../../test/support/media-corpus/pdf-samples.ts';
import { FileTypeMismatch } from './errors.ts';
import { checkType, SAMPLE_BYTES } from './file-type.ts';

const pictures = await createPictureSamples();
const { samples: documents } = await createPdfSamples();
const jpeg = pictures.find(({ name }) => name === 'JPEG of a phone')!.bytes;

/**
 * A JPEG whose first bytes are also a text and an SVG. It begins with a comment, whose length has no control
 * characters.
 */
const jpegLikeText = insertSegments(jpeg, segment(0xfe, '<svg >'.padEnd(0x2020 - 2)));
const pdfLikeText = Buffer.from('\n%PDF-1.4\n1 0 obj\n<< /Author (Ada) >>\nendobj\n');

const files: { readonly name: string; readonly bytes: Uint8Array }[] = [
  ...pictures,
  ...(await createHeifSamples()),
  ...(await createMovieSamples()),
  ...(await createMp3Samples()),
  ...documents,
  { name: 'JPEG that begins like a text', bytes: jpegLikeText },
  { name: 'PDF that begins like a text', bytes: pdfLikeText },
];

/** Types that clients other than the page can declare. Files of most of these types are not cleaned. */
const DECLARED_TYPES = [
  ...['text/plain', 'application/zip', 'application/pdf'],
  ...['image/bmp', 'image/tiff', 'image/svg+xml', 'image/x-icon', 'image/jxl', 'image/x-unknown'],
  ...['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/heic', 'image/avif'],
  ...['video/webm', 'video/x-msvideo', 'video/ogg', 'video/x-unknown', 'video/mp4'],
  ...['audio/wav', 'audio/flac', 'audio/ogg', 'audio/aac', 'audio/x-unknown', 'audio/mpeg'],
];

const readSample = (bytes: Uint8Array) => bytes.subarray(0, SAMPLE_BYTES);

describe('a file with hidden metadata', () => {
  it.each(files)('rejects the file or assigns a cleanable type, for any declared type: $name', async ({ bytes }) => {
    for (const declaredType of DECLARED_TYPES) {
      const outcome = await checkType(declaredType, readSample(bytes)).catch((error: unknown) => error);

      if (typeof outcome === 'string') expect(isCleanable(outcome), `${outcome} for ${declaredType}`).toBe(true);
      else expect(outcome, declaredType).toBeInstanceOf(FileTypeMismatch);
    }
  });

  it('rejects a file if the cleaner of its type would not find its format', async () => {
    const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
    const tag = Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1');

    for (const start of [byteOrderMark, tag]) {
      const shiftedSample = readSample(Buffer.concat([start, jpeg]));
      await expect(checkType('image/jpeg', shiftedSample)).rejects.toThrow(FileTypeMismatch);
    }

    const taggedPdf = readSample(Buffer.concat([tag, documents[0]!.bytes]));
    await expect(checkType('application/pdf', taggedPdf)).rejects.toThrow(FileTypeMismatch);
  });
});

describe('a text with the signature of a PDF', () => {
  it.each(['A PDF begins with "%PDF-1.7".', 'In a hex editor:\n  %PDF-1.7', '  %PDF is a signature.'])(
    'accepts a text with the signature of a PDF: %s',
    async (text) => expect(await checkType('text/plain', Buffer.from(text))).toBe('text/plain'),
  );
});
