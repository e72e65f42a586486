import { checkFile } from './check-file.ts';
import { texts } from './texts.ts';

/** Maximum files in the list at once. A member in their first week may upload fewer per day. */
export const MAX_CHOSEN_FILES = 100;

interface Choice {
  readonly accepted: readonly File[];
  /** Why the other files are not accepted. */
  readonly problems: readonly string[];
}

/** Sorts out files that can't be uploaded, and those that are in the list already. */
export function chooseFiles(files: readonly File[], listed: readonly File[]): Choice {
  const accepted: File[] = [];
  const problems: string[] = [];
  const isAlone = files.length === 1 && listed.length === 0;
  for (const file of files) {
    const known = [...listed, ...accepted].some((other) => isSame(other, file));
    const problem = known ? texts.alreadyChosen : checkFile(file);
    if (!problem) accepted.push(file);
    else problems.push(isAlone ? problem : texts.problemOf(file.name, problem));
  }

  const room = Math.max(0, MAX_CHOSEN_FILES - listed.length);
  if (accepted.length > room) problems.push(texts.tooMany(MAX_CHOSEN_FILES));

  return { accepted: accepted.slice(0, room), problems };
}

/** Whether two choices are the same file, as far as a browser shows it. */
function isSame(one: File, other: File): boolean {
  return (
    one.name === other.name &&
    one.size === other.size &&
    one.lastModified === other.lastModified &&
    one.type === other.type
  );
}
