import { Button } from '@aws-amplify/ui-react';
import { ProgressBar } from '../../../design/progress-bar.tsx';
import { CancelButton } from './cancel-button.tsx';
import { texts } from './texts.ts';
import { isActive, type UploadState } from './upload-state.ts';

/** Screen readers announce the progress in steps of this size, in percent. */
const ANNOUNCED_PERCENT_STEP = 25;

interface UploadProgressProps {
  readonly name: string;
  readonly state: UploadState;
  /** Whether the upload can be paused. Such files are large, so cancelling asks for confirmation. */
  readonly isPausable: boolean;
  readonly onPause: () => void;
  readonly onResume: () => void;
  readonly onCancel: () => void;
}

/** Shows the progress of an upload, and the buttons to pause, resume, and cancel it. */
export function UploadProgress({ name, state, isPausable, onPause, onResume, onCancel }: UploadProgressProps) {
  const { progress, status } = state;
  const isPaused = status === 'paused';

  return (
    <div className="upload-progress">
      <div className="upload-progress__line">
        <span className="upload-progress__name">{texts.uploading(name)}</span>
        <strong aria-hidden="true">{progress}%</strong>
      </div>
      <ProgressBar label={texts.uploading(name)} percent={progress} isPaused={isPaused} />
      <div className="upload-progress__line">
        {/* Without a text, a space keeps the element. */}
        <span>{describeUploadState(state) ?? ' '}</span>
        {canCancelUpload(state, { isPausable }) && (
          <div className="button-row">
            {isPausable && status !== 'waiting' && (
              <Button size="small" onClick={isPaused ? onResume : onPause}>
                {isPaused ? texts.resume : texts.pause}
              </Button>
            )}
            <CancelButton name={name} lostPercent={isPausable ? progress : undefined} onCancel={onCancel} />
          </div>
        )}
      </div>
      <span className="visually-hidden" role="status">
        {describeForScreenReader(name, state)}
      </span>
    </div>
  );
}

/**
 * Returns whether an upload can be cancelled. A fully sent file can't be cancelled, because the bucket's event records
 * the file. But parts become a file only when they are joined, which a paused or disconnected upload doesn't do.
 */
export function canCancelUpload(state: UploadState, { isPausable }: { isPausable: boolean }): boolean {
  const { status, progress, isOffline } = state;
  const areUnjoinedParts = isPausable && (status === 'paused' || isOffline === true);
  return isActive(state) && (progress < 100 || areUnjoinedParts);
}

/** Returns a text about the state of an active upload, or undefined while it is being sent. */
export function describeUploadState({ status, progress, isOffline }: UploadState): string | undefined {
  if (status === 'paused') return texts.paused;
  if (status === 'waiting') return texts.waiting;
  if (status !== 'uploading') return undefined;
  if (isOffline) return texts.offline;
  return progress === 100 ? texts.finishing : undefined;
}

/** Returns the text for screen readers. The text changes with the state, and after each quarter of the bytes. */
function describeForScreenReader(name: string, state: UploadState): string {
  if (state.status === 'success') return texts.uploaded(name);
  if (state.status === 'paused') return texts.paused;
  if (state.isOffline) return texts.offline;
  return texts.percentDone(Math.floor(state.progress / ANNOUNCED_PERCENT_STEP) * ANNOUNCED_PERCENT_STEP);
}
