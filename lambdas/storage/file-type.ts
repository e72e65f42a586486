import { isCleanable, isMpegAudio, toCleanableType } from '../../shared/media/cleanable-types.ts';
import { sniffFormat } from '../../shared/media/sniff-format.ts';
import { isAllowedType, toCanonicalType } from '../../shared/rules/file-types.ts';
import { FileTypeMismatch, FileTypeNotAllowed } from './errors.ts';

/** Number of leading bytes that the file-type library needs to detect a type. */
export const SAMPLE_BYTES = 4100;

/** Declared types of video and audio. */
const DECLARED_MEDIA_TYPE = /^(video|audio)\//;

/** Types of video and audio containers, as the file-type library names them. */
const DETECTED_MEDIA_TYPE = /^(video|audio)\/|^application\/(ogg|mxf|vnd\.ms-asf)$/;

/** Formats whose first bytes may all be printable: documents, and JPEG after a long comment. */
const PRINTABLE_FORMATS = /^application\/(pdf|postscript|rtf)$|^image\/jpeg$/;

/** The start of a PDF after white space. Readers of PDFs skip the white space, but the library doesn't. */
const INDENTED_PDF = /^\s+%PDF-\d/;

/** Maximum number of bytes before a PDF's signature, such as a printer's commands. Readers of PDFs skip them. */
const MAX_BYTES_BEFORE_PDF = 1024;

/** The root element of an SVG. Its name can have the prefix of a namespace. */
const SVG_ROOT = /<([\w.-]+:)?svg[\s>]/i;

/** Comments and processing instructions of XML. The last one can be cut off. */
const XML_COMMENTS = /<!--.*?(?:-->|$)|<\?.*?(?:\?>|$)/gs;

/**
 * Checks that a file's content matches its declared type. See docs/product.md#files.
 *
 * @param declaredType - the content type of the upload
 * @param sample - the file's first {@link SAMPLE_BYTES} bytes
 * @returns the canonical type. For MP4, MOV, and MP3, the type of the content, because this type decides whether a file
 *   is cleaned
 * @throws FileTypeNotAllowed if the type may not be uploaded
 * @throws FileTypeMismatch if the content has another type
 */
export async function checkType(declaredType: string, sample: Uint8Array): Promise<string> {
  const type = toCanonicalType(declaredType);
  if (!isAllowedType(type)) throw new FileTypeNotAllowed(type);

  const { fileTypeFromBuffer } = await import('./detect-type.ts');
  const detection = await fileTypeFromBuffer(sample);
  if (!matches(type, detection && toCanonicalType(detection.mime), sample)) {
    throw new FileTypeMismatch(type, detection?.mime);
  }

  return toCleanableType(type, sample);
}

/** Returns whether the content of a file is of its declared type. `detected` is the type that the library detected. */
function matches(type: string, detected: string | undefined, sample: Uint8Array): boolean {
  // The first letters of a text can be another format's signature: "BM" begins bitmaps, "FORM" begins AIFF files.
  const isText = looksLikeText(sample) && !isPrintableFormat(detected, sample);
  if (type === 'text/plain') return isText;

  // The library detects some zip files as the document format they contain.
  if (type === 'application/zip') return hasZipSignature(sample);
  if (type === 'image/svg+xml') return isText && isSvg(sample);
  if (type === 'application/pdf' && detected === undefined) return hasPdfSignature(sample);

  // The library doesn't skip zeros before the first frame of an MP3. Cleaning leaves such zeros when it shortens the
  // tag.
  if (detected === undefined) return DECLARED_MEDIA_TYPE.test(type) && isMpegAudio(type, sample);
  if (DECLARED_MEDIA_TYPE.test(type)) return DETECTED_MEDIA_TYPE.test(detected);

  // The library skips a byte order mark and ID3 tags. The cleaners don't, so they would find no picture.
  const format = sniffFormat(sample, type);
  if (isCleanable(type) && (format === undefined || format === 'mp3')) return false;

  return hasSameFormat(detected, type);
}

/** Returns whether printable bytes are a document or a picture, which can have hidden metadata. */
function isPrintableFormat(detected: string | undefined, sample: Uint8Array): boolean {
  return PRINTABLE_FORMATS.test(detected ?? '') || INDENTED_PDF.test(Buffer.from(sample).toString('latin1'));
}

/** Returns whether the signature of a PDF is where readers of PDFs find it. */
function hasPdfSignature(sample: Uint8Array): boolean {
  const position = Buffer.from(sample)
    .toString('latin1')
    .search(/%PDF-\d/);
  return position >= 0 && position <= MAX_BYTES_BEFORE_PDF;
}

/** Returns whether a text is an SVG, or begins with comments that fill the sample, such as a license. */
function isSvg(sample: Uint8Array): boolean {
  const text = new TextDecoder(findUtf16(sample) ?? 'utf-8').decode(sample);
  if (SVG_ROOT.test(text)) return true;

  const isCutOff = sample.length >= SAMPLE_BYTES && text.trimStart().startsWith('<');
  return isCutOff && text.replaceAll(XML_COMMENTS, '').trim() === '';
}

/**
 * Compares formats. APNG counts as PNG, and the HEIF variants as one format, because browsers don't distinguish them.
 */
function hasSameFormat(detected: string, type: string): boolean {
  const normalize = (mime: string) =>
    mime.replace('image/apng', 'image/png').replace(/^image\/hei[cf](-sequence)?$/, 'image/heif');
  return normalize(detected) === normalize(type);
}

/**
 * Returns whether the bytes begin with the signature of a file in a zip archive (PK 3 4), or of an empty one (PK 5 6).
 */
function hasZipSignature([first, second, third, fourth]: Uint8Array): boolean {
  if (first !== 0x50 || second !== 0x4b) return false;
  return (third === 3 && fourth === 4) || (third === 5 && fourth === 6);
}

/**
 * Returns whether the bytes have no control characters except white space, backspace, and escape. Bytes that begin with
 * a UTF-16 byte order mark also look like text.
 */
function looksLikeText(sample: Uint8Array): boolean {
  if (findUtf16(sample)) return true;
  return sample.every((byte) => byte >= 0x20 || (byte >= 0x08 && byte <= 0x0d) || byte === 0x1b);
}

/** Returns the encoding that a UTF-16 byte order mark states, or undefined if the bytes don't begin with one. */
function findUtf16([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}
