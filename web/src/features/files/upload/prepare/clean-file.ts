import { type ByteSource, fromBlob } from '../../../../../../shared/media/byte-source.ts';
import { isCleanable, TYPE_SAMPLE_BYTES, toCleanableType } from '../../../../../../shared/media/cleanable-types.ts';
import type { RemovedKind } from '../../../../../../shared/media/cleaning-plan.ts';
import { detectContentType } from '../check-content.ts';
import { detectMediaType } from '../check-file.ts';

/** The result of the search for hidden details. */
export type CleaningResult =
  /** The most important kind that was removed. */
  | RemovedKind
  /** The file has no hidden details. */
  | 'nothing'
  /** Files of this format can't be cleaned. */
  | 'unsupported'
  /** This file can't be cleaned. */
  | 'unreadable'
  /** The search failed. The server cleans the file before others can open it. */
  | 'unchecked';

/** A file without hidden details. */
export interface CleanedFile {
  /** Has the name and date of the chosen file, and the type of the bytes. */
  readonly file: File;
  readonly cleaning: CleaningResult;
}

/** The options of a search for hidden details. */
export interface CleaningContext {
  readonly keepsCameraData: boolean;
  readonly signal: AbortSignal;
  /** Receives the share of the file that was searched, in whole percent. */
  readonly onProgress: (percent: number) => void;
}

/** The kinds of hidden details. If several were removed, the page names only the first of them. */
const KINDS_BY_IMPORTANCE = ['location', 'personal', 'camera'] as const;

/**
 * Removes hidden details, such as the location, from a file.
 *
 * Doesn't copy the remaining bytes: the result refers to ranges of the chosen file, so memory use doesn't grow with
 * the file. The same file and choice give the same bytes, so that an upload in parts can be resumed.
 */
export async function cleanFile(chosenFile: File, context: CleaningContext): Promise<CleanedFile> {
  const source = fromBlob(chosenFile);
  const head = await source.read(0, Math.min(TYPE_SAMPLE_BYTES, chosenFile.size));

  const file = withContentType(chosenFile, head);
  const contentType = toCleanableType(detectMediaType(file), head);
  if (!isCleanable(contentType)) return { file, cleaning: resultWithoutCleaner(contentType) };

  // Loaded on first use, because most visits upload nothing.
  const { planCleaning } = await import('../../../../../../shared/media/plan-cleaning.ts');
  const { parts, removed, unreadable } = await planCleaning(observe(source, context), contentType, {
    keepCameraData: context.keepsCameraData,
  });
  if (unreadable) return { file, cleaning: 'unreadable' };

  const kind = KINDS_BY_IMPORTANCE.find((candidate) => removed.has(candidate));
  if (!kind) return { file, cleaning: 'nothing' };

  // A part is new bytes, or a range of the chosen file.
  const pieces = parts.map((part) => (part instanceof Uint8Array ? part : file.slice(part.start, part.end)));
  const { name, type, lastModified } = file;

  return { file: new File(pieces, name, { type, lastModified }), cleaning: kind };
}

/** Returns a file with the type of its bytes. The server accepts bytes only under their type. */
function withContentType(file: File, head: Uint8Array): File {
  const declaredType = detectMediaType(file);
  const type = detectContentType(declaredType, head);
  return type === declaredType ? file : new File([file], file.name, { type, lastModified: file.lastModified });
}

/** Returns the result for a file whose search failed. */
export function resultWithoutSearch(file: File): CleaningResult {
  const contentType = detectMediaType(file);
  return isCleanable(contentType) ? 'unchecked' : resultWithoutCleaner(contentType);
}

/** Returns the result for a type that can't be cleaned. Pictures, videos, and sounds may have hidden details. */
function resultWithoutCleaner(contentType: string): CleaningResult {
  return /^(image|video|audio)\//.test(contentType) ? 'unsupported' : 'nothing';
}

/** Wraps a source. Reports the share of the file that was read, and rejects reads when the signal is aborted. */
function observe(source: ByteSource, { signal, onProgress }: CleaningContext): ByteSource {
  let reportedPercent = 0;

  return {
    size: source.size,
    async read(start, end) {
      signal.throwIfAborted();
      const bytes = await source.read(start, end);

      const percent = Math.floor((end / source.size) * 100);
      if (percent > reportedPercent) onProgress(percent);
      reportedPercent = Math.max(reportedPercent, percent);

      return bytes;
    },
  };
}
