import { checkFile } from './check-file.ts';
import { texts } from './texts.ts';

/** Maximum number of files in the list. The server may accept fewer, because new members have a lower daily limit. */
export const MAX_CHOSEN_FILES = 100;

/** The result of checking the chosen files. */
interface ChoiceResult {
  readonly acceptedFiles: readonly File[];
  /** Why files were not accepted. */
  readonly problems: readonly string[];
}

/** Checks chosen files. Rejects files that can't be uploaded, are already in the list, or exceed its limit. */
export function chooseFiles(files: readonly File[], listedFiles: readonly File[]): ChoiceResult {
  const acceptedFiles: File[] = [];
  const problems: string[] = [];
  // The problem of a single file is shown without its name.
  const isOnlyFile = files.length === 1 && listedFiles.length === 0;

  for (const file of files) {
    const isAlreadyListed = [...listedFiles, ...acceptedFiles].some((otherFile) => isSameFile(otherFile, file));
    const problem = isAlreadyListed ? texts.alreadyChosen : checkFile(file);
    if (!problem) acceptedFiles.push(file);
    else problems.push(isOnlyFile ? problem : texts.problemOf(file.name, problem));
  }

  const remainingCount = Math.max(0, MAX_CHOSEN_FILES - listedFiles.length);
  if (acceptedFiles.length > remainingCount) problems.push(texts.tooMany(MAX_CHOSEN_FILES));

  return { acceptedFiles: acceptedFiles.slice(0, remainingCount), problems };
}

/** Returns whether two chosen files are the same, as far as the browser can tell. */
function isSameFile(a: File, b: File): boolean {
  return a.name === b.name && a.size === b.size && a.lastModified === b.lastModified && a.type === b.type;
}
