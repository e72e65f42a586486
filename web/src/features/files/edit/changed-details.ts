import type { ListedFile } from '../../../../../shared/contract/files.ts';

/** The texts of a file that its uploader can change. */
export type FileTexts = Pick<ListedFile, 'fileName' | 'description' | 'altText'>;

/** The saved details of a file that its uploader can change. */
export type SavedDetails = FileTexts & Pick<ListedFile, 'userDepth'>;

/** The details of a file as the uploader wants them. */
export interface FileDetails extends FileTexts {
  /** The new depth in metres. Undefined keeps the file's depth. */
  readonly depth?: number | undefined;
}

/** Returns the details that differ from the file's, or undefined if none differ. Ignores spaces at both ends. */
export function selectChangedDetails(file: SavedDetails, details: FileDetails): Partial<FileDetails> | undefined {
  const changes = selectChangedTexts(file, details);
  const { depth } = details;
  if (depth === undefined || depth === file.userDepth) return changes;

  return { ...changes, depth };
}

/** Returns the texts that differ from the file's, or undefined if none differ. Ignores spaces at both ends. */
export function selectChangedTexts(file: FileTexts, texts: FileTexts): Partial<FileTexts> | undefined {
  const names = ['fileName', 'description', 'altText'] as const;
  const changes = names
    .map((name) => [name, texts[name].trim()] as const)
    .filter(([name, value]) => value !== file[name]);

  return changes.length > 0 ? Object.fromEntries(changes) : undefined;
}
