import { ProgressBar } from '../../../../design/progress-bar.tsx';
import { formatFileSize } from '../../../../platform/text/format-number.ts';
import type { QueueProgress } from './queue-progress.ts';
import { texts } from './texts.ts';

/** Screen readers announce the progress of many files in this number of steps. */
const ANNOUNCED_STEPS = 4;

/** Shows the progress of all files. Screen readers announce shared and failed files, but not every percent. */
export function QueueOverview({ progress }: { progress: QueueProgress }) {
  const { sharedCount, totalCount, failedCount, percent, sentBytes, totalBytes } = progress;

  return (
    <div className="queue-overview">
      <div className="upload-progress__line">
        <strong>{texts.filesDone(sharedCount, totalCount)}</strong>
        <span className="queue-overview__bytes">
          {texts.percentAndBytes(percent, formatFileSize(sentBytes), formatFileSize(totalBytes))}
        </span>
      </div>
      <ProgressBar label={texts.uploadingMany} percent={percent} />
      {failedCount > 0 && <span className="soft">{texts.filesFailed(failedCount)}</span>}
      <span className="visually-hidden" role="status">
        {describeProgress(progress)}
      </span>
    </div>
  );
}

/** Returns the text for screen readers. The text changes after each failure, and after each quarter of the files. */
export function describeProgress({ sharedCount, totalCount, failedCount }: QueueProgress): string {
  const stepSize = Math.ceil(totalCount / ANNOUNCED_STEPS);
  const announcedCount = Math.floor(sharedCount / stepSize) * stepSize;
  const sharedText = texts.filesDone(announcedCount, totalCount);

  return failedCount > 0 ? `${sharedText}, ${texts.filesFailed(failedCount)}` : sharedText;
}
