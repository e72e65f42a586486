import { formatFileSize } from '../../../platform/text/format.ts';
import { formatContribution } from '../card/format-contribution.ts';
import { usesMultipart } from './file-checksums.ts';
import { isHeld, type QueuedFile, sizeOf } from './queue/queue-state.ts';
import { texts } from './texts.ts';

interface FileFactsProps {
  readonly file: QueuedFile;
  /** Whether the file is one of several. What they earn is added up elsewhere. */
  readonly isRow?: boolean;
}

/** What the page knows about a chosen file: its size, what it earns, and which hidden details were removed. */
export function FileFacts({ file, isRow = false }: FileFactsProps) {
  const size = sizeOf(file);
  const facts = [formatFileSize(size), check(file) ?? (isRow ? undefined : earnings(file)), removal(file)];
  return <span className="soft">{facts.filter(Boolean).join(' · ')}</span>;
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

/** Returns why hidden details may still be in a file, if they may. */
export function cleaningWarning({ prepared }: QueuedFile): string | undefined {
  const result = prepared?.cleaning;
  return result === 'unsupported' || result === 'unreadable' || result === 'unchecked' ? texts[result] : undefined;
}
