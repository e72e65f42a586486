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
  /** Whether the file is sent in parts, because it is large. It can be paused, and cancelling asks for confirmation. */
  readonly isMultipart: boolean;
  readonly onPause: () => void;
  readonly onResume: () => void;
  readonly onCancel: () => void;
}

/** Shows the progress of an upload, and the buttons to pause, resume, and cancel it. */
export function UploadProgress({ name, state, isMultipart, onPause, onResume, onCancel }: UploadProgressProps) {
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
        {canCancelUpload(state, { isMultipart }) && (
          <div className="button-row">
            {isMultipart && status !== 'waiting' && (
              <Button size="small" onClick={isPaused ? onResume : onPause}>
                {isPaused ? texts.resume : texts.pause}
              </Button>
            )}
            <CancelButton name={name} lostPercent={isMultipart ? progress : undefined} onCancel={onCancel} />
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
 * Returns whether an upload can be cancelled.
 *
 * Once all bytes of a file are sent, S3 stores the file, and the server records it even without the page. But parts
 * become a file only when the page has them joined, which a paused or disconnected upload doesn't do.
 */
export function canCancelUpload(state: UploadState, { isMultipart }: { isMultipart: boolean }): boolean {
  const { status, progress, isOffline } = state;
  const areUnjoinedParts = isMultipart && (status === 'paused' || isOffline === true);
  return isActive(state) && (progress < 100 || areUnjoinedParts);
}

/** Returns a note about an active upload: why it waits, or that it is finishing. Undefined while bytes are sent. */
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
