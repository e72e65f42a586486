import { texts } from './texts.ts';
import { listForbidden, tidyFileName } from './tidy-file-name.ts';

/** Returns why a file can't be saved under the requested name, as a text for the member. */
export function whyRenamed(requestedName: string): string {
  const forbiddenCharacters = listForbidden(requestedName);
  if (forbiddenCharacters.length > 0) return texts.forbidden(forbiddenCharacters);
  return tidyFileName(requestedName) === requestedName ? texts.keepsExtension : texts.notPortable;
}
