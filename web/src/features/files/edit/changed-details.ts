import type { ListedFile } from '../../../../../shared/contract/files.ts';

/** The details of a file that its uploader can change. */
export type FileDetails = Pick<ListedFile, 'fileName' | 'description' | 'altText'>;

/** Returns the details that differ from the file's, or undefined if none differ. Ignores spaces at both ends. */
export function selectChangedDetails(file: FileDetails, details: FileDetails): Partial<FileDetails> | undefined {
  const names = ['fileName', 'description', 'altText'] as const;
  const changes = names
    .map((name) => [name, details[name].trim()] as const)
    .filter(([name, value]) => value !== file[name]);

  return changes.length > 0 ? Object.fromEntries(changes) : undefined;
}
