import { texts } from './texts.ts';
import { listForbidden, tidyFileName } from './tidy-file-name.ts';

/** Returns why a name is saved differently. */
export function whyRenamed(requestedName: string): string {
  const forbiddenCharacters = listForbidden(requestedName);
  if (forbiddenCharacters.length > 0) return texts.forbidden(forbiddenCharacters);
  return tidyFileName(requestedName) === requestedName ? texts.keepsExtension : texts.notPortable;
}
