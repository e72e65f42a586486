import { ProgressBar } from '../../../../design/progress-bar.tsx';
import { formatFileSize } from '../../../../platform/text/format.ts';
import { texts } from '../texts.ts';
import type { QueueProgress } from './queue-state.ts';

/** Screen readers announce the progress of many files in this number of steps. */
const ANNOUNCED_STEPS = 4;

/** Shows the progress of all files. Screen readers announce shared and failed files, but not every percent. */
export function QueueOverview({ progress }: { progress: QueueProgress }) {
  const { shared, total, failed, percent, sentBytes, totalBytes } = progress;

  return (
    <div className="queue-overview">
      <div className="upload-progress__line">
        <strong>{texts.filesDone(shared, total)}</strong>
        <span className="queue-overview__bytes">
          {texts.percentAndBytes(percent, formatFileSize(sentBytes), formatFileSize(totalBytes))}
        </span>
      </div>
      <ProgressBar label={texts.uploadingMany} percent={percent} />
      {failed > 0 && <span className="soft">{texts.filesFailed(failed)}</span>}
      <span className="visually-hidden" role="status">
        {describeProgress(progress)}
      </span>
    </div>
  );
}

/** Returns the text for screen readers. It changes after each failure, and after each quarter of the files. */
export function describeProgress({ shared, total, failed }: QueueProgress): string {
  const stepSize = Math.ceil(total / ANNOUNCED_STEPS);
  const announcedCount = Math.floor(shared / stepSize) * stepSize;
  const sharedText = texts.filesDone(announcedCount, total);

  return failed > 0 ? `${sharedText}, ${texts.filesFailed(failed)}` : sharedText;
}
