import { checkFile } from './check-file.ts';
import { texts } from './texts.ts';

/** Maximum number of files in the list. A member in their first week may upload fewer per day. */
export const MAX_CHOSEN_FILES = 100;

/** The result of checking the chosen files. */
interface Choice {
  readonly acceptedFiles: readonly File[];
  /** Why the other files are not accepted. */
  readonly problems: readonly string[];
}

/** Checks chosen files. Rejects files that can't be uploaded, or that are already in the list. */
export function chooseFiles(files: readonly File[], listedFiles: readonly File[]): Choice {
  const acceptedFiles: File[] = [];
  const problems: string[] = [];
  const isOnlyFile = files.length === 1 && listedFiles.length === 0;

  for (const file of files) {
    const isKnown = [...listedFiles, ...acceptedFiles].some((otherFile) => isSame(otherFile, file));
    const problem = isKnown ? texts.alreadyChosen : checkFile(file);
    if (!problem) acceptedFiles.push(file);
    else problems.push(isOnlyFile ? problem : texts.problemOf(file.name, problem));
  }

  const remainingCount = Math.max(0, MAX_CHOSEN_FILES - listedFiles.length);
  if (acceptedFiles.length > remainingCount) problems.push(texts.tooMany(MAX_CHOSEN_FILES));

  return { acceptedFiles: acceptedFiles.slice(0, remainingCount), problems };
}

/** Whether two chosen files are the same, as far as the browser can tell. */
function isSame(a: File, b: File): boolean {
  return a.name === b.name && a.size === b.size && a.lastModified === b.lastModified && a.type === b.type;
}
