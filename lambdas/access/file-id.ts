import { hasNoName, parseStorageKey } from '../storage/storage-key.ts';
import { fileIdOf } from '../table/keys.ts';

/** A ULID, or a digest of 22 characters, which is the ID of a file that an earlier version stored. */
const FILE_ID = /^(?:[0-7][0-9A-HJKMNP-TV-Z]{25}|[\w-]{22})$/;

/**
 * Parses the ID of a file in a request; undefined if it is not valid.
 *
 * Earlier versions returned storage keys as IDs. Those keys end with a file name, and stay valid as IDs. The keys of
 * new files are not IDs. See docs/adr/0060-file-ids.md.
 */
export function parseFileId(text: string): string | undefined {
  if (FILE_ID.test(text)) return text;

  const address = parseStorageKey(text);
  return address?.purpose === 'file' && !hasNoName(address) ? fileIdOf(text) : undefined;
}
