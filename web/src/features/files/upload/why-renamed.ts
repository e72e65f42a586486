import { texts } from './texts.ts';
import { listForbidden, tidyFileName } from './tidy-file-name.ts';

/** Returns why a name is saved differently. */
export function whyRenamed(wanted: string): string {
  const forbidden = listForbidden(wanted);
  if (forbidden.length > 0) return texts.forbidden(forbidden);
  return tidyFileName(wanted) === wanted ? texts.keepsExtension : texts.notPortable;
}
