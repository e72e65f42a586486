import { useState } from 'react';
import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { readDraft, saveDraft } from '../../../platform/browser/drafts.ts';
import { type FileDetails, selectChangedDetails } from './changed-details.ts';

/**
 * Returns the edited details of the member's own file, and functions to edit and discard them.
 *
 * The draft is stored until the tab closes. It contains only the details that differ from the file. The other details
 * come from the file, so they include edits on another device.
 */
export function useDetailsDraft(file: ListedFile) {
  const subject = `file.${file.key}` as const;
  const [details, setDetails] = useState<FileDetails>(() => ({
    fileName: file.fileName,
    description: file.description,
    altText: file.altText,
    ...parseChanges(readDraft(file.userId, subject)),
  }));

  return {
    ...details,
    edit(change: Partial<FileDetails>) {
      const newDetails = { ...details, ...change };
      setDetails(newDetails);

      const changes = selectChangedDetails(file, newDetails);
      saveDraft(file.userId, subject, changes ? JSON.stringify(changes) : null);
    },
    discard() {
      saveDraft(file.userId, subject, null);
    },
    /** Returns a function that discards the draft, unless the member has typed more since this call. */
    prepareDiscard() {
      const draft = readDraft(file.userId, subject);
      return () => {
        if (readDraft(file.userId, subject) === draft) saveDraft(file.userId, subject, null);
      };
    },
  };
}

/** Returns the changes in a stored draft. Empty if there is no draft. */
function parseChanges(storedText: string | null): Partial<FileDetails> {
  try {
    const { fileName, description, altText } = JSON.parse(storedText ?? '{}');
    const changes = Object.entries({ fileName, description, altText });
    return Object.fromEntries(changes.filter(([, value]) => typeof value === 'string'));
  } catch {
    // The stored value is not a draft.
    return {};
  }
}
