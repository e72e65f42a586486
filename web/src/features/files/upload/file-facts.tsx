import { formatFileSize } from '../../../platform/text/format-number.ts';
import { formatContribution } from '../card/format-contribution.ts';
import { usesMultipart } from './file-checksums.ts';
import type { CleaningResult } from './prepare/clean-file.ts';
import { isCopy, type QueuedFile, sizeOf } from './queue/queue-state.ts';
import { texts } from './texts.ts';

interface FileFactsProps {
  readonly queuedFile: QueuedFile;
  /** Whether the file is one of several. Its depth is then omitted, because the list shows the total. */
  readonly isRow?: boolean;
}

/**
 * Shows the size of a chosen file, the depth that it adds, and the hidden details that were removed.
 *
 * Screen readers announce the removed details of a single file. A list announces the number of cleaned files instead.
 */
export function FileFacts({ queuedFile, isRow = false }: FileFactsProps) {
  const sizeText = formatFileSize(sizeOf(queuedFile));
  const statusText = describeCheck(queuedFile) ?? (isRow ? undefined : describeAscent(queuedFile));
  const facts = [sizeText, statusText];
  const removedText = describeRemoval(queuedFile);

  return (
    <span className="soft">
      {facts.filter(Boolean).join(' · ')}
      {removedText && ' · '}
      <span role={isRow ? undefined : 'status'}>{removedText}</span>
    </span>
  );
}

/** Returns the progress of the check of a large file. The check of a small file takes too little time to be shown. */
function describeCheck({ file, copyCheck, preparedFile, searchedPercent, state }: QueuedFile): string | undefined {
  if (copyCheck.status === 'done' || state.status !== 'idle' || !usesMultipart(file)) return undefined;
  return preparedFile ? texts.checking(copyCheck.percent) : texts.searching(searchedPercent);
}

/** Returns how far the file lifts the member. Undefined if the member already has a file with the same bytes. */
function describeAscent(file: QueuedFile): string | undefined {
  return isCopy(file) ? undefined : texts.ascent(formatContribution(sizeOf(file)));
}

/** Returns which hidden details were removed from a file, or undefined if nothing was removed. */
function describeRemoval({ preparedFile }: QueuedFile): string | undefined {
  const result = preparedFile?.cleaning;
  return result === 'location' || result === 'personal' || result === 'camera' ? texts.removed[result] : undefined;
}

/** Returns how many files were cleaned, and how many may keep hidden details. Empty until all files are searched. */
export function summarizeCleaning(files: readonly QueuedFile[]): string {
  if (!files.every(({ preparedFile }) => preparedFile)) return '';

  const cleanedCount = files.filter(describeRemoval).length;
  const keepingCount = files.filter(({ preparedFile }) => keepsDetails(preparedFile?.cleaning)).length;
  const sentences = [
    cleanedCount > 0 && texts.cleanedFiles(cleanedCount),
    keepingCount > 0 && texts.keepingFiles(keepingCount),
  ];

  return sentences.filter(Boolean).join(' ');
}

/** Returns why a file may still have hidden details. Undefined until it is searched, and if it has none. */
export function describeWarning({ preparedFile }: QueuedFile): string | undefined {
  const result = preparedFile?.cleaning;
  return keepsDetails(result) || result === 'unchecked' ? texts[result] : undefined;
}

/** Returns whether a file may keep hidden details, because it can't be cleaned. */
function keepsDetails(result: CleaningResult | undefined): result is 'unsupported' | 'unreadable' {
  return result === 'unsupported' || result === 'unreadable';
}
