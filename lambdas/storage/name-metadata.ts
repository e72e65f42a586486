import { isStoredFileName } from '../../shared/upload/stored-file-name.ts';

/**
 * The entry of an object's metadata with the name of the uploaded file. The storage key has no name, and the file may
 * be recorded from the bucket's notification, or after the table was restored.
 *
 * Metadata are ASCII and have at most 2 KB, so the name is Base64 (RFC 4648, URL-safe) of its UTF-8: at most 1,020
 * bytes.
 */
const NAME_ENTRY = 'file-name';

/** The header with which an upload stores the name of its file. */
export const NAME_HEADER = `x-amz-meta-${NAME_ENTRY}`;

/** Returns the value of {@link NAME_HEADER} for a file name. */
export function formatNameHeader(fileName: string): string {
  return Buffer.from(fileName).toString('base64url');
}

/** Returns the metadata with which an object stores the name of its file. */
export function buildNameMetadata(fileName: string): Record<string, string> {
  return { [NAME_ENTRY]: formatNameHeader(fileName) };
}

/** Returns the name in an object's metadata; undefined if they have no valid name. */
export function parseNameMetadata(metadata: Readonly<Record<string, string>> = {}): string | undefined {
  const text = Buffer.from(metadata[NAME_ENTRY] ?? '', 'base64url').toString();
  return isStoredFileName(text) ? text : undefined;
}
