import { detectMediaType } from '../check-file.ts';
import { type CleanedFile, type CleaningContext, cleanFile } from './clean-file.ts';

/** A file that is ready to be sent. */
export interface PreparedFile extends CleanedFile {
  readonly keepsCameraData: boolean;
  /** A picture that stands for a video. */
  readonly poster?: Blob | undefined;
}

/**
 * Removes hidden details from a chosen file, and captures a poster of a video.
 *
 * Rejects if the file can't be read, or with the signal's reason.
 */
export async function prepareFile(file: File, context: CleaningContext): Promise<PreparedFile> {
  const cleanedFile = await cleanFile(file, context);
  const poster = detectMediaType(file).startsWith('video/')
    ? await loadAndCapturePoster(file, context.signal)
    : undefined;

  return { ...cleanedFile, keepsCameraData: context.keepsCameraData, poster };
}

async function loadAndCapturePoster(file: File, signal: AbortSignal): Promise<Blob | undefined> {
  // Loaded on first use, because most files are not videos.
  const { capturePoster } = await import('./capture-poster.ts');
  return capturePoster(file, signal);
}
