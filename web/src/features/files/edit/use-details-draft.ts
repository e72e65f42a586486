import { useState } from 'react';
import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { readDraft, saveDraft } from '../../../platform/browser/drafts.ts';
import { type FileTexts, selectChangedTexts } from './changed-details.ts';

/** The details of a file as the member types them. */
interface TypedDetails extends FileTexts {
  /** See `parseDepth`. */
  readonly depth: string;
}

/**
 * Returns the edited details of the member's own file, and functions to edit and discard them.
 *
 * The draft is stored until the tab closes. It contains only the details that differ from the file. The other details
 * come from the file, so they include edits on another device.
 */
export function useDetailsDraft(file: ListedFile) {
  const subject = `file.${file.key}` as const;
  const savedDepth = String(file.userDepth);
  const [details, setDetails] = useState<TypedDetails>(() => ({
    fileName: file.fileName,
    description: file.description,
    altText: file.altText,
    depth: savedDepth,
    ...parseChanges(readDraft(file.userId, subject)),
  }));

  return {
    ...details,
    edit(change: Partial<TypedDetails>) {
      const newDetails = { ...details, ...change };
      setDetails(newDetails);

      const changedTexts = selectChangedTexts(file, newDetails);
      const changedDepth = newDetails.depth !== savedDepth && { depth: newDetails.depth };
      const hasChanged = changedTexts || changedDepth;
      saveDraft(file.userId, subject, hasChanged ? JSON.stringify({ ...changedTexts, ...changedDepth }) : null);
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
function parseChanges(storedText: string | null): Partial<TypedDetails> {
  try {
    const { fileName, description, altText, depth } = JSON.parse(storedText ?? '{}');
    const changes = Object.entries({ fileName, description, altText, depth });
    return Object.fromEntries(changes.filter(([, value]) => typeof value === 'string'));
  } catch {
    // The stored value is not a draft.
    return {};
  }
}
