import { formatFileSize } from '../../../platform/text/format.ts';
import { formatContribution } from '../card/format-contribution.ts';
import { usesMultipart } from './file-checksums.ts';
import type { CleaningResult } from './prepare/clean-file.ts';
import { isHeld, type QueuedFile, sizeOf } from './queue/queue-state.ts';
import { texts } from './texts.ts';

interface FileFactsProps {
  readonly file: QueuedFile;
  /** Whether the file is one of several. What they earn is added up elsewhere. */
  readonly isRow?: boolean;
}

/**
 * What the page knows about a chosen file: its size, what it earns, and which hidden details were removed. Screen readers
 * announce the latter for a single file. A list announces the number of files instead.
 */
export function FileFacts({ file, isRow = false }: FileFactsProps) {
  const size = sizeOf(file);
  const facts = [formatFileSize(size), check(file) ?? (isRow ? undefined : earnings(file))];
  const removed = removal(file);

  return (
    <span className="soft">
      {facts.filter(Boolean).join(' · ')}
      {removed && ' · '}
      <span role={isRow ? undefined : 'status'}>{removed}</span>
    </span>
  );
}

/** Small files are checked at once, so only large ones show how far the check is. */
function check({ file, copy, prepared, searched, state }: QueuedFile): string | undefined {
  if (copy.status === 'done' || state.status !== 'idle' || !usesMultipart(file)) return undefined;
  return prepared ? texts.checking(copy.percent) : texts.searching(searched);
}

function earnings(file: QueuedFile): string | undefined {
  return isHeld(file) ? undefined : texts.ascent(formatContribution(sizeOf(file)));
}

function removal({ prepared }: QueuedFile): string | undefined {
  const result = prepared?.cleaning;
  return result === 'location' || result === 'personal' || result === 'camera' ? texts.removed[result] : undefined;
}

/** Returns what was done about hidden details in several files. Empty until all were searched. */
export function summarizeCleaning(files: readonly QueuedFile[]): string {
  if (!files.every(({ prepared }) => prepared)) return '';
  const cleanedCount = files.filter(removal).length;
  const keepingCount = files.filter(({ prepared }) => keepsDetails(prepared?.cleaning)).length;
  const sentences = [
    cleanedCount > 0 && texts.cleanedFiles(cleanedCount),
    keepingCount > 0 && texts.keepingFiles(keepingCount),
  ];
  return sentences.filter(Boolean).join(' ');
}

/** Returns why hidden details may still be in a file, if they may. */
export function cleaningWarning({ prepared }: QueuedFile): string | undefined {
  const result = prepared?.cleaning;
  return keepsDetails(result) || result === 'unchecked' ? texts[result] : undefined;
}

function keepsDetails(result: CleaningResult | undefined): result is 'unsupported' | 'unreadable' {
  return result === 'unsupported' || result === 'unreadable';
}
