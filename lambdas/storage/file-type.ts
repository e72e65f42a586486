import { fileTypeFromBuffer } from 'file-type';
import { canonicalType, isAllowedType } from '../../shared/depth/file-types.ts';
import { FileTypeMismatch, FileTypeNotAllowed } from './errors.ts';

/** Bytes from the beginning of a file that tell its type: what the file-type library asks for. */
export const SAMPLE_BYTES = 4100;

/** Containers that hold video or audio, under the names that file-type gives them. */
const MEDIA = /^(video|audio)\/|^application\/(ogg|mxf|vnd\.ms-asf)$/;

/**
 * Checks that a file's first bytes are what its type says (design §4).
 *
 * @param declared - the content type that it was uploaded with
 * @param sample - its first {@link SAMPLE_BYTES} bytes
 * @returns the canonical type
 * @throws FileTypeNotAllowed when the type may not be uploaded
 * @throws FileTypeMismatch when the bytes are something else
 */
export async function checkType(declared: string, sample: Uint8Array): Promise<string> {
  const type = canonicalType(declared);
  if (!isAllowedType(type)) throw new FileTypeNotAllowed(type);
  const found = await fileTypeFromBuffer(sample);
  if (!matches(type, found && canonicalType(found.mime), sample)) throw new FileTypeMismatch(type, found?.mime);
  return type;
}

function matches(type: string, found: string | undefined, sample: Uint8Array): boolean {
  if (type === 'text/plain') return (found === undefined || found === 'application/xml') && looksLikeText(sample);
  // A zip of documents may be recognised as what it holds.
  if (type === 'application/zip') return hasZipSignature(sample);
  if (type === 'image/svg+xml') return looksLikeText(sample) && /<svg[\s>]/i.test(Buffer.from(sample).toString('utf8'));
  if (found === undefined) return false;
  if (/^(video|audio)\//.test(type)) return MEDIA.test(found);
  return found === type || sameImageFormat(found, type);
}

/** Formats that differ in an extension of one another, which browsers do not tell apart. */
function sameImageFormat(found: string, type: string): boolean {
  const format = (mime: string) =>
    mime.replace('image/apng', 'image/png').replace(/^image\/hei[cf](-sequence)?$/, 'image/heif');
  return format(found) === format(type);
}

function hasZipSignature([p, k, three, four]: Uint8Array): boolean {
  return p === 0x50 && k === 0x4b && ((three === 3 && four === 4) || (three === 5 && four === 6));
}

/** Text has no control characters but white space and escape; UTF-16 announces itself with a byte order mark. */
function looksLikeText(sample: Uint8Array): boolean {
  const [first, second] = sample;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  return sample.every((byte) => byte >= 0x20 || (byte >= 0x08 && byte <= 0x0d) || byte === 0x1b);
}
