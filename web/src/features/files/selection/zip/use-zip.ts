import { useEffect, useRef, useState } from 'react';
import type { ListedFile } from '../../../../../../shared/contract/files.ts';
import { type Action, useAction } from '../../../../platform/state/use-action.ts';
import { formatFileSize } from '../../../../platform/text/format-number.ts';
import { texts } from '../../texts.ts';
import { useViewFile } from '../../use-view-file.ts';
import type { BulkOutcome } from '../each-file.ts';
import { openFile } from './open-file.ts';
import { chooseSaveTarget } from './save-target.ts';
import { writeZip } from './write-zip.ts';

/** The state of the download, and the functions that start and stop it. */
interface ZipDownload extends Action<readonly ListedFile[]> {
  /** The share of the files' bytes that has arrived, in percent. */
  readonly percent: number;
  /** Stops the download. Nothing is saved. */
  readonly cancel: () => void;
}

/**
 * Downloads files as one zip archive.
 *
 * @param onSaved - receives the files in the archive, and the files that couldn't be opened
 */
export function useZip(viewerId: string, onSaved: (outcome: BulkOutcome) => void): ZipDownload {
  const requestUrl = useViewFile(viewerId);
  const [percent, setPercent] = useState(0);
  const currentController = useRef<AbortController>(undefined);

  useEffect(() => () => currentController.current?.abort(), []);

  async function save(files: readonly ListedFile[]): Promise<BulkOutcome | undefined> {
    const today = new Date().toISOString().slice(0, 10);
    const target = await chooseSaveTarget(texts.zipName(today));
    if (!target) return undefined;

    const totalBytes = files.reduce((sum, { size }) => sum + size, 0);
    if (totalBytes > target.maxBytes) throw new Error(texts.zipTooLarge(formatFileSize(target.maxBytes)));

    const controller = new AbortController();
    const { signal } = controller;
    currentController.current = controller;

    let arrivedBytes = 0;
    setPercent(0);

    const zip = writeZip(files, {
      open: (file) => openFile(file, requestUrl, signal),
      onBytes: (bytes) => {
        arrivedBytes += bytes;
        // The divisor is at least 1, because all files may be empty.
        setPercent(Math.min(100, Math.floor((arrivedBytes / Math.max(1, totalBytes)) * 100)));
      },
    });

    try {
      await target.save(zip.stream, signal);
    } catch (error) {
      // The member has stopped the download.
      if (signal.aborted) return undefined;
      throw error;
    }

    return zip.getOutcome();
  }

  const action = useAction({
    mutationFn: save,
    onSuccess: (outcome) => {
      if (outcome) onSaved(outcome);
    },
  });

  return { ...action, percent, cancel: () => currentController.current?.abort() };
}
